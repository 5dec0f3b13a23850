import type { BodyOf, chat, Notification, ReplyOf } from '@frontdesk/contracts'
import { descending, removeOld, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { NotificationDocument } from './notification-document.ts'

const countedTo = 1_000
const page = 500
const keptMs = 30 * 24 * 60 * 60 * 1_000

/** A notification as the API shows it. */
export const showNotification = ({ id, body }: Stored<NotificationDocument>): Notification => {
  const { agentId, sequence, isUnread, ...shown } = body
  return { id, ...shown }
}

const countUnread = (agentId: string, { tenant, collections }: ChatContext): Promise<number> =>
  collections.notifications.count(tenant, { agentId, isUnread: true }, countedTo)

/** An agent's notifications, newest first, and how many are unread. */
export async function listNotifications(
  { agentId, unread, limit, cursor }: BodyOf<typeof chat.queries.notificationList>,
  context: ChatContext,
): Promise<ReplyOf<typeof chat.queries.notificationList>> {
  const { tenant, collections } = context
  const { items, nextCursor } = await collections.notifications.find(tenant, {
    where: { agentId, ...(unread && { isUnread: true }) },
    sort: descending('at'),
    limit,
    cursor,
  })
  return { items: items.map(showNotification), nextCursor, unread: await countUnread(agentId, context) }
}

/** Marks one as read, unless it is. */
async function markRead(id: string, agentId: string, { commit, collections, clock }: ChatContext): Promise<void> {
  await commit(collections.notifications, id, (current) => {
    if (!current?.body.isUnread || current.body.agentId !== agentId) return undefined
    const { isUnread: _, ...body } = current.body
    return { body: { ...body, readAt: timestampOf(clock) } }
  })
}

/** Marks an agent's notifications as read, by their ids or all; answers how many are unread then. */
export async function markNotificationsRead(
  { agentId, ids = [], all }: BodyOf<typeof chat.queries.notificationMarkRead>,
  context: ChatContext,
): Promise<{ unread: number }> {
  const { tenant, collections, signal } = context
  for (const id of new Set(ids)) await markRead(id, agentId, context)
  // What comes in meanwhile stays unread.
  const where = { agentId, isUnread: true, at: { lte: timestampOf(context.clock) } }
  while (all) {
    signal.throwIfAborted()
    const { items } = await collections.notifications.find(tenant, { where, limit: page })
    await Promise.all(items.map(({ id }) => markRead(id, agentId, context)))
    if (items.length < page) break
  }
  return { unread: await countUnread(agentId, context) }
}

/** An agent who has read a conversation up to a message has read what was told of it until then. */
export async function markConversationNotificationsRead(
  conversationId: string,
  agentId: string,
  sequence: number,
  context: ChatContext,
): Promise<void> {
  const where = { conversationId, agentId, isUnread: true, sequence: { lte: sequence } }
  const { items } = await context.collections.notifications.find(context.tenant, { where, limit: page })
  await Promise.all(items.map(({ id }) => markRead(id, agentId, context)))
}

/** Removes notifications that are older than 30 days. */
export async function purgeNotifications({ collections, clock, signal }: ChatContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  await removeOld(collections.notifications, { field: 'at', before }, signal)
}
