import { findUnreadable, newId, type Role, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { type AgentRecord, agentInput } from '../agents/agent-document.ts'
import { changed } from '../agents/availability.ts'
import { changeAgent } from '../agents/change-agent.ts'
import { protectLastAdmin } from '../agents/protect-last-admin.ts'
import type { GatewayContext } from '../context.ts'
import { revokeStrongerKeys } from '../keys/revoke-stronger-keys.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { oneLine } from '../people/one-line.ts'
import { endSessions } from '../people/sessions.ts'
import { findByEmail, newSignIn, normalEmail } from '../people/set-password.ts'
import { removeLinks } from '../people/sign-in-links.ts'
import type { OidcProvider } from '../sign-in-settings/sign-in-settings-document.ts'
import type { Claims } from './merge-claims.ts'
import { linkIdOf, type OidcLinkRecord } from './oidc-document.ts'
import { roleOf } from './role-of.ts'

const maxName = 200
/** OpenID Connect Core 1.0, 2. */
const maxSubject = 255

const refused = (detail: string) => new ServiceError('sign_in_refused', { detail })
const addressTaken = () => refused('Another agent has your e-mail address.')

/** The address that a provider vouches for. Throws `sign_in_refused` for none, and for one of a domain that is not its own. */
function verifiedEmail(provider: OidcProvider, { email, email_verified: isVerified }: Claims): string {
  const { name, emailDomains, trustsEmail = false } = provider
  // Some providers send the text, and some say nothing of it.
  const isTrusted = isVerified === true || isVerified === 'true' || (isVerified === undefined && trustsEmail)
  if (typeof email !== 'string' || !isTrusted)
    throw refused(`${name} does not confirm that your e-mail address is verified.`)
  const address = agentInput.shape.email.safeParse(normalEmail(email)).data
  if (address === undefined) throw refused(`Your e-mail address at ${name} can’t be used here.`)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (emailDomains && !emailDomains.includes(domain))
    throw refused(`Addresses of ${domain} can’t sign in with ${name}.`)
  return address
}

type Agent = Stored<AgentRecord>

/** Notes that a person of a provider is this agent; of several at once for one person, the first holds. */
async function link(agentId: string, provider: OidcProvider, { iss, sub }: Claims, context: GatewayContext) {
  const record: OidcLinkRecord = {
    agentId,
    issuer: iss,
    subject: sub,
    provider: provider.id,
    createdAt: timestampOf(context.clock),
  }
  const { inserted, stored } = await context.collections.oidcLinks.insert(context.tenant, linkIdOf(iss, sub), record)
  return { inserted, agentId: stored.body.agentId }
}

/**
 * The agent with an address that the provider vouches for, now linked. Only where the settings name the provider's domains:
 * otherwise whoever can choose an address there could take an agent over.
 */
async function linkByEmail(agent: Agent, provider: OidcProvider, claims: Claims, context: GatewayContext) {
  const { collections, tenant } = context
  const { items } = await collections.oidcLinks.find(tenant, { where: { agentId: agent.id } })
  const own = items.find(({ body }) => body.issuer === claims.iss)
  // Somebody who signs in for the first time in two windows.
  if (own?.body.subject === claims.sub) return
  if (!provider.emailDomains) throw addressTaken()
  if (agent.body.status === 'disabled') throw refused('Your account is disabled.')
  // An address that was given to somebody else at the provider.
  if (own) throw refused(`The agent with your e-mail address signs in as somebody else at ${provider.name}.`)
  const linked = await link(agent.id, provider, claims, context)
  if (linked.agentId !== agent.id) throw new ServiceError('version_conflict')
  await logSignIn({ kind: 'agent', actor: { kind: 'system' }, action: 'link', targetId: agent.id }, context)
}

/** A name of a provider as ours may be: one line of text. */
const nameFrom = (text: string): string => oneLine(text).slice(0, maxName).toWellFormed()

/** Makes an agent of somebody who was none, under the id that their link names. */
async function createAgent(
  { email, role }: { email: string; role: Role },
  provider: OidcProvider,
  claims: Claims,
  context: GatewayContext,
): Promise<Agent> {
  const { collections, tenant, clock } = context
  const { agentId } = await link(newId('agt'), provider, claims, context)
  const given = typeof claims.name === 'string' ? nameFrom(claims.name) : ''
  const now = timestampOf(clock)
  let isNew = false
  try {
    const stored = await context.commit(collections.agents, agentId, (current) => {
      isNew = current === undefined
      if (current) return undefined
      const made = { name: given || email.split('@', 1)[0]!, email, role, available: true }
      return { body: { ...made, createdAt: now, updatedAt: now, status: 'active' as const, signIn: newSignIn(email) } }
    })
    if (isNew)
      await logSignIn({ kind: 'agent', actor: { kind: 'system' }, action: 'create', targetId: agentId }, context)
    return stored!
  } catch (error) {
    // Another agent got the address meanwhile; the link would keep this person out for good.
    await collections.oidcLinks.remove(tenant, linkIdOf(claims.iss, claims.sub))
    throw error instanceof ServiceError && error.code === 'conflict' ? addressTaken() : error
  }
}

/** Gives an agent the role that a provider decides. The last admin with a password stays one, or nobody could mend `roles`. */
async function giveRole(agent: Agent, role: Role, context: GatewayContext): Promise<Agent> {
  const { id, body } = agent
  if (body.role === role) return agent
  const change = () =>
    context.commit(context.collections.agents, id, (current) => {
      if (!current) throw refused('Your account is disabled.')
      return { body: { ...changeAgent(current.body, { role }), updatedAt: timestampOf(context.clock) } }
    })
  try {
    const stored = (role === 'admin' ? await change() : await protectLastAdmin(agent, change, context))!
    const entry = { kind: 'agent' as const, actor: { kind: 'system' as const }, action: 'update', changed: ['role'] }
    await logSignIn({ ...entry, targetId: id }, context)
    await removeLinks(id, context)
    if (stored.body.signIn?.epoch !== body.signIn?.epoch) await endSessions(id, context)
    await revokeStrongerKeys({ agentId: id, from: body.role, to: stored.body.role }, context)
    return stored
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error
    return agent
  }
}

/** Lets an agent in whom a provider has signed in, with the role that it decides. Throws `sign_in_refused` for a disabled one. */
async function admit(agentId: string, role: Role | undefined, context: GatewayContext): Promise<Agent> {
  let wasInvited = false
  const stored = await context.commit(context.collections.agents, agentId, (current) => {
    if (!current?.body.signIn || current.body.status === 'disabled') throw refused('Your account is disabled.')
    wasInvited = current.body.status !== 'active'
    const after = { ...current.body, status: 'active' as const, updatedAt: timestampOf(context.clock) }
    return wasInvited ? changed(current, after, context) : undefined
  })
  if (wasInvited) await removeLinks(agentId, context)
  return role === undefined ? stored! : giveRole(stored!, role, context)
}

/**
 * The agent of the context's tenant that somebody is who signed in at a provider: by issuer and subject, the first time by a
 * verified address, else a new one where the settings allow it. Throws `sign_in_refused`.
 */
export async function findAgent(provider: OidcProvider, claims: Claims, context: GatewayContext): Promise<Agent> {
  const { tenant, collections } = context
  if (claims.sub.length > maxSubject) throw refused(`The id by which ${provider.name} identifies you is too long.`)
  // Hashes and stores write such ids alike, so that two people would be one.
  if (findUnreadable(claims.sub).length > 0)
    throw refused(`The id by which ${provider.name} identifies you is not text.`)
  const { role, isDecided } = roleOf(provider, claims)
  if (isDecided && role === null) throw refused(`You have no role in ${provider.name} that may sign in here.`)
  const decided = isDecided ? role! : undefined
  const linkId = linkIdOf(claims.iss, claims.sub)
  const linked = await collections.oidcLinks.get(tenant, linkId)
  if (linked && (await collections.agents.get(tenant, linked.body.agentId)))
    return admit(linked.body.agentId, decided, context)
  // Its agent is no more, or was never made.
  if (linked) await collections.oidcLinks.remove(tenant, linkId, linked.revision)
  const email = verifiedEmail(provider, claims)
  const [known] = await findByEmail(email, context, tenant)
  if (known) {
    await linkByEmail(known, provider, claims, context)
    return admit(known.id, decided, context)
  }
  if (!provider.createsAgents) throw refused('You are not an agent here. Ask an admin to invite you.')
  if (role === null) throw refused(`You have no role in ${provider.name} that may sign in here.`)
  return admit((await createAgent({ email, role }, provider, claims, context)).id, decided, context)
}
