import {
  conversationEscalated,
  type ErrorCode,
  errorCodes,
  type Message,
  messageSent,
  refusal,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { Outcome } from './answer-question.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, type Turn, toConversation } from './conversation-document.ts'
import { ring } from './live-turns.ts'
import { replyFor } from './replies.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

export type TurnEnd = Outcome | { kind: 'failed'; code: ErrorCode }

/** What the answer's message says beside who and when. */
function messageOf(end: TurnEnd, turn: Turn, language: string | null): Partial<Message> & Pick<Message, 'content'> {
  switch (end.kind) {
    case 'answered':
      return {
        content: end.content,
        confidence: end.confidence,
        sources: end.sources,
        outcome: 'answered',
        policies: end.decisions,
      }
    case 'blocked':
      return { content: refusal, outcome: 'blocked', reason: end.reason, policies: end.decisions }
    case 'escalated':
      return {
        content: replyFor('escalated', language),
        confidence: end.confidence,
        outcome: 'escalated',
        reason: end.reason,
        policies: end.decisions,
      }
    case 'failed':
      return {
        content: turn.released,
        outcome: 'failed',
        error: { code: end.code, message: errorCodes[end.code].title },
      }
  }
}

/**
 * Commits the end of a turn: its message, what it makes of the conversation, and the events of both, in one write. Does
 * nothing when the turn has ended already.
 */
export async function finishTurn(
  conversationId: string,
  turnId: string,
  end: TurnEnd,
  context: ChatContext,
): Promise<void> {
  const { commit, collections, clock, event } = context
  const summary = end.kind === 'escalated' ? await summarizeForHandover(conversationId, context) : ''

  await commit(collections.conversations, conversationId, (current) => {
    const turn = current?.body.turns.find(({ id }) => id === turnId)
    if (!current || !turn) return undefined
    const before = current.body
    const now = timestampOf(clock)
    const turns = before.turns.filter(({ id }) => id !== turnId)
    const { unfinishedSince, ...settled } = before
    const isEscalated = end.kind === 'escalated'
    const after: ConversationDocument = {
      ...settled,
      turns,
      ...(turns.length > 0 && unfinishedSince && { unfinishedSince }),
      updatedAt: now,
      lastMessageAt: now,
      messageCount: before.messageCount + 1,
      ...(isEscalated && {
        status: 'escalated' as const,
        handler: 'queue' as const,
        escalation: {
          reason: end.reason,
          at: now,
          summary,
          sourcesTried: [...new Set(end.chunks.map(({ sourceId }) => sourceId))],
        },
      }),
    }
    const message: Message = {
      id: turnId,
      conversationId,
      sequence: after.messageCount,
      author: { kind: end.kind === 'failed' ? 'system' : 'ai' },
      kind: 'message',
      createdAt: now,
      ...messageOf(end, turn, before.language),
    }
    const conversation = toConversation(conversationId, after)
    return {
      body: after,
      events: [
        event(messageSent, { conversation, message }),
        ...(isEscalated
          ? [event(conversationEscalated, { conversation, reason: end.reason, summary, score: end.confidence })]
          : []),
      ],
    }
  })
  ring(turnId)
}
