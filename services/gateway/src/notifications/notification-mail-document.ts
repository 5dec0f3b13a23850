import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** The mails that tell one agent of notifications: due once there is something new. */
export type NotificationMailRecord = Leased & {
  /** The newest notification that a mail has told of; nothing is told twice. */
  mailedTo?: string
}

/** Keyed by the agent. */
export const notificationMails = collection<NotificationMailRecord>('gateway-notification-mails', [
  { fields: ['dueAt'], acrossTenants: true },
])
