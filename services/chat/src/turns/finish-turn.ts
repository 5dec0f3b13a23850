import {
  assertNever,
  chat,
  type ErrorCode,
  errorCodes,
  type Message,
  type ModelUsage,
  type PolicyDecision,
  type Settings,
} from '@frontdesk/contracts'
import { startUsageMeter } from '@frontdesk/models'
import { timestampOf } from '@frontdesk/service'
import { findSourcesTried } from '../answerability/find-sources-tried.ts'
import type { ChatContext } from '../context.ts'
import { complete, type NewActivity } from '../conversations/change-conversation.ts'
import { type ConversationDocument, type Turn, toConversation } from '../conversations/conversation-document.ts'
import { move } from '../conversations/conversation-states.ts'
import { applyRule, type Escalation } from '../escalation/escalation-steps.ts'
import { summarizeForHandover } from '../escalation/summarize-for-handover.ts'
import { assumeAtFrom, readSettings } from '../settings/settings-store.ts'
import { readSlaRules } from '../sla/sla-policy-store.ts'
import { customerText, type HandedOver, handedOverText, type Spoken, spokenIn } from '../texts/customer-texts.ts'
import { countTokens } from '../visitors/widget-budget.ts'
import { countAnswer } from './count-answers.ts'
import type { Outcome } from './outcome.ts'
import { isOurs } from './turn-lease.ts'

/** A turn that goes to people, and what of the pipeline it went through. */
export type EscalatedEnd = Pick<Outcome, 'decisions' | 'chunks'> &
  Escalation &
  HandedOver & { kind: 'escalated'; confidence: number; detail?: string }
/** `waiting`: people took over before it began, so they answer it. */
export type TurnEnd = (
  | Exclude<Outcome, { kind: 'escalated' }>
  | EscalatedEnd
  /** With the policy that closed, when one could not be evaluated. */
  | { kind: 'failed'; code: ErrorCode; decisions?: PolicyDecision[] }
  | { kind: 'waiting' }
  /** Whoever asked wants no more of it. */
  | { kind: 'stopped'; format?: 'markdown' }
) & { usage?: ModelUsage | undefined }

/** What the answer's message says beside who and when. */
function messageOf(
  end: TurnEnd,
  turn: Turn,
  spoken: Spoken,
  settings: Settings,
): Partial<Message> & Pick<Message, 'content'> {
  switch (end.kind) {
    case 'answered':
      return {
        content: end.content,
        ...(end.format && { format: end.format }),
        ...(end.truncated && { truncated: end.truncated }),
        confidence: end.confidence,
        answerability: end.answerability,
        ...(end.computedConfidence !== undefined && { computedConfidence: end.computedConfidence }),
        sources: end.sources,
        citations: end.citations,
        outcome: 'answered',
        policies: end.decisions,
      }
    case 'blocked':
      return {
        content: customerText('refusal', spoken, settings),
        outcome: 'blocked',
        reason: end.reason,
        policies: end.decisions,
      }
    case 'escalated':
      return {
        content: handedOverText(end, spoken, settings),
        ...(end.reason === 'low_confidence' && { confidence: end.confidence, answerability: end.confidence }),
        outcome: 'escalated',
        reason: end.reason,
        policies: end.decisions,
      }
    case 'waiting':
      return { content: customerText('waiting', spoken, settings), outcome: 'waiting' }
    case 'failed':
      return { ...failedWith(end.code, turn), ...(end.decisions && { policies: end.decisions }) }
    case 'stopped':
      return { ...failedWith('cancelled', turn), ...(end.format && { format: end.format }) }
    default:
      return assertNever(end)
  }
}

const failedWith = (code: ErrorCode, turn: Turn) => ({
  content: turn.released,
  outcome: 'failed' as const,
  error: { code, message: errorCodes[code].title },
})

/** The conversation without these turns, and with the messages that came of them. */
function settle(before: ConversationDocument, ended: Turn[], now: string): ConversationDocument {
  const { unfinishedSince: _, ...settled } = before
  const turns = before.turns.filter((turn) => !ended.includes(turn))
  return {
    ...settled,
    turns,
    ...(turns[0] && { unfinishedSince: turns[0].createdAt }),
    updatedAt: now,
    lastMessageAt: now,
    messageCount: before.messageCount + ended.length,
  }
}

