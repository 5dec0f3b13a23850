import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** A merge that is under way, named for the contact that goes: it goes once. */
export type MergeDocument = Leased & {
  into: string
  from: string
  /** One of the two was not to be had: what was locked is let go again. */
  isRefused?: true
}

export const merges = collection<MergeDocument>('contacts-merges', [{ fields: ['dueAt'], acrossTenants: true }])
