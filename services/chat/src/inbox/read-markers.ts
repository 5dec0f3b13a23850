import type { BodyOf, chat } from '@frontdesk/contracts'
import { getExisting } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { noConversation } from '../conversations/conversation-document.ts'
import { markConversationNotificationsRead } from '../notifications/read-notifications.ts'
import { markerIdOf } from './read-marker-document.ts'

/** The fields of a conversation that decide whether an agent has read it. */
export type Readable = { id: string; customerSequence?: number | undefined; messageCount: number }

/** Marks a conversation as read up to a message, never backwards. Throws `not_found`. */
export async function markRead(
  { conversationId, agentId, sequence }: BodyOf<typeof chat.queries.conversationMarkRead>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const stored = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  const read = Math.min(sequence, stored.body.messageCount)
  await commit(collections.readMarkers, markerIdOf(agentId, conversationId), (current) =>
    current && current.body.sequence >= read
      ? undefined
      : { body: { agentId, conversationId, sequence: read, at: timestampOf(clock) } },
  )
  await markConversationNotificationsRead(conversationId, agentId, read, context)
  // Erased meanwhile: nothing of it may stay.
  if (!(await collections.conversations.get(tenant, conversationId))) {
    await collections.readMarkers.remove(tenant, markerIdOf(agentId, conversationId))
    throw noConversation()
  }
}

/** The conversations with customer messages that the agent has not read. */
export async function unreadOf(
  agentId: string,
  conversations: Readable[],
  { tenant, collections }: ChatContext,
): Promise<Set<string>> {
  if (conversations.length === 0) return new Set()
  const ids = conversations.map(({ id }) => markerIdOf(agentId, id))
  const markers = await collections.readMarkers.readFields(tenant, ids, ['sequence'])
  const readTo = new Map(markers.map(({ id, values: [sequence] }) => [id, sequence as number]))
  const isUnread = ({ id, customerSequence, messageCount }: Readable) =>
    (customerSequence ?? messageCount) > (readTo.get(markerIdOf(agentId, id)) ?? 0)
  return new Set(conversations.filter(isUnread).map(({ id }) => id))
}
