import type { BodyOf, ingest, SourceBulkResult } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

type Bulk = BodyOf<typeof ingest.queries.sourceBulkRun>['bulk']

/** A bulk action on sources on its way: what was asked for, and what came of each so far. */
export type SourceBulkDocument = Leased & {
  bulk: Omit<Bulk, 'ids'>
  ids: string[]
  results: SourceBulkResult['results']
  createdAt: string
}

export const sourceBulks = collection<SourceBulkDocument>('ingest-source-bulks', [
  { fields: ['createdAt'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])
