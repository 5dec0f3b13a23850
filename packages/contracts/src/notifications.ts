import { z } from 'zod'
import { query } from './define.ts'
import { id } from './identifiers.ts'
import { actor } from './inbox.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

export const notificationKind = z.enum(['mention', 'assigned'])

/** What one agent is told: ids and times, no word of a conversation. */
export const notification = z.object({
  id: identifier,
  kind: notificationKind,
  conversationId: identifier,
  messageId: identifier.optional().describe('Of `mention`: the note'),
  teamId: identifier.optional().describe('Of `mention`: the team that was mentioned, if the agent was not'),
  by: actor.omit({ name: true }).describe('Who mentioned or assigned'),
  at: timestamp,
  readAt: timestamp.optional(),
})
export type Notification = z.output<typeof notification>

/** A notification of the agent who reads the stream. Has no number of its own; it follows the change that it is about. */
export const notificationSignal = z.object({ type: z.literal('notification'), notification })
export type NotificationSignal = z.output<typeof notificationSignal>

const unread = z.number().int().describe('All of the agent’s unread notifications, counted to 1,000')

/** What chat answers about notifications. */
export const notificationQueries = {
  /** An agent's own, newest first. */
  notificationList: query(
    'query.chat.notification.list.v1',
    pageRequest.extend({ agentId: id, unread: z.boolean().optional() }),
    pageOf(notification).extend({ unread }),
  ),
  /** Ids that are not the agent's change nothing. */
  notificationMarkRead: query(
    'query.chat.notification.mark-read.v1',
    z.object({ agentId: id, ids: z.array(id).min(1).max(100).optional(), all: z.literal(true).optional() }),
    z.object({ unread }),
  ),
}
