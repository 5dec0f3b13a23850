import { type Message, messageReceived, messageSent, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import type { ChatContext } from './context.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { withDeliveries } from './message-deliveries.ts'
import { wordDocuments } from './message-words.ts'

/** Messages that a model is shown before the question. */
export const historyMessages = 12
/** Among so many of the newest they are looked for: the others are notes, failures, and questions that still wait. */
const historyLooksAt = 40
const subjects = new Set<string>([messageReceived.subject, messageSent.subject])

/** Messages that are committed in the conversation and perhaps not projected yet. */
export const messagesInOutbox = (stored: Stored<ConversationDocument>): Message[] =>
  stored.outbox.filter(({ subject }) => subjects.has(subject)).map(({ body }) => (body as { message: Message }).message)

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

type Page = { conversationId: string; limit: number; cursor?: string | undefined }

/**
 * A page of messages, newest first. The cursor is the sequence of a page's last message, so that pages join without gap or
 * double, whatever comes or is projected between them. Throws `not_found`, `invalid_request` for a bad cursor.
 */
export async function listMessages(
  { conversationId, limit, cursor }: Page,
  context: ChatContext,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : sequenceIn(cursor)
  const { tenant, collections } = context
  // The conversation is read first: what it no longer holds in its outbox is projected by then.
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
  const projected = await collections.messages.find(tenant, {
    where: { conversationId, sequence: { lt: before } },
    sort: { field: 'sequence', direction: 'desc' },
    // One more than asked tells whether there is a next page.
    limit: limit + 1,
  })
  const byId = new Map(projected.items.map(({ id, body }) => [id, body]))
  for (const message of messagesInOutbox(stored)) if (message.sequence < before) byId.set(message.id, message)
  const sorted = [...byId.values()].sort((a, b) => b.sequence - a.sequence)
  const items = await withDeliveries(stored, sorted.slice(0, limit), context)
  return { items, nextCursor: sorted.length > limit ? String(items.at(-1)!.sequence) : null }
}

function sequenceIn(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  const errors = [{ path: 'cursor', message: 'not a cursor of this list' }]
  throw new ServiceError('invalid_request', { detail: 'The cursor does not belong to this list.', errors })
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

/**
 * What was said so far, oldest first; notes and failed answers left out, and questions that have no answer yet, unless
 * they are asked for.
 */
export async function readHistory(
  conversationId: string,
  context: ChatContext,
  { withUnanswered = false } = {},
): Promise<SpokenTurn[]> {
  const { items } = await listMessages({ conversationId, limit: historyLooksAt }, context)
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
