import { grantsAll, type Role, roleScopes, ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { pagesOf } from '../export/pages-of.ts'
import type { Caller } from '../keys/caller.ts'
import type { AgentRecord } from './agent-document.ts'

/** Throws `forbidden` where a caller would give somebody a role, or take over one, that can do what the caller can't. */
export function requireRole({ scopes }: Caller, ...roles: Role[]): void {
  const missing = roles.find((role) => !grantsAll(scopes, roleScopes[role]))
  if (missing) throw new ServiceError('forbidden', { detail: `You don’t have all scopes of the role ${missing}.` })
}

/**
 * As `requireRole`, for changes of an agent. One who can't sign in does nothing by a role, and whoever invites them needs its
 * scopes: there `settings` is enough, except for admins.
 */
export function requireRolesOf(caller: Caller, { signIn }: Pick<AgentRecord, 'signIn'>, ...roles: Role[]): void {
  requireRole(caller, ...(signIn ? roles : roles.filter((role) => role === 'admin')))
}

/** Throws `forbidden` where a live API key of an agent can do what the caller can't: whoever ends it must hold its scopes. */
export async function requireKeysOf(
  agentId: string,
  { scopes }: Caller,
  { tenant, collections, clock }: GatewayContext,
): Promise<void> {
  const isLive = (expiresAt: string | null) => expiresAt === null || Date.parse(expiresAt) > clock.now()
  const where = { agentId, revokedAt: null }
  for await (const { body } of pagesOf((page) => collections.apiKeys.find(tenant, { where, ...page }))) {
    if (isLive(body.expiresAt) && !grantsAll(scopes, body.scopes))
      throw new ServiceError('forbidden', { detail: 'An API key of this agent has scopes that you don’t have.' })
  }
}
