import {
  errorCodes,
  escalationReason,
  type Message,
  questionIdFor,
  refusal,
  ServiceError,
  type TurnPart,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChatContext } from './context.ts'
import { blockIn, type ConversationDocument, conversationIdOf } from './conversation-document.ts'
import { isOurs } from './hold-turn.ts'
import { findMessage } from './list-messages.ts'
import { liveTurnsOf } from './live-turns.ts'
import { replyFor } from './replies.ts'
import { enterTurn } from './watch-readers.ts'

/** How often a reader looks into the store when another process runs the turn, whose bell it can't hear. */
const lookEveryMs = 250
/** And when this one runs it: only in case it dies, or another takes it over. */
const lookRarelyMs = 2_000

/**
 * What a turn sent and still sends, from an offset on, to its end: the same parts for whoever reads them, whenever.
 * Offset 0 begins with `start`. A fault after `faultsSeen` ends it with an `error`, though the turn goes on. Throws `not_found`; `stream_broken` when the process stops before the end.
 */
export async function* followTurn(
  turnId: string,
  offset: number,
  context: ChatContext,
  faultsSeen?: number,
): AsyncGenerator<TurnPart> {
  const { tenant, collections, signal } = context
  const conversationId = conversationIdOf(turnId)
  if (!conversationId) throw unknown()
  const live = liveTurnsOf(context)
  const reader = enterTurn(conversationId, turnId, context)
  let hasSeenEnd = false
  let faultsBefore = faultsSeen
  try {
    let sent = offset
    let isStarted = offset > 0
    while (!signal.aborted) {
      const heard = live.ringsOf(turnId)
      const stored = await collections.conversations.get(tenant, conversationId)
      const turn = stored?.body.turns.find(({ id }) => id === turnId)
      const message = stored && !turn ? await endingMessage(stored, turnId, context) : undefined
      if (!turn) hasSeenEnd = true
      if (!turn && !message) throw unknown()
      if (!isStarted) yield { type: 'start', offset: 0, conversationId, messageId: turnId }
      isStarted = true

      const text = turn ? turn.released : sentTextOf(message!)
      if (text.length > sent) {
        yield { type: 'delta', offset: text.length, text: text.slice(sent) }
        sent = text.length
      }
      if (message) {
        yield endOf(message, sent, stored!.body.language)
        return
      }
      // It is tried again by itself; whoever asks again under the same operation follows it there.
      const faults = turn!.fault?.count ?? 0
      faultsBefore ??= faults
      if (faults > faultsBefore) {
        hasSeenEnd = true
        const { code } = turn!.fault!
        yield { type: 'error', offset: sent, message: errorCodes[code].title, code }
        return
      }
      await reader.stay(turn!)
      await live.nextRing(turnId, heard, isOurs(turn!, context) ? lookRarelyMs : lookEveryMs, signal)
    }
    throw new ServiceError('stream_broken')
  } finally {
    await reader.leave(hasSeenEnd)
  }
}

const unknown = () => new ServiceError('not_found', { detail: 'There is no such message.' })

/** What the turn became. A message that came while people handled the conversation has no turn: it was passed on to them. */
async function endingMessage(
  stored: Stored<ConversationDocument>,
  turnId: string,
  context: ChatContext,
): Promise<Message | undefined> {
  const ending = await findMessage(stored, turnId, context)
  if (ending) return ending
  const question = await findMessage(stored, questionIdFor(turnId), context)
  if (question?.outcome !== 'waiting') return undefined
  return { ...question, id: turnId, author: { kind: 'system' }, content: replyFor('waiting', stored.body.language) }
}

/** What of a message its readers got as deltas; every other end says its words itself. */
const sentTextOf = ({ author, outcome, content }: Message): string =>
  outcome === 'answered' || outcome === 'failed' || isCutOff({ author, outcome }) ? content : ''

/** An answer that people took over from: its words are as far as it came. */
const isCutOff = ({ author, outcome }: Pick<Message, 'author' | 'outcome'>): boolean =>
  outcome === 'waiting' && author.kind === 'ai'

/** The one event that ends a stream. */
function endOf(message: Message, offset: number, language: string | null): TurnPart {
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
        reason: escalationReason.catch('rule').parse(message.reason),
        score: message.confidence ?? 0,
        message: message.content,
        conversationId,
      }
    case 'waiting':
      return {
        type: 'escalated',
        offset,
        reason: 'waiting',
        score: 0,
        message: isCutOff(message) ? replyFor('waiting', language) : message.content,
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
