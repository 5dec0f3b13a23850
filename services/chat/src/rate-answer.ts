import { type BodyOf, conversationResolved, type messageRate, ServiceError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { complete } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, conversationIdOf, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
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
    const { status, resolved } = current.body
    const resolves = helpful && (status === 'open' || resolved?.how === 'assumed')
    const after: ConversationDocument = {
      ...(resolves ? move(current.body, 'resolve') : current.body),
      feedback,
      updatedAt: now,
      ...(resolves && { resolved: { by: 'ai', how: 'confirmed' } }),
    }
    const conversation = toConversation(conversationId, after)
    const events = resolves ? [event(conversationResolved, { conversation, how: 'confirmed' })] : []
    const deeds = resolves
      ? [{ actor: { kind: 'customer' } as const, action: 'resolve', from: status, to: 'resolved', detail: 'confirmed' }]
      : []
    return complete(conversationId, { body: after, events, deeds }, context, now)
  })
  return { messageId, conversationId, helpful }
}

/** What was said of the answers in a conversation, oldest first. Throws `not_found`. */
export async function readFeedback(conversationId: string, { tenant, collections }: ChatContext) {
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
  const items = Object.entries(stored.body.feedback ?? {}).map(([messageId, said]) => ({ messageId, ...said }))
  return { items: items.sort((a, b) => (a.at < b.at ? -1 : 1)) }
}
