import type { BodyOf, chat } from '@frontdesk/contracts'
import { removeWhere } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { readSettings } from '../settings/settings-store.ts'
import { assignAgain } from '../teams/request-assignment.ts'
import { returnToTeam } from '../teams/return-to-team.ts'
import { leaveTeams } from '../teams/team-store.ts'
import { removePresence } from './live-signals.ts'

/**
 * Removes what was an agent's own: drafts, views and canned replies that are not shared, what the agent has read, their notifications, where
 * the agent is, and where the agent is a member. What was shared stays. Doing it again removes what is left.
 */
export async function removeAgentData(
  { agentId }: BodyOf<typeof chat.queries.agentForget>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections } = context
  await removeWhere(collections.drafts, tenant, { agentId })
  await removeWhere(collections.views, tenant, { agentId, shared: false })
  await removeWhere(collections.cannedReplies, tenant, { agentId, shared: false })
  // Their ids are the agent's, a space, the conversation's; `!` is the character behind the space.
  await removeWhere(collections.readMarkers, tenant, { id: { gte: `${agentId} `, lt: `${agentId}!` } })
  await removeWhere(collections.notifications, tenant, { agentId })
  await leaveTeams(agentId, context)
  const { unassignWhenOutOfOffice } = await readSettings(context)
  if (unassignWhenOutOfOffice) await returnToTeam(agentId, context)
  await assignAgain(context)
  await removePresence(agentId, context)
}
