import { type BodyOf, type chat, limits, type Message, type VisitorConversation } from '@frontdesk/contracts'
import { cursorAfter, descending, fittingIn, type Sort, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { type ConversationDocument, noConversation, showConversation } from '../conversations/conversation-document.ts'
import { listMessages } from '../conversations/list-messages.ts'
import { updateConversation } from '../conversations/update-conversation.ts'
import { previewOf } from '../inbox/note-messages.ts'

/** How far unread messages are counted. */
const maxCounted = 20

const isForVisitor = ({ kind, author, content }: Message): boolean =>
  kind === 'message' && author.kind !== 'customer' && content !== ''

/** A conversation as its visitor may be shown it: what is unread, and a preview that is no note. */
async function shown(stored: Stored<ConversationDocument>, context: ChatContext): Promise<VisitorConversation> {
  const { visitorRead = 0, messageCount } = stored.body
  const { preview, ...conversation } = showConversation(stored.id, stored.body)
  const newest =
    messageCount > visitorRead || preview?.kind === 'note'
      ? (await listMessages({ conversationId: stored.id, limit: maxCounted }, context)).items
      : []
  const unreadMessages = newest.filter((each) => each.sequence > visitorRead && isForVisitor(each)).length
  const said = newest.find(({ kind, content }) => kind === 'message' && content !== '')
  const spoken = preview?.kind !== 'note' ? preview : said && previewOf(said)
  return { ...conversation, ...(spoken && { preview: spoken }), unreadMessages }
}

/** The visitor's own conversation. Throws `not_found` for any other, as for one that is not there. */
export async function requireOwn(
  conversationId: string,
  visitorId: string,
  { tenant, collections }: Pick<ChatContext, 'tenant' | 'collections'>,
): Promise<Stored<ConversationDocument>> {
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored || stored.body.visitor?.id !== visitorId) throw noConversation()
  return stored
}

const newestFirst: Sort = descending('lastMessageAt')

/** A visitor's conversations, newest first, as many as fit into a message on the bus. */
export async function listVisitorConversations(
  { visitorId, limit, cursor }: BodyOf<typeof chat.queries.visitorConversationList>,
  context: ChatContext,
): Promise<{ items: VisitorConversation[]; nextCursor: string | null }> {
  const { tenant, collections } = context
  const { items, nextCursor } = await collections.conversations.find(tenant, {
    where: { 'visitor.id': visitorId },
    sort: newestFirst,
    limit,
    cursor,
  })
  const all = await Promise.all(items.map((stored) => shown(stored, context)))
  const fitting = fittingIn(limits.pageBytes, all)
  if (fitting === all.length) return { items: all, nextCursor }
  return { items: all.slice(0, fitting), nextCursor: cursorAfter(items[fitting - 1]!, newestFirst) }
}

/** Throws `not_found`. */
export async function readVisitorConversation(
  { visitorId, conversationId }: BodyOf<typeof chat.queries.visitorConversationRead>,
  context: ChatContext,
): Promise<VisitorConversation> {
  return shown(await requireOwn(conversationId, visitorId, context), context)
}

/** Notes how far the visitor has read; never backwards. Throws `not_found`. */
export async function markVisitorRead(
  { visitorId, conversationId, sequence }: BodyOf<typeof chat.queries.visitorMarkRead>,
  context: ChatContext,
): Promise<void> {
  await requireOwn(conversationId, visitorId, context)
  await context.commit(context.collections.conversations, conversationId, (current) => {
    if (current?.body.visitor?.id !== visitorId) return undefined
    const read = Math.min(sequence, current.body.messageCount)
    return read > (current.body.visitorRead ?? 0) ? { body: { ...current.body, visitorRead: read } } : undefined
  })
}

/** Closes a visitor's conversation. Throws `not_found`. */
export async function closeVisitorConversation(
  { visitorId, conversationId }: BodyOf<typeof chat.queries.visitorConversationClose>,
  context: ChatContext,
): Promise<void> {
  await requireOwn(conversationId, visitorId, context)
  await updateConversation({ conversationId, patch: { status: 'closed' }, actor: { kind: 'customer' } }, context)
}
