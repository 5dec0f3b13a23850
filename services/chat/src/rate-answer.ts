import { type BodyOf, conversationResolved, type messageRate, ServiceError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, conversationIdOf, toConversation } from './conversation-document.ts'
import { findMessage } from './list-messages.ts'

const unknown = () => new ServiceError('not_found', { detail: 'There is no such answer.' })

/** Keeps what a customer thought of an answer. `helpful: true` resolves an open conversation as confirmed, once. */
export async function rateAnswer({ messageId, helpful, comment }: BodyOf<typeof messageRate>, context: ChatContext) {
  const { collections, commit, clock, event } = context
  const conversationId = conversationIdOf(messageId)
  if (!conversationId) throw unknown()
  const stored = await collections.conversations.get(context.tenant, conversationId)
  const rated = stored && (await findMessage(stored, messageId, context))
  if (rated?.author.kind !== 'ai') throw unknown()

  await commit(collections.conversations, conversationId, (current) => {
    if (!current) throw unknown()
    const now = timestampOf(clock)
    const feedback = { ...current.body.feedback, [messageId]: { helpful, ...(comment && { comment }), at: now } }
    const resolves = helpful && current.body.status === 'open'
    const after: ConversationDocument = {
      ...current.body,
      feedback,
      updatedAt: now,
      ...(resolves && { status: 'resolved', resolved: { by: 'ai', how: 'confirmed' } }),
    }
    const conversation = toConversation(conversationId, after)
    return { body: after, events: resolves ? [event(conversationResolved, { conversation, how: 'confirmed' })] : [] }
  })
  return { messageId, conversationId, helpful }
}
