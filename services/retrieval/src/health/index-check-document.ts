import { platformTenant } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** When the index is looked through next, and what the last look found. One for the whole installation. */
export type IndexCheckDocument = Leased & {
  startedAt?: number
  finishedAt?: number
  /** Sources looked at, those with chunks missing, and of these those written again and those that could not be. */
  checked: number
  missing: number
  repaired: number
  failed: number
}

export const indexChecks = collection<IndexCheckDocument>('retrieval-index-checks', [
  { fields: ['dueAt'], acrossTenants: true },
])

/** The tenant and the id of the one document. */
export const indexCheckKey = [platformTenant, 'all'] as const

export const newCheck = () => ({ checked: 0, missing: 0, repaired: 0, failed: 0 })
