import { derivedId, platformTenant, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { newSignIn } from './set-password.ts'
import { type MadeLink, makeLink } from './sign-in-links.ts'

/** Whether somebody of the context's tenant can sign in. */
const hasPerson = async ({ tenant, collections }: GatewayContext): Promise<boolean> =>
  (await collections.agents.count(tenant, { status: 'active', 'signIn.email': { exists: true } })) > 0

/** A link for the first admin of the context's tenant; undefined once somebody can sign in there. */
export async function makeSetupLink(context: GatewayContext): Promise<MadeLink | undefined> {
  const stored = await context.collections.tenants.get(platformTenant, context.tenant)
  if (!stored || stored.body.erasure || (await hasPerson(context))) return undefined
  return makeLink('setup', undefined, context)
}

/**
 * Makes the first admin of the context's tenant, who has this PHC string. The agent has the same id whoever makes it, so of
 * two that set up at once one is refused. Throws `link_invalid`.
 */
export async function makeFirstAdmin(
  { name, email, password }: { name: string; email: string; password: string },
  context: GatewayContext,
): Promise<Stored<AgentRecord>> {
  if (await hasPerson(context)) throw new ServiceError('link_invalid')
  const now = timestampOf(context.clock)
  const id = derivedId('agt', context.tenant, 'first admin')
  const stored = await context.commit(context.collections.agents, id, (current) => {
    if (current) throw new ServiceError('link_invalid')
    const signIn = { ...newSignIn(email), password }
    const made = { name, email, role: 'admin' as const, available: true, createdAt: now, updatedAt: now }
    return { body: { ...made, status: 'active' as const, signIn } }
  })
  return stored!
}
