import { hash } from 'node:crypto'
import { newId, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { hashOfToken, isToken, randomToken } from './random-token.ts'
import type { LinkKind, SignInLinkRecord } from './sign-in-link-document.ts'

const hourMs = 3_600_000
const livesMs: Record<LinkKind, number> = { setup: 7 * 24 * hourMs, invite: 7 * 24 * hourMs, reset: hourMs / 2 }
/** The page of the console that takes a link. */
const pageOf: Record<LinkKind, string> = {
  setup: '/console/welcome',
  invite: '/console/invite',
  reset: '/console/reset',
}
/**
 * Links of one agent that hold at the same time; the oldest gives way. Anybody may ask for five mails in 15 minutes, and
 * three such windows overlap the 30 minutes of a link: 15, which must not take the place of what an admin made or the owner
 * asked for.
 */
const maxLive = 30

const hashOfPerson = ({ email, role }: AgentRecord): string => hash('sha256', `${role} ${email}`, 'hex')

/** A new link, this once: its token stands behind the `#`, which browsers send to no server. */
export type MadeLink = { token: string; url: string; expiresAt: number }

/** Makes a link of the context's tenant. An invite takes the place of those before; of other kinds a few hold at once. */
export async function makeLink(
  kind: LinkKind,
  agent: Pick<Stored<AgentRecord>, 'id' | 'body'> | undefined,
  context: GatewayContext,
): Promise<MadeLink> {
  const { tenant, collections, clock, config } = context
  const agentId = agent?.id
  if (agentId !== undefined) {
    const { items } = await collections.signInLinks.find(tenant, { where: { agentId } })
    const same = items.filter(({ body }) => body.kind === kind).sort((a, b) => a.body.expiresAt - b.body.expiresAt)
    const room = kind === 'invite' ? 0 : maxLive - 1
    for (const { id } of same.slice(0, Math.max(0, same.length - room)))
      await collections.signInLinks.remove(tenant, id)
  }
  const token = randomToken()
  const expiresAt = clock.now() + livesMs[kind]
  const of = agent && { agentId: agent.id, madeFor: hashOfPerson(agent.body) }
  const record = { kind, hash: hashOfToken(token), ...of, expiresAt }
  await collections.signInLinks.insert(tenant, newId('lnk'), record)
  return { token, url: `${config.PUBLIC_URL?.replace(/\/+$/, '') ?? ''}${pageOf[kind]}#${token}`, expiresAt }
}

/** Whether an agent is still who a link was made for: with another address or role they need another link. */
export const isLinkOf = ({ madeFor }: SignInLinkRecord, agent: AgentRecord): boolean =>
  madeFor === undefined || madeFor === hashOfPerson(agent)

const noLink = () =>
  new ServiceError('link_invalid', {
    detail: 'This link was already used, has expired or does not exist. Ask for a new one.',
  })

/** The link of a token. Throws `link_invalid` for one that was used, has expired or does not exist. */
export async function findLink(
  token: string,
  kind: LinkKind,
  { collections, clock }: GatewayContext,
): Promise<Stored<SignInLinkRecord>> {
  if (!isToken(token)) throw noLink()
  const where = { hash: hashOfToken(token) }
  const [found] = await collections.signInLinks.findAcrossTenants({ where, limit: 1 })
  if (!found || found.body.kind !== kind || found.body.expiresAt <= clock.now()) throw noLink()
  return found
}

/** Uses a link: of several that try at once, one goes on. Throws `link_invalid` for the others. */
export async function useLink(
  { tenant, id }: Stored<SignInLinkRecord>,
  { collections }: GatewayContext,
): Promise<void> {
  if (!(await collections.signInLinks.remove(tenant, id))) throw noLink()
}

/** Takes the links of an agent away: the password was chosen, or the agent is no more, or not who they were made for. */
export async function removeLinks(agentId: string, { tenant, collections }: GatewayContext): Promise<void> {
  const { items } = await collections.signInLinks.find(tenant, { where: { agentId } })
  for (const { id } of items) await collections.signInLinks.remove(tenant, id)
}
