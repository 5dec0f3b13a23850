import type { Actor, BodyOf, BulkResult, chat } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

export type Bulk = BodyOf<typeof chat.queries.bulkRun>['bulk']

/**
 * A bulk action on its way: which conversations were meant when it was asked for, and what came of each so far. What they
 * were found by is not kept: it may be a customer's name.
 */
export type BulkDocument = Leased & {
  bulk: Pick<Bulk, 'action' | 'assignee' | 'teamId' | 'tag'>
  actor: Actor
  ids: string[]
  results: BulkResult['results']
  createdAt: string
  /** Of release 0.1.0, which looked for these: that it is not done, and until when somebody is at it. */
  unfinishedSince?: string
  lease?: { until: number } | null
}

export const bulks = collection<BulkDocument>('chat-bulks', [
  { fields: ['createdAt'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['unfinishedSince'], acrossTenants: true },
])
