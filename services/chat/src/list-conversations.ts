import { type BodyOf, type Conversation, type conversationList, ServiceError } from '@frontdesk/contracts'
import type { Where } from '@frontdesk/documents'
import type { ChatContext } from './context.ts'
import { toConversation } from './conversation-document.ts'

/** A page of conversations that fit every filter given, those with the newest message first. */
export async function listConversations(
  { limit, cursor, status, handler, channel, assignee, tag, from, to }: BodyOf<typeof conversationList>,
  { tenant, collections }: ChatContext,
) {
  const where: Where = {
    ...(status && { status }),
    ...(handler && { handler }),
    ...(channel && { channel }),
    ...(assignee && { assignee }),
    ...(tag && { tags: { has: tag } }),
    ...((from || to) && { lastMessageAt: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  }
  const page = await collections.conversations.find(tenant, {
    where,
    sort: { field: 'lastMessageAt', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
  return { items: page.items.map(({ id, body }) => toConversation(id, body)), nextCursor: page.nextCursor }
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
