import { chat } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'
import type { Authenticator } from '../keys/caller.ts'
import { endSessions } from '../people/sessions.ts'
import { removeLinks } from '../people/sign-in-links.ts'
import { changed } from './availability.ts'
import { changeAgent } from './change-agent.ts'

/**
 * Removes an agent with what lets that person in: sessions, links, API keys that were made for them. Asked again, it finishes
 * what broke off.
 */
export async function removeAgent(
  agentId: string,
  authenticator: Authenticator,
  context: GatewayContext,
): Promise<void> {
  const { tenant, collections, commit, clock } = context
  // First of all: nothing of a disabled agent holds, whatever becomes of the rest.
  await commit(collections.agents, agentId, (current) =>
    current ? changed(current, changeAgent(current.body, { status: 'disabled' }), context) : undefined,
  )
  authenticator.sessions.forget({ agentId })
  await endSessions(agentId, context)
  await removeLinks(agentId, context)
  const links = await collections.oidcLinks.find(tenant, { where: { agentId }, limit: 1_000 })
  for (const { id } of links.items) await collections.oidcLinks.remove(tenant, id)
  const { items } = await collections.apiKeys.find(tenant, { where: { agentId, revokedAt: null }, limit: 1_000 })
  for (const { id } of items) {
    await commit(collections.apiKeys, id, (current) =>
      current ? { body: { ...current.body, revokedAt: timestampOf(clock) } } : undefined,
    )
    authenticator.forget(id)
  }
  await context.ask(chat.queries.agentForget, { agentId })
  await collections.digests.remove(tenant, agentId)
  await collections.notificationMails.remove(tenant, agentId)
  await collections.agents.remove(tenant, agentId)
}
