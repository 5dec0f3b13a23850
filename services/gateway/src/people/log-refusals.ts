import { platformTenant } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { countRefusal, isTold } from './count-tries.ts'
import { logSignIn } from './log-sign-in.ts'
import type { Refusal } from './refusal.ts'

/**
 * Has a refused sign-in counted and logged within a second: apart from its request, and from the one after it, whose times would
 * tell whether somebody has this address. If the process crashes before that, it is not logged.
 */
export function noteRefusal(
  about: string,
  agents: { id: string; tenant: string }[],
  { state, cause }: Pick<GatewayContext, 'state' | 'cause'>,
): void {
  state.refusals.push({ about, agents: agents.map(({ id, tenant }) => ({ id, tenant })), cause })
}

/** Counts and logs what was refused since the last time. What fails is lost, and the process's log says so. */
export async function logRefusals(context: GatewayContext): Promise<void> {
  for (const { about, agents, cause } of context.state.refusals.splice(0)) {
    const own = context.forTenant(platformTenant, cause)
    try {
      await logRefusal(about, agents, own)
    } catch (error) {
      own.log.error({ err: error }, 'a refused sign-in could not be logged')
    }
  }
}

async function logRefusal(about: string, agents: Refusal['agents'], context: GatewayContext): Promise<void> {
  const count = await countRefusal('refused', about, context)
  if (!isTold(count)) return
  for (const { id, tenant } of agents) {
    const entry = { kind: 'session' as const, actor: { kind: 'system' as const }, action: 'refuse' }
    await logSignIn({ ...entry, targetId: id, failed: count }, context.forTenant(tenant))
  }
}
