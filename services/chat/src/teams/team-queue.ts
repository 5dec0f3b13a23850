import type { ConversationDocument } from '../conversations/conversation-document.ts'

/** Whether a conversation waits in the queue of its team: for people, without an assignee. */
const isQueued = ({ status, handler, assignee, teamId, snoozedUntil, blocked }: ConversationDocument): boolean =>
  teamId !== undefined &&
  assignee === null &&
  handler !== 'ai' &&
  (status === 'open' || status === 'escalated') &&
  snoozedUntil === undefined &&
  !blocked

/** The conversation with its place in the queue of its team, which it keeps until it leaves it. */
export function noteQueue(body: ConversationDocument, now: string): ConversationDocument {
  const { queue: before, ...rest } = body
  if (!isQueued(body)) return rest
  const team = body.teamId!
  return { ...rest, queue: { team, since: before?.team === team ? before.since : now } }
}
