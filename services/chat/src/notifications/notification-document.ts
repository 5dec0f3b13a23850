import type { Notification } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A notification that belongs to a change: whoever reads the stream as this agent gets it with the change. */
export type Notified = { agentId: string; notificationId: string }

/** A notification of an agent. It refers to a conversation and holds no word of it. */
export type NotificationDocument = Omit<Notification, 'id'> & {
  agentId: string
  /** Messages of the conversation by then: an agent who has read so far has read this. */
  sequence: number
  /** Absent as soon as it is read, so that the index of unread ones stays small. */
  isUnread?: true
}

export const notifications = collection<NotificationDocument>('chat-notifications', [
  { fields: ['agentId', 'at'] },
  { fields: ['agentId', 'isUnread', 'at'] },
  { fields: ['conversationId'] },
  { fields: ['at'], acrossTenants: true },
])
