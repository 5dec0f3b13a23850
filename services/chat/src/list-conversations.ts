import {
  type BodyOf,
  type Conversation,
  type ConversationFilter,
  type conversationList,
  ServiceError,
} from '@frontdesk/contracts'
import type { Stored, Where } from '@frontdesk/documents'
import type { ChatContext } from './context.ts'
import { type ConversationDocument, toConversation } from './conversation-document.ts'
import { searchConversations } from './search-conversations.ts'

const dayMs = 86_400_000
/** A time as it is stored; a day begins at its midnight in UTC. */
const instant = (text: string): string => new Date(text).toISOString()
/** Before when: a day counts whole, as everywhere; a time does not count. */
const endOf = (to: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(to) ? new Date(Date.parse(to) + dayMs).toISOString() : instant(to)

/** What a filter says of the conversations themselves: everything but `q`. */
const whereOf = ({ status, handler, channel, assignee, tag, contactId, from, to }: ConversationFilter): Where => ({
  ...(status && { status }),
  ...(handler && { handler }),
  ...(channel && { channel }),
  ...(assignee && { assignee }),
  ...(contactId && { contactId }),
  ...(tag && { tags: { has: tag } }),
  ...((from || to) && { lastMessageAt: { ...(from && { gte: instant(from) }), ...(to && { lt: endOf(to) }) } }),
})

type Page = { items: Stored<ConversationDocument>[]; nextCursor: string | null }

const pageOf = (
  filter: ConversationFilter,
  page: { limit: number; cursor?: string | undefined },
  context: ChatContext,
): Promise<Page> => {
  const where = whereOf(filter)
  if (filter.q !== undefined) return searchConversations(filter.q, where, page, context)
  return context.collections.conversations.find(context.tenant, {
    where,
    sort: { field: 'lastMessageAt', direction: 'desc' },
    limit: page.limit,
    ...(page.cursor && { cursor: page.cursor }),
  })
}

/** A page of conversations that fit every filter given, those with the newest message first. */
export async function listConversations(
  { limit, cursor, ...filter }: BodyOf<typeof conversationList>,
  context: ChatContext,
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const { items, nextCursor } = await pageOf(filter, { limit, cursor }, context)
  return { items: items.map(({ id, body }) => toConversation(id, body)), nextCursor }
}

/** Ids of up to `atMost` conversations that fit a filter, newest first. */
export async function findConversations(
  filter: ConversationFilter,
  atMost: number,
  context: ChatContext,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null && ids.length < atMost; ) {
    const page: Page = await pageOf(
      filter,
      { limit: Math.min(500, atMost - ids.length), ...(cursor && { cursor }) },
      context,
    )
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

/** Throws `not_found`. */
export async function readConversation(
  conversationId: string,
  { tenant, collections }: ChatContext,
): Promise<Conversation> {
  const stored = await collections.conversations.get(tenant, conversationId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such conversation.' })
  return toConversation(conversationId, stored.body)
}
