import { type BodyOf, type chat, limits, type Message, ServiceError } from '@frontdesk/contracts'
import { badCursor, descending, fittingIn, getExisting, type Stored } from '@frontdesk/documents'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { type ConversationDocument, messagesIn, noConversation } from './conversation-document.ts'
import { withDeliveries } from './message-deliveries.ts'
import { wordDocuments } from './message-words.ts'

/** How many earlier messages a model gets with the question. */
export const historyMessages = 12
/** Among so many of the newest they are looked for: the others are notes, failures, and questions that still wait. */
const historyLooksAt = 40
/** Messages that are committed in the conversation and perhaps not projected yet. */
export const messagesInOutbox = (stored: Stored<ConversationDocument>): Message[] => messagesIn(stored.outbox)

/** Projection: each message under its own id, and what it is found by, so doing it again changes nothing. */
export async function projectMessages(
  stored: Stored<ConversationDocument>,
  { collections }: ChatContext,
): Promise<void> {
  const messages = messagesInOutbox(stored)
  if (messages.length === 0) return
  await Promise.all([
    collections.messages.putMany(
      stored.tenant,
      messages.map((message) => ({ id: message.id, body: message })),
    ),
    collections.messageWords.addMany(stored.tenant, messages.flatMap(wordDocuments)),
  ])
}

type Page = { conversationId: string; limit: number; cursor?: string | undefined } & Partial<
  Record<'before' | 'after' | 'around', number | undefined>
>

/** The sequences of a page: below `before`, and above `after`. Throws `invalid_request` when two things are asked at once. */
function windowOf({ limit, cursor, before, after, around }: Page): { before: number; after: number } {
  const given = Object.entries({ cursor, before, after, around }).filter(([, value]) => value !== undefined)
  if (given.length > 1) {
    const errors = given.map(([path]) => ({ path, message: 'Use only one of cursor, before, after and around.' }))
    throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
  }
  if (cursor !== undefined) return { before: sequenceIn(cursor), after: 0 }
  // Sequences have no gaps, so the number of messages says how far a page reaches.
  if (after !== undefined) return { before: after + limit + 1, after }
  if (around !== undefined) return { before: around + Math.ceil(limit / 2), after: 0 }
  return { before: before ?? Number.MAX_SAFE_INTEGER, after: 0 }
}

/**
 * A page of messages, newest first, with as many as fit into a message on the bus: of those after a sequence the oldest, of
 * those around one the nearest, otherwise the newest. See `readMessages`.
 */
export async function listMessages(
  page: Page,
  context: ChatContext,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const { items, nextCursor } = await readMessages(page, context)
  const { from, to } = fittingAround(page, items)
  const last = to < items.length ? String(items[to - 1]!.sequence) : nextCursor
  return { items: items.slice(from, to), nextCursor: last }
}

/** The part of a page that fits, from the message on that the page is to have in any case. */
function fittingAround({ after, around }: Page, items: Message[]): { from: number; to: number } {
  if (after === undefined && around === undefined) return { from: 0, to: fittingIn(limits.pageBytes, items) }
  const sequence = around ?? 0
  const distance = (message: Message) => Math.abs(message.sequence - sequence)
  const nearest = items.toSorted((a, b) => distance(a) - distance(b))
  const fitting = new Set(nearest.slice(0, fittingIn(limits.pageBytes, nearest)))
  return {
    from: Math.max(
      items.findIndex((each) => fitting.has(each)),
      0,
    ),
    to: items.findLastIndex((each) => fitting.has(each)) + 1,
  }
}

/**
 * A page of messages, newest first. The cursor is the sequence of a page's last message, so that pages join without gap or
 * double, whatever comes or is projected between them. It leads to what is older, whatever was asked. Throws `not_found`,
 * `invalid_request` for a bad cursor.
 */
export async function readMessages(
  page: Page,
  context: ChatContext,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const { conversationId, limit } = page
  const { before, after } = windowOf(page)
  const { tenant, collections } = context
  // The conversation is read first: what it no longer holds in its outbox is projected by then.
  const stored = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  const projected = await collections.messages.find(tenant, {
    where: { conversationId, sequence: { lt: before, gt: after } },
    sort: descending('sequence'),
    // One more than asked tells whether there is a next page.
    limit: limit + 1,
  })
  const byId = new Map(projected.items.map(({ id, body }) => [id, body]))
  for (const message of messagesInOutbox(stored))
    if (message.sequence < before && message.sequence > after) byId.set(message.id, message)
  const sorted = [...byId.values()].sort((a, b) => b.sequence - a.sequence)
  const items = await withDeliveries(stored, sorted.slice(0, limit), context)
  const last = items.at(-1)
  const isMore = sorted.length > limit || (after > 0 && last !== undefined)
  return { items, nextCursor: last && isMore ? String(last.sequence) : null }
}

function sequenceIn(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw badCursor()
}

/** One message of a conversation that was read just now, projected or not; undefined when there is none. */
export async function findMessage(
  stored: Stored<ConversationDocument>,
  messageId: string,
  context: ChatContext,
): Promise<Message | undefined> {
  const fresh = messagesInOutbox(stored).find(({ id }) => id === messageId)
  const message = fresh ?? (await context.collections.messages.get(stored.tenant, messageId))?.body
  return message && (await withDeliveries(stored, [message], context))[0]
}

/** One message of a conversation. Throws `not_found`. */
export async function readMessage(
  { conversationId, messageId }: BodyOf<typeof chat.queries.messageRead>,
  context: ChatContext,
): Promise<Message> {
  const stored = await context.collections.conversations.get(context.tenant, conversationId)
  const message = stored && (await findMessage(stored, messageId, context))
  if (message?.conversationId !== conversationId)
    throw new ServiceError('not_found', { detail: 'There is no such message.' })
  return message
}

/**
 * What was said so far, oldest first; notes and failed answers left out, and questions that have no answer yet, unless
 * they are asked for. `before`: only what was said before the message of this sequence.
 */
export async function readHistory(
  conversationId: string,
  context: ChatContext,
  { withUnanswered = false, before }: { withUnanswered?: boolean; before?: number } = {},
): Promise<SpokenTurn[]> {
  const { items } = await readMessages({ conversationId, before, limit: historyLooksAt }, context)
  // Read after the messages: a question that has its turn by then may only be missing from them, never the other way.
  const stored = await context.collections.conversations.get(context.tenant, conversationId)
  const unanswered = new Set(withUnanswered ? [] : stored?.body.turns.map(({ question }) => question.messageId))
  return items
    .filter(
      ({ id, kind, outcome, content }) =>
        kind === 'message' && outcome !== 'failed' && content !== '' && !unanswered.has(id),
    )
    .slice(0, historyMessages)
    .reverse()
    .map(({ author, content }) => ({
      role: author.kind === 'customer' ? 'customer' : author.kind === 'agent' ? 'agent' : 'ai',
      content,
    }))
}
