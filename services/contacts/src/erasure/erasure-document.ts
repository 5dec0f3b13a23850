import type { Removed } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** The erasure of a contact. It goes on until it is done: nothing about a person is given up on. */
export type ErasureDocument = Leased & {
  contactId: string
  createdAt: string
  state: 'running' | 'finished'
  removed: Removed
  /** Conversations that are being erased, and how many messages they had: they may be gone in one place only. */
  batch?: { conversationIds: string[]; visitorIds?: string[]; messages: number }
  finishedAt?: string
}

export const erasures = collection<ErasureDocument>('contacts-erasures', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])
