import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { AgentRecord, SignInRecord } from '../agents/agent-document.ts'
import { changed } from '../agents/availability.ts'
import type { GatewayContext } from '../context.ts'
import { requireGoodPassword } from './check-password.ts'
import { saltOf } from './hash-password.ts'
import type { SignInLinkRecord } from './sign-in-link-document.ts'
import { isLinkOf } from './sign-in-links.ts'

/**
 * An address as sign-ins compare it. Only A to Z become small: `toLowerCase` also makes a `k` of the sign of kelvin, and so
 * another person’s address of one that only looks like it.
 */
export const normalEmail = (email: string): string =>
  email.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** At most so many tenants of one address are looked at. */
const maxTenants = 50

/** Agents of all tenants, or of one, who sign in with an address. */
export async function findByEmail(
  email: string,
  { collections }: GatewayContext,
  tenant?: string,
): Promise<Stored<AgentRecord>[]> {
  const find = { where: { 'signIn.email': normalEmail(email) }, limit: maxTenants }
  return tenant === undefined
    ? collections.agents.findAcrossTenants(find)
    : (await collections.agents.find(tenant, find)).items
}

/** Throws `conflict` where another agent of the context's tenant than `agentId` signs in with this address. */
export async function requireFreeAddress(
  email: string,
  agentId: string | undefined,
  context: GatewayContext,
): Promise<void> {
  const holders = await findByEmail(email, context, context.tenant)
  if (holders.some(({ id }) => id !== agentId))
    throw new ServiceError('conflict', { detail: 'Another agent signs in with this address.' })
}

/**
 * The PHC string of a new password. Where the same address has one in another tenant, both have one salt: then a sign-in
 * costs one hash however many tenants know the address, and its time does not tell. Throws `invalid_request`.
 */
export async function hashNewPassword(
  password: string,
  of: { name: string; email: string },
  context: GatewayContext,
): Promise<string> {
  requireGoodPassword(password, of)
  const others = await findByEmail(of.email, context)
  const known = others.flatMap(({ body }) => (body.signIn?.password ? [saltOf(body.signIn.password)] : []))
  return context.state.hasher.hash(password, known[0])
}

/** What signing in knows of an agent for whom it knows nothing yet. */
export const newSignIn = (email: string): SignInRecord => {
  const address = normalEmail(email)
  return { email: address, address, epoch: 1 }
}

/**
 * Gives an agent a password: whatever sessions there are end, everywhere within 2 s. Throws `link_invalid` when the agent
 * was removed or disabled meanwhile, or is not any more who the link was made for.
 */
export async function storePassword(
  agentId: string,
  password: string,
  context: GatewayContext,
  { link, ...change }: { link?: SignInLinkRecord; name?: string } = {},
): Promise<Stored<AgentRecord>> {
  const stored = await context.commit(context.collections.agents, agentId, (current) => {
    const isTheirs = current && current.body.status !== 'disabled' && (!link || isLinkOf(link, current.body))
    if (!isTheirs) throw new ServiceError('link_invalid')
    const signIn = current.body.signIn ?? newSignIn(current.body.email)
    const after = {
      ...current.body,
      ...change,
      status: 'active' as const,
      updatedAt: timestampOf(context.clock),
      signIn: { ...signIn, password, epoch: signIn.epoch + 1 },
    }
    return changed(current, after, context)
  })
  return stored!
}
