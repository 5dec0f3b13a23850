import { type Message, messageReceived, messageSent, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import type { ChatContext } from './context.ts'
import type { ConversationDocument } from './conversation-document.ts'

/** Messages that a model is shown before the question. */
const historyMessages = 12
const subjects = new Set<string>([messageReceived.subject, messageSent.subject])

/** Messages that are committed in the conversation and perhaps not projected yet. */
export const messagesInOutbox = (stored: Stored<ConversationDocument>): Message[] =>
  stored.outbox.filter(({ subject }) => subjects.has(subject)).map(({ body }) => (body as { message: Message }).message)

/** Projection: each message under its own id, so doing it again changes nothing. */
export async function projectMessages(stored: Stored<ConversationDocument>, context: ChatContext): Promise<void> {
  const documents = messagesInOutbox(stored).map((message) => ({ id: message.id, body: message }))
  if (documents.length > 0) await context.collections.messages.putMany(stored.tenant, documents)
}

/** A page of messages, newest first. Throws `not_found`. */
export async function listMessages(
  { conversationId, limit, cursor }: { conversationId: string; limit: number; cursor?: string | undefined },
  context: ChatContext,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const { tenant, collections } = context
  // The conversation is read first: what it no longer holds in its outbox is projected by then.
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
  const page = await collections.messages.find(tenant, {
    where: { conversationId },
    sort: { field: 'sequence', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
  const items = page.items.map(({ body }) => body)
  if (cursor) return { items, nextCursor: page.nextCursor }
  const known = new Set(items.map(({ id }) => id))
  const fresh = messagesInOutbox(stored).filter(({ id }) => !known.has(id))
  return { items: [...items, ...fresh].sort((a, b) => b.sequence - a.sequence), nextCursor: page.nextCursor }
}

/** One message, projected or not; undefined when there is none. */
export async function findMessage(
  conversationId: string,
  messageId: string,
  context: ChatContext,
): Promise<Message | undefined> {
  const { tenant, collections } = context
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored) return undefined
  const fresh = messagesInOutbox(stored).find(({ id }) => id === messageId)
  return fresh ?? (await collections.messages.get(tenant, messageId))?.body
}

/** What was said before a message (or all of it), oldest first; notes and failed answers left out. */
export async function historyBefore(
  conversationId: string,
  messageId: string | undefined,
  context: ChatContext,
): Promise<SpokenTurn[]> {
  const { items } = await listMessages({ conversationId, limit: historyMessages * 2 }, context)
  const question = items.find(({ id }) => id === messageId)
  return items
    .filter(({ kind, sequence, outcome, content }) => {
      const isBefore = !question || sequence < question.sequence
      return isBefore && kind === 'message' && outcome !== 'failed' && content !== ''
    })
    .slice(0, historyMessages)
    .reverse()
    .map(({ author, content }) => ({
      role: author.kind === 'customer' ? 'customer' : author.kind === 'agent' ? 'agent' : 'ai',
      content,
    }))
}
