import type { BodyOf, chat } from '@frontdesk/contracts'
import type { Body, Collection, Where } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { readSettings } from '../settings/settings-store.ts'
import { assignAgain } from '../teams/request-assignment.ts'
import { returnToTeam } from '../teams/return-to-team.ts'
import { leaveTeams } from '../teams/team-store.ts'
import { forgetPresence } from './live-signals.ts'

const page = 500

async function removeThose<T extends Body>(owned: Collection<T>, where: Where, tenant: string): Promise<void> {
  while (true) {
    const { items } = await owned.find(tenant, { where, limit: page })
    for (const { id } of items) await owned.remove(tenant, id)
    if (items.length < page) return
  }
}

/**
 * Removes what was an agent's own: drafts, views and canned replies that are not shared, what the agent has read, their notifications, where
 * the agent is, and where the agent is a member. What was shared stays. Doing it again removes what is left.
 */
export async function forgetAgent(
  { agentId }: BodyOf<typeof chat.queries.agentForget>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections } = context
  await removeThose(collections.drafts, { agentId }, tenant)
  await removeThose(collections.views, { agentId, shared: false }, tenant)
  await removeThose(collections.cannedReplies, { agentId, shared: false }, tenant)
  // Their ids are the agent's, a space, the conversation's; `!` is the character behind the space.
  await removeThose(collections.readMarkers, { id: { gte: `${agentId} `, lt: `${agentId}!` } }, tenant)
  await removeThose(collections.notifications, { agentId }, tenant)
  await leaveTeams(agentId, context)
  const { unassignWhenOutOfOffice } = await readSettings(context)
  if (unassignWhenOutOfOffice) await returnToTeam(agentId, context)
  await assignAgain(context)
  await forgetPresence(agentId, context)
}
