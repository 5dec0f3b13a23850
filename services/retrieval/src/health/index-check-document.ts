import { platformTenant } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** When the index is looked through next, and what the last look found. One for the whole installation. */
export type IndexCheckDocument = Leased & {
  startedAt?: number
  /** Absent while a look is under way, and when an outage ended it: then the counts are of a part. */
  finishedAt?: number
  /** Why the newest look did not come to its end. */
  interrupted?: string
  /**
   * How often a look was asked for; how many of these requests the newest look began after, and how many the newest one that
   * came to its end. Counted, because whoever asks may have another clock.
   */
  requests?: number
  begunFor?: number
  answered?: number
  /**
   * Sources looked at, those with chunks missing, and of these those written again, those that could not be, and those that
   * another embedding model indexed: the change of the model writes them anew.
   */
  checked: number
  missing: number
  repaired: number
  failed: number
  otherModel?: number
  /** Tenants whose index a search found missing; looked at first, and left out when a look has ended. */
  lost?: string[]
}

export const indexChecks = collection<IndexCheckDocument>('retrieval-index-checks', [
  { fields: ['dueAt'], acrossTenants: true },
])

/** The tenant and the id of the one document. */
export const indexCheckKey = [platformTenant, 'all'] as const

export const newCheck = () => ({ checked: 0, missing: 0, repaired: 0, failed: 0, otherModel: 0 })
