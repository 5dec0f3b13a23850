import { grantsAll, type Role, roleScopes } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'
import { logSignIn } from '../people/log-sign-in.ts'

/**
 * Revokes the API keys of an agent that may do what the agent's new role may not, and writes that to the log. Does nothing where
 * the new role has all that the old one had. Answers the ids of the keys.
 */
export async function revokeStrongerKeys(
  { agentId, from, to }: { agentId: string; from: Role; to: Role },
  context: GatewayContext,
): Promise<string[]> {
  if (grantsAll(roleScopes[to], roleScopes[from])) return []
  const { tenant, collections, commit, clock } = context
  const { items } = await collections.apiKeys.find(tenant, { where: { agentId, revokedAt: null }, limit: 1_000 })
  const stronger = items.filter(({ body }) => !grantsAll(roleScopes[to], body.scopes))
  for (const { id } of stronger) {
    await commit(collections.apiKeys, id, (current) =>
      current && !current.body.revokedAt ? { body: { ...current.body, revokedAt: timestampOf(clock) } } : undefined,
    )
    const entry = { kind: 'api_key' as const, actor: { kind: 'system' as const }, action: 'delete', targetId: id }
    await logSignIn(entry, context)
  }
  return stronger.map(({ id }) => id)
}
