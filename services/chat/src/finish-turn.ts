import {
  conversationEscalated,
  type ErrorCode,
  errorCodes,
  type Message,
  type ModelUsage,
  messageSent,
  refusal,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { Outcome } from './answer-question.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, type Turn, toConversation } from './conversation-document.ts'
import { isOurs } from './hold-turn.ts'
import { liveTurnsOf } from './live-turns.ts'
import { replyFor } from './replies.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

/** `waiting`: people took over before it began, so they answer it. */
export type TurnEnd = (Outcome | { kind: 'failed'; code: ErrorCode } | { kind: 'waiting' }) & {
  usage?: ModelUsage | undefined
}

/** What the answer's message says beside who and when. */
function messageOf(end: TurnEnd, turn: Turn, language: string | null): Partial<Message> & Pick<Message, 'content'> {
  switch (end.kind) {
    case 'answered':
      return {
        content: end.content,
        confidence: end.confidence,
        answerability: end.answerability,
        sources: end.sources,
        citations: end.citations,
        outcome: 'answered',
        policies: end.decisions,
      }
    case 'blocked':
      return { content: refusal, outcome: 'blocked', reason: end.reason, policies: end.decisions }
    case 'escalated':
      return {
        content: replyFor('escalated', language),
        confidence: end.confidence,
        answerability: end.confidence,
        outcome: 'escalated',
        reason: end.reason,
        policies: end.decisions,
      }
    case 'waiting':
      return { content: replyFor('waiting', language), outcome: 'waiting' }
    case 'failed':
      return {
        content: turn.released,
        outcome: 'failed',
        error: { code: end.code, message: errorCodes[end.code].title },
      }
  }
}

/** The conversation without its first turn, or without any, and with the messages that came of them. */
function settle(before: ConversationDocument, ended: number, now: string): ConversationDocument {
  const { unfinishedSince: _, ...settled } = before
  const turns = before.turns.slice(ended)
  return {
    ...settled,
    turns,
    ...(turns[0] && { unfinishedSince: turns[0].createdAt }),
    updatedAt: now,
    lastMessageAt: now,
    messageCount: before.messageCount + ended,
  }
}

function handedOver(
  { resolved: _, ...before }: ConversationDocument,
  end: Extract<TurnEnd, { kind: 'escalated' }>,
  summary: string,
  now: string,
): ConversationDocument {
  const sourcesTried = [...new Set(end.chunks.map(({ sourceId }) => sourceId))]
  return {
    ...before,
    status: 'escalated',
    handler: 'queue',
    escalation: { reason: end.reason, at: now, summary, sourcesTried },
  }
}

/**
 * Commits the end of the first turn: its message, what it makes of the conversation, and the events of both, in one write.
 * A hand-over passes the turns behind it on to people too. Does nothing when the turn is not ours any more, or has ended.
 */
export async function finishTurn(
  conversationId: string,
  turnId: string,
  end: TurnEnd,
  context: ChatContext,
): Promise<void> {
  const { commit, collections, clock, event } = context
  const summary = end.kind === 'escalated' ? await summarizeForHandover(conversationId, context) : ''
  let ended: Turn[] = []

  await commit(collections.conversations, conversationId, (current) => {
    ended = []
    const turn = current?.body.turns[0]
    if (!current || turn?.id !== turnId || !isOurs(turn, context)) return undefined
    const before = current.body
    const now = timestampOf(clock)
    const isEscalated = end.kind === 'escalated'
    ended = isEscalated ? before.turns : [turn]
    const settled = settle(before, ended.length, now)
    const after = isEscalated ? handedOver(settled, end, summary, now) : settled
    const conversation = toConversation(conversationId, after)
    const sent = ended.map((each, i) => {
      const how: TurnEnd = i === 0 ? end : { kind: 'waiting' }
      const message: Message = {
        id: each.id,
        conversationId,
        sequence: before.messageCount + i + 1,
        author: { kind: how.kind === 'failed' || how.kind === 'waiting' ? 'system' : 'ai' },
        kind: 'message',
        createdAt: now,
        ...messageOf(how, each, before.language),
        ...(how.usage && { usage: how.usage }),
      }
      return event(messageSent, { conversation, message })
    })
    const escalated = isEscalated
      ? [event(conversationEscalated, { conversation, reason: end.reason, summary, score: end.confidence })]
      : []
    return { body: after, events: [...sent, ...escalated] }
  })
  for (const { id } of ended) liveTurnsOf(context).ring(id)
}
