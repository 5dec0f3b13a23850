import { collection } from '@frontdesk/documents'

/** A contact that is being deleted, or was. A document that is gone can't tell so itself. */
export type DeletionDocument = {
  /** When it was begun, or told of (milliseconds since 1970). */
  at: number
  /** When it is looked whether the contact went; absent once it was told. */
  dueAt?: number
}

export const deletions = collection<DeletionDocument>('contacts-departures', [
  { fields: ['at'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])
