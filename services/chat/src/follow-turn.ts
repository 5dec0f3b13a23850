import { type Message, refusal, ServiceError, type TurnPart } from '@frontdesk/contracts'
import type { ChatContext } from './context.ts'
import { blockIn, conversationIdOf, toConversation } from './conversation-document.ts'
import { findMessage } from './list-messages.ts'
import { nextRing, readTurn } from './live-turns.ts'
import { replyFor } from './replies.ts'

/** How often a reader looks into the store when no bell of this process rings: another process may run the turn. */
const lookEveryMs = 250

/**
 * What a turn sent and still sends, from an offset on, to its end: the same parts for whoever reads them, whenever.
 * Offset 0 begins with `start`. Throws `not_found`.
 */
export async function* followTurn(turnId: string, offset: number, context: ChatContext): AsyncGenerator<TurnPart> {
  const { tenant, collections, signal } = context
  const conversationId = conversationIdOf(turnId)
  if (!conversationId) throw new ServiceError('not_found', { detail: 'There is no such message.' })
  const leave = readTurn(turnId)
  try {
    let sent = offset
    let isStarted = false
    while (!signal.aborted) {
      const stored = await collections.conversations.get(tenant, conversationId)
      const turn = stored?.body.turns.find(({ id }) => id === turnId)
      const message = turn ? undefined : await findMessage(conversationId, turnId, context)
      const isWaiting = !turn && !message && (await isPassedOn(conversationId, turnId, context))
      if (!stored || !(turn || message || isWaiting)) {
        throw new ServiceError('not_found', { detail: 'There is no such message.' })
      }
      if (!isStarted && offset === 0) yield { type: 'start', offset: 0, conversationId, messageId: turnId }
      isStarted = true

      const text = turn
        ? turn.released
        : message?.outcome === 'answered' || message?.outcome === 'failed'
          ? message.content
          : ''
      if (text.length > sent) {
        yield { type: 'delta', offset: text.length, text: text.slice(sent) }
        sent = text.length
      }
      if (message) {
        yield endOf(message, sent)
        return
      }
      if (isWaiting) {
        const { language } = toConversation(conversationId, stored.body)
        yield {
          type: 'escalated',
          offset: sent,
          reason: 'waiting',
          score: 0,
          message: replyFor('waiting', language),
          conversationId,
        }
        return
      }
      await nextRing(turnId, lookEveryMs, signal)
    }
    throw new ServiceError('stream_broken')
  } finally {
    leave()
  }
}

/** A message that came while people handled the conversation has no turn: it was passed on to them. */
async function isPassedOn(conversationId: string, turnId: string, context: ChatContext): Promise<boolean> {
  const question = await findMessage(conversationId, `${turnId.slice(0, -1)}q`, context)
  return question?.outcome === 'waiting'
}

/** The one event that ends a stream. */
function endOf(message: Message, offset: number): TurnPart {
  const { id: messageId, conversationId } = message
  switch (message.outcome) {
    case 'blocked': {
      const block = blockIn(message.policies)
      return { type: 'blocked', offset, policy: block?.type ?? '', reason: message.reason ?? '', message: refusal }
    }
    case 'escalated':
      return {
        type: 'escalated',
        offset,
        reason: 'low_confidence',
        score: message.confidence ?? 0,
        message: message.content,
        conversationId,
      }
    case 'failed':
      return { type: 'error', offset, message: message.error?.message ?? '', code: message.error?.code ?? 'internal' }
    default:
      return {
        type: 'done',
        offset,
        confidence: message.confidence ?? 0,
        sources: message.sources ?? [],
        conversationId,
        messageId,
      }
  }
}