function handedOver(
  before: ConversationDocument,
  end: EscalatedEnd,
  { summary, sourcesTried }: { summary: string; sourcesTried: string[] },
  now: string,
): { body: ConversationDocument; activities: NewActivity[] } {
  const moved = {
    ...move(before, 'escalate'),
    escalation: { reason: end.reason, at: now, summary, sourcesTried },
  }
  const { body, activities } = applyRule(moved, end.rule, now)
  const detail = end.rule ? `${end.reason}: ${end.rule.name}` : (end.detail ?? end.reason)
  const escalated: NewActivity = {
    actor: { kind: end.rule ? 'system' : 'ai', ...(end.rule && { id: end.rule.id }) },
    action: 'escalate',
    from: before.status,
    to: 'escalated',
    detail,
  }
  return { body, activities: [escalated, ...activities] }
}

/**
 * Commits the end of the first turn: its message, what it makes of the conversation, and the events of both, in one write.
 * A hand-over passes the turns behind it on to people too. Does nothing when the turn is not ours any more, or has ended.
 * Any turn can be stopped, whoever works on it.
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
  const summary = isEscalated ? await summarizeForHandover(conversationId, context, { meter }) : ''
  const usage = meter.total()
  const sourcesTried = isEscalated ? await sourcesOf(conversationId, end, context) : []
  const settings = await readSettings(context)
  const rules = isEscalated ? await readSlaRules(context) : undefined
  let ended: Turn[] = []

  await commit(collections.conversations, conversationId, (current) => {
    ended = []
    const turn = current?.body.turns.find(({ id }) => id === turnId)
    if (!current || !turn) return undefined
    if (end.kind !== 'stopped' && (turn !== current.body.turns[0] || !isOurs(turn, context))) return undefined
    const before = current.body
    const now = timestampOf(clock)
    ended = isEscalated ? before.turns : [turn]
    const settled = settle(before, ended, now)
    const isSaid = end.kind === 'answered' && settled.turns.length === 0
    const { body: after, activities } = isEscalated
      ? handedOver(settled, end, { summary, sourcesTried }, now)
      : { body: { ...move(settled, 'answer'), ...(isSaid && assumeAtFrom(settings, now)) }, activities: [] }
    const conversation = toConversation(conversationId, after)
    const sent = ended.map((each, i) => {
      const how: TurnEnd = i === 0 ? end : { kind: 'waiting' }
      const message: Message = {
        id: each.id,
        conversationId,
        sequence: before.messageCount + i + 1,
        author: { kind: isByAi(how, each) ? 'ai' : 'system' },
        kind: 'message',
        createdAt: now,
        ...messageOf(how, each, spokenIn(each.question.text, before.language), settings),
        ...(i === 0 && usage && { usage }),
      }
      return event(chat.events.messageSent, { conversation, message })
    })
    const escalated = isEscalated
      ? [event(chat.events.conversationEscalated, { conversation, reason: end.reason, summary, score: end.confidence })]
      : []
    return complete(conversationId, { body: after, events: [...sent, ...escalated], activities }, context, now, {
      body: before,
      rules,
    })
  })
  if (ended[0]) countAnswer(end, usage, clock.now() - Date.parse(ended[0].createdAt), context)
  for (const { id } of ended) context.state.liveTurns.notify(id)
  if (ended[0] && usage) await countTokens(ended[0], usage, context)
}

const isByAi = ({ kind }: TurnEnd, { released }: Turn): boolean =>
  kind === 'stopped' ? released !== '' : kind !== 'failed' && kind !== 'waiting'

/** What was looked into for this question first, then what earlier answers rested on. */
async function sourcesOf(conversationId: string, { chunks }: EscalatedEnd, context: ChatContext): Promise<string[]> {
  const before = await findSourcesTried(conversationId, context)
  return [...new Set([...chunks.map(({ sourceId }) => sourceId), ...before])]
}
