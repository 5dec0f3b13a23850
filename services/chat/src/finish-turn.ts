import {
  conversationEscalated,
  type ErrorCode,
  errorCodes,
  type Message,
  type ModelUsage,
  messageSent,
  type PolicyDecision,
  refusal,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { Outcome } from './answer-question.ts'
import { complete, type Deed } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, type Turn, toConversation } from './conversation-document.ts'
import { move } from './conversation-states.ts'
import { startUsageMeter } from './count-usage.ts'
import { applyRule, type Escalation } from './escalation-steps.ts'
import { findSourcesTried } from './find-sources-tried.ts'
import { isOurs } from './hold-turn.ts'
import { assumeAtFrom, readSettings, servedIn } from './keep-settings.ts'
import { liveTurnsOf } from './live-turns.ts'
import { replyFor } from './replies.ts'
import { summarizeForHandover } from './summarize-for-handover.ts'

/** A turn that goes to people, and what of the pipeline it went through. `message` stands in for our own words. */
export type EscalatedEnd = Pick<Outcome, 'decisions' | 'chunks'> &
  Escalation & { kind: 'escalated'; confidence: number; message?: string | undefined }
/** `waiting`: people took over before it began, so they answer it. */
export type TurnEnd = (
  | Exclude<Outcome, { kind: 'escalated' }>
  | EscalatedEnd
  /** With the policy that closed, when one could not be evaluated. */
  | { kind: 'failed'; code: ErrorCode; decisions?: PolicyDecision[] }
  | { kind: 'waiting' }
) & { usage?: ModelUsage | undefined }

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
        content: end.message ?? replyFor(end.reason, language),
        ...(end.reason === 'low_confidence' && { confidence: end.confidence, answerability: end.confidence }),
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
        ...(end.decisions && { policies: end.decisions }),
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
  before: ConversationDocument,
  end: EscalatedEnd,
  { summary, sourcesTried }: { summary: string; sourcesTried: string[] },
  now: string,
): { body: ConversationDocument; deeds: Deed[] } {
  const moved = {
    ...move(before, 'escalate'),
    escalation: { reason: end.reason, at: now, summary, sourcesTried },
  }
  const { body, deeds } = applyRule(moved, end.rule, now)
  const detail = end.rule ? `${end.reason}: ${end.rule.name}` : end.reason
  const escalated: Deed = {
    actor: { kind: end.rule ? 'system' : 'ai', ...(end.rule && { id: end.rule.id }) },
    action: 'escalate',
    from: before.status,
    to: 'escalated',
    detail,
  }
  return { body, deeds: [escalated, ...deeds] }
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
  const isEscalated = end.kind === 'escalated'
  const meter = startUsageMeter(end.usage)
  const summary = isEscalated ? await summarizeForHandover(conversationId, context, meter) : ''
  const usage = meter.total()
  const sourcesTried = isEscalated ? await sourcesOf(conversationId, end, context) : []
  const settings = await readSettings(context)
  let ended: Turn[] = []

  await commit(collections.conversations, conversationId, (current) => {
    ended = []
    const turn = current?.body.turns[0]
    if (!current || turn?.id !== turnId || !isOurs(turn, context)) return undefined
    const before = current.body
    const now = timestampOf(clock)
    ended = isEscalated ? before.turns : [turn]
    const settled = settle(before, ended.length, now)
    const isSaid = end.kind === 'answered' && settled.turns.length === 0
    const { body: after, deeds } = isEscalated
      ? handedOver(settled, end, { summary, sourcesTried }, now)
      : { body: { ...move(settled, 'answer'), ...(isSaid && assumeAtFrom(settings, now)) }, deeds: [] }
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
        ...messageOf(how, each, servedIn(before.language, settings)),
        ...(i === 0 && usage && { usage }),
      }
      return event(messageSent, { conversation, message })
    })
    const escalated = isEscalated
      ? [event(conversationEscalated, { conversation, reason: end.reason, summary, score: end.confidence })]
      : []
    return complete(conversationId, { body: after, events: [...sent, ...escalated], deeds }, context, now)
  })
  for (const { id } of ended) liveTurnsOf(context).ring(id)
}

/** What was looked into for this question first, then what earlier answers rested on. */
async function sourcesOf(conversationId: string, { chunks }: EscalatedEnd, context: ChatContext): Promise<string[]> {
  const before = await findSourcesTried(conversationId, context)
  return [...new Set([...chunks.map(({ sourceId }) => sourceId), ...before])]
}
