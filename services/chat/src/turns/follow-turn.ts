import {
  assertNever,
  errorCodes,
  escalationReason,
  type Message,
  questionIdFor,
  ServiceError,
  type TurnPart,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { blockIn, type ConversationDocument, conversationIdOf } from '../conversations/conversation-document.ts'
import { findMessage } from '../conversations/list-messages.ts'
import { readSettings } from '../settings/settings-store.ts'
import { customerText, spokenIn } from '../texts/customer-texts.ts'
import { isOurs } from './turn-lease.ts'
import { enterTurn } from './watch-readers.ts'

/** How often a reader looks into the store when another process runs the turn and so can't notify it. */
const pollIntervalMs = 250
/** And when this one runs it: only in case it dies, or another takes it over. */
const slowPollIntervalMs = 2_000

/**
 * What a turn sent and still sends, from an offset on, to its end: the same parts for whoever reads them, whenever.
 * Offset 0 begins with `start`. A fault after `faultsSeen` ends it with an `error`, though the turn goes on. With `visitorId` any other visitor's is `not_found`. Throws `not_found`; `stream_broken` when the process stops before the end.
 */
export async function* followTurn(
  turnId: string,
  offset: number,
  context: ChatContext,
  { faultsSeen, visitorId }: { faultsSeen?: number; visitorId?: string | undefined } = {},
): AsyncGenerator<TurnPart> {
  const { tenant, collections, signal } = context
  const conversationId = conversationIdOf(turnId)
  if (!conversationId) throw unknownTurn()
  const live = context.state.liveTurns
  if (visitorId !== undefined) {
    // First, so that who may not read it does not count as a reader.
    const stored = await collections.conversations.get(tenant, conversationId)
    if (stored?.body.visitor?.id !== visitorId) throw unknownTurn()
  }
  const reader = enterTurn(conversationId, turnId, context)
  let hasSeenEnd = false
  let faultsBefore = faultsSeen
  try {
    let sent = offset
    let isStarted = offset > 0
    while (!signal.aborted) {
      const seen = live.notificationsOf(turnId)
      const stored = await collections.conversations.get(tenant, conversationId)
      if (visitorId !== undefined && stored?.body.visitor?.id !== visitorId) throw unknownTurn()
      const turn = stored?.body.turns.find(({ id }) => id === turnId)
      const message = stored && !turn ? await endingMessage(stored, turnId, context) : undefined
      if (!turn) hasSeenEnd = true
      if (!turn && !message) throw unknownTurn()
      // A message that was passed on to people is its own ending, and the only one that there is.
      if (!isStarted) yield { type: 'start', offset: 0, conversationId, messageId: message?.id ?? turnId }
      isStarted = true

      const text = turn ? turn.released : sentTextOf(message!)
      if (text.length > sent) {
        yield { type: 'delta', offset: text.length, text: text.slice(sent) }
        sent = text.length
      }
      if (message) {
        yield endOf(
          message,
          sent,
          isCutOff(message) ? await waitingText(message.content, stored!, context) : message.content,
        )
        return
      }
      // What became of it can't be stored: it is tried again when it can.
      const failure = live.failureOf(turnId)
      if (failure) {
        hasSeenEnd = true
        yield { type: 'error', offset: sent, message: failure.message, code: failure.code }
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
      await live.nextNotification(turnId, seen, isOurs(turn!, context) ? slowPollIntervalMs : pollIntervalMs, signal)
    }
    throw new ServiceError('stream_broken')
  } finally {
    await reader.leave(hasSeenEnd)
  }
}

export const unknownTurn = () => new ServiceError('not_found', { detail: 'There is no such message.' })

/**
 * What the turn became. A message that came while people handled the conversation has no turn: it was passed on to them, and
 * is its own ending.
 */
async function endingMessage(
  stored: Stored<ConversationDocument>,
  turnId: string,
  context: ChatContext,
): Promise<Message | undefined> {
  const ending = await findMessage(stored, turnId, context)
  if (ending && ending.author.kind !== 'customer') return ending
  const question = ending ?? (await findMessage(stored, questionIdFor(turnId), context))
  if (question?.outcome !== 'waiting') return undefined
  return { ...question, content: stored.body.blocked ? '' : await waitingText(question.content, stored, context) }
}

/** What a customer reads whose message people answer. */
const waitingText = async (
  text: string,
  { body: { language } }: Stored<ConversationDocument>,
  context: ChatContext,
): Promise<string> => customerText('waiting', spokenIn(text, language), await readSettings(context))

/** What of a message its readers got as deltas; every other end says its words itself. */
const sentTextOf = ({ author, outcome, content }: Message): string =>
  outcome === 'answered' || outcome === 'failed' || isCutOff({ author, outcome }) ? content : ''

/** An answer that people took over from: its words are as far as it came. */
const isCutOff = ({ author, outcome }: Pick<Message, 'author' | 'outcome'>): boolean =>
  outcome === 'waiting' && author.kind === 'ai'

/** The one event that ends a stream; `text` is what it says where there is no answer. */
function endOf(message: Message, offset: number, text: string): TurnPart {
  const { id: messageId, conversationId } = message
  switch (message.outcome) {
    case 'blocked': {
      const block = blockIn(message.policies)
      return { type: 'blocked', offset, policy: block?.type ?? '', reason: message.reason ?? '', message: text }
    }
    case 'escalated':
      return {
        type: 'escalated',
        offset,
        reason: escalationReason.catch('rule').parse(message.reason),
        score: message.confidence ?? 0,
        message: text,
        conversationId,
      }
    case 'waiting':
      return {
        type: 'escalated',
        offset,
        reason: 'waiting',
        score: 0,
        message: text,
        conversationId,
      }
    case 'failed':
      return { type: 'error', offset, message: message.error?.message ?? '', code: message.error?.code ?? 'internal' }
    case 'answered':
    case undefined:
      return {
        type: 'done',
        offset,
        confidence: message.confidence ?? 0,
        sources: message.sources ?? [],
        citations: message.citations ?? [],
        ...(message.format && { format: message.format }),
        ...(message.truncated && { truncated: message.truncated }),
        conversationId,
        messageId,
      }
    default:
      return assertNever(message.outcome)
  }
}
