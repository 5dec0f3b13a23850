import { type BodyOf, type ConversationRating, chat, ServiceError } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { changeConversation } from './change-conversation.ts'
import { toConversation } from './conversation-document.ts'

/** How long after it was first given a rating may be changed. */
const changeableMs = 24 * 60 * 60 * 1_000

/**
 * Stores what a customer thinks of a conversation; its state stays as it is. The same rating again changes nothing. Throws
 * `not_found`, and `conflict` for another rating later than 24 hours after the first.
 */
export async function rateConversation(
  { conversationId, score, comment }: BodyOf<typeof chat.queries.conversationRate>,
  context: ChatContext,
): Promise<{ conversationId: string; rating: ConversationRating }> {
  const stored = await changeConversation(conversationId, context, ({ body: before }, now) => {
    const known = before.rating
    if (known?.score === score && (known.comment ?? '') === (comment ?? '')) return undefined
    if (known && Date.parse(now) - Date.parse(known.at) > changeableMs) {
      throw new ServiceError('conflict', { detail: 'The rating was given more than 24 hours ago.' })
    }
    const rating: ConversationRating = { score, ...(comment && { comment }), at: known?.at ?? now }
    const body = { ...before, rating, updatedAt: now }
    const conversation = toConversation(conversationId, body)
    const from = known ? String(known.score) : null
    return {
      body,
      events: [context.event(chat.events.conversationRated, { conversation, rating })],
      activities: [{ actor: { kind: 'customer' }, action: 'rate', from, to: String(score) }],
    }
  })
  return { conversationId, rating: stored.body.rating! }
}
