import { platformTenant, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { countTry, isKnownNetwork, networkHash } from './count-tries.ts'
import { noteRefusal } from './log-refusals.ts'
import { maySignIn } from './sessions.ts'
import { findByEmail, normalEmail } from './set-password.ts'

/** Networks of an agent's last sign-ins that are remembered: guesses from elsewhere don't hold theirs up. */
const maxNetworks = 8

type Tenant = { id: string; name: string }

/** The tenants of some agents; those that are being erased are left out. */
async function tenantsOf(agents: Stored<AgentRecord>[], { collections }: GatewayContext): Promise<Tenant[]> {
  const ids = [...new Set(agents.map(({ tenant }) => tenant))]
  const found = await collections.tenants.getMany(platformTenant, ids)
  return found.filter(({ body }) => !body.erasure).map(({ id, body: { name } }) => ({ id, name }))
}

type Given = { email: string; password: string; tenant?: string | undefined; network: string }

/**
 * Finds whoever an address and a password are of: one agent, or one in each of several tenants. Throws `rate_limited`, and
 * `wrong_credentials`, which says no more and takes as long, whatever is wrong.
 */
export async function checkCredentials(
  { email, password, tenant, network }: Given,
  context: GatewayContext,
): Promise<{ agents: Stored<AgentRecord>[]; tenants: Tenant[] }> {
  const about = normalEmail(email)
  const refund = await countTry('sign-in', { network, about }, context)
  const candidates = (await findByEmail(about, context, tenant)).filter(
    ({ body }) => maySignIn(body) && body.signIn?.password,
  )
  const isKnown = candidates.some(({ id, body }) => isKnownNetwork(id, body, network))
  const stored = candidates.map(({ body }) => body.signIn!.password!)
  const right = await context.state.hasher.matching(password, stored, isKnown ? 'known' : 'others')
  const agents = candidates.filter(({ body }) => right.includes(body.signIn!.password!))
  const tenants = await tenantsOf(agents, context)
  if (tenants.length === 0) {
    noteRefusal(about, candidates, context)
    throw new ServiceError('wrong_credentials')
  }
  // The password of one account may be a guess at another's with the same address: it stays counted and is logged there.
  const missed = candidates.filter((each) => !agents.includes(each))
  if (missed.length === 0) await refund()
  else noteRefusal(about, missed, context)
  return { agents: agents.filter((agent) => tenants.some(({ id }) => id === agent.tenant)), tenants }
}

/** Remembers the network of a sign-in. */
export async function noteNetwork(agent: Stored<AgentRecord>, network: string, context: GatewayContext): Promise<void> {
  const own = networkHash(network, agent.id)
  if (agent.body.signIn?.networks?.includes(own)) return
  await context.forTenant(agent.tenant).commit(context.collections.agents, agent.id, (current) => {
    const signIn = current?.body.signIn
    if (!signIn || signIn.networks?.includes(own)) return undefined
    const networks = [own, ...(signIn.networks ?? [])].slice(0, maxNetworks)
    return { body: { ...current.body, signIn: { ...signIn, networks } } }
  })
}
