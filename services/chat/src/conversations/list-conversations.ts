import { type BodyOf, type Conversation, type ConversationFilter, type chat, limits } from '@frontdesk/contracts'
import { cursorAfter, fittingIn, getExisting, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { unreadOf } from '../inbox/read-markers.ts'
import { findView, noView } from '../inbox/views.ts'
import { type ConversationDocument, noConversation, showConversation } from './conversation-document.ts'
import { orderOf } from './conversation-filters.ts'
import { type FoundPage, findConversations } from './find-conversations.ts'

/** Conversations as an agent sees them, with whether they are unread; without an agent that is left out. */
async function showAll(
  stored: Stored<ConversationDocument>[],
  agentId: string | undefined,
  context: ChatContext,
): Promise<Conversation[]> {
  const shown = stored.map(({ id, body }) => showConversation(id, body))
  if (agentId === undefined) return shown
  const unread = await unreadOf(
    agentId,
    stored.map(({ id, body }) => ({ id, ...body })),
    context,
  )
  return shown.map((each) => ({ ...each, unread: unread.has(each.id) }))
}

/**
 * A page of conversations that fit every filter given; of a view, its own filters and its order hold where none is given. A
 * search in a view goes by the newest message, whatever the order of the view. A page ends before it outgrows a message on the bus.
 */
export async function listConversations(
  { limit, cursor, sort, agentId, view, ...filter }: BodyOf<typeof chat.queries.conversationList>,
  context: ChatContext,
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const kept = view === undefined ? undefined : await findView(view, { agentId }, context)
  if (view !== undefined && !kept) throw noView()
  const asked = { ...kept?.filter, ...filter }
  const order = sort ?? (asked.q === undefined ? kept?.sort : undefined)
  const listed = { filter: asked, sort: order, agentId, limit, cursor }
  const { items, nextCursor } = await findConversations(listed, context)
  const shown = await showAll(items, agentId, context)
  const fitting = fittingIn(limits.pageBytes, shown)
  if (fitting === shown.length) return { items: shown, nextCursor }
  return { items: shown.slice(0, fitting), nextCursor: cursorAfter(items[fitting - 1]!, orderOf(order ?? 'newest')) }
}

/** Ids of up to `atMost` conversations that fit a filter, newest first. */
export async function findConversationIds(
  filter: ConversationFilter,
  agentId: string | undefined,
  atMost: number,
  context: ChatContext,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null && ids.length < atMost; ) {
    const limit = Math.min(500, atMost - ids.length)
    const page: FoundPage = await findConversations({ filter, agentId, limit, cursor }, context)
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

/** Throws `not_found`. */
export async function readConversation(
  { conversationId, agentId }: BodyOf<typeof chat.queries.conversationRead>,
  context: ChatContext,
): Promise<Conversation> {
  const stored = await getExisting(context.collections.conversations, context.tenant, conversationId, noConversation)
  return (await showAll([stored], agentId, context))[0]!
}
