import type { Change } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Notified } from '../notifications/notification-document.ts'

/** A stored change: ids of what changed without any text, so that it holds nothing about an erased customer. */
export type ChangeDocument = Omit<Change, 'conversation' | 'message'> & {
  eventId: string
  messageId?: string
  /** Who was notified of it. */
  notified?: Notified[]
}

/** Ids are the padded numbers, so that each number is assigned only once, whichever process assigns it. */
export const changeLog = collection<ChangeDocument>('chat-changes', [
  { fields: ['eventId'], unique: true },
  { fields: ['number'] },
  { fields: ['at'], acrossTenants: true },
])
