import type { BodyOf, chat } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { assignmentId } from './assignment-document.ts'

/** Whether the tenant has a team whose conversations are assigned automatically. */
async function hasAutomaticTeam({ tenant, collections }: ChatContext): Promise<boolean> {
  return (await collections.teams.count(tenant, { assignment: { in: ['round_robin', 'least_busy'] } }, 1)) > 0
}

/** Has a pass of the tenant's automatic assignment begun soon, or repeated if one is under way. */
export async function requestAssignment({ commit, collections, clock }: ChatContext): Promise<void> {
  await commit(collections.assignments, assignmentId, (current) => {
    const before = current?.body
    // Whoever works on it sees at the end that it was requested again.
    const dueAt = before?.claim !== undefined && before.dueAt !== undefined ? before.dueAt : clock.now()
    return { body: { ...before, requests: (before?.requests ?? 0) + 1, dueAt } }
  })
}

/** What in the log of a conversation may have taken it from an agent, who then has capacity for another one. */
const freeing: ReadonlySet<string> = new Set(['assign', 'unassign', 'resolve', 'close'])

/** Requests a pass if a changed conversation is to be assigned, or an agent may have capacity now. */
export async function assignAfterChange(
  { conversation, activities }: BodyOf<typeof chat.events.conversationChanged>,
  context: ChatContext,
): Promise<void> {
  const { assignee, teamId, handler } = conversation
  const mayBeQueued = teamId !== undefined && assignee === null && handler !== 'ai'
  const isFreed = activities.some(
    ({ action, from }) => freeing.has(action) && (action.endsWith('assign') ? from !== null : assignee !== null),
  )
  if ((mayBeQueued || isFreed) && (await hasAutomaticTeam(context))) await requestAssignment(context)
}

/** Requests a pass where the tenant has a team that it could be for. */
export async function assignAgain(context: ChatContext): Promise<void> {
  if (await hasAutomaticTeam(context)) await requestAssignment(context)
}
