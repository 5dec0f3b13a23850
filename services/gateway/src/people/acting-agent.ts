import { chat, isFresh, ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../keys/caller.ts'

/** How long a tenant's setting is believed. */
const trustMs = 2_000

export const notThisAgent = (detail = 'This key or session can act only as its own agent.') =>
  new ServiceError('not_this_agent', { detail })

/**
 * The agent in whose name a request is made, empty for none: the caller's own, or the one that `named` (`x-agent-id`) says
 * where the caller is nobody in particular. Throws `not_this_agent` for a caller that names another than its own.
 */
export function agentNamedBy({ agentId }: Pick<Caller, 'agentId'>, named: string): string {
  if (agentId === undefined) return named
  if (named !== '' && named !== agentId) throw notThisAgent()
  return agentId
}

/**
 * Throws `not_this_agent` for a key that is bound to no agent where the tenant's `requireAgentKeys` wants one that is. Costs
 * a question to the settings every 2 s a tenant.
 */
export async function requireAgentKey(
  { tenant, agentId }: Pick<Caller, 'tenant' | 'agentId'>,
  context: GatewayContext,
): Promise<void> {
  if (agentId !== undefined) return
  const { clock, state } = context
  let rule = state.agentRules.get(tenant)
  if (!rule || !isFresh(rule.readAt, trustMs, clock.now())) {
    const { requireAgentKeys } = await context.forTenant(tenant).ask(chat.queries.settingsRead, {})
    rule = { isRequired: requireAgentKeys, readAt: clock.now() }
    state.agentRules.set(tenant, rule)
  }
  if (rule.isRequired) throw notThisAgent('In this tenant, an agent needs a session or an own API key.')
}
