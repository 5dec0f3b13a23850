import type { Job } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import type { Failure } from '../sources/source-document.ts'

export type Verdict = NonNullable<Job['items'][number]['verdict']>

/** One item of a job. Its state is that of its version, read on request, unless `error` ended it. */
export type JobItem = {
  index?: number
  source: string
  sourceId?: string
  /** The version whose end is the item's; none: there is nothing to wait for. */
  version?: number
  verdict?: Verdict
  error?: Failure
}

/** How far an import has come. */
export type ImportState = {
  blobId: string
  form: 'json' | 'zip'
  name: string
  /** Items that are recorded; those of the manifest before this need no more work. */
  handled: number
  isOver: boolean
  verdicts: Record<Verdict, number>
}

/** A bulk request or an import. Only imports are ever due, because this service runs them. */
export type JobDocument = Leased & {
  kind: string
  createdAt: string
  /** Of a bulk request. Those of an import are documents of their own, for there may be any number. */
  items: JobItem[]
  cancelled?: true
  import?: ImportState
  /** When it is looked whether it has ended, which is told once; absent then. */
  lookAt?: number
  /** Of an import: how many items, from the first on, have ended, and their results. */
  settled?: { items: number; done: number; failed: number }
}

export const jobs = collection<JobDocument>(
  'ingest-jobs',
  [{ fields: ['createdAt'] }, { fields: ['dueAt'], acrossTenants: true }, { fields: ['lookAt'], acrossTenants: true }],
  {
    // The file goes when the import is over.
    refersTo: ({ body: { import: state } }) => (state && !state.isOver ? { blobs: [state.blobId] } : {}),
  },
)

/** An item of an import, under `jobItemId`. */
export type JobItemDocument = JobItem & { jobId: string; index: number }

export const jobItems = collection<JobItemDocument>('ingest-job-items', [
  { fields: ['jobId', 'index'] },
  { fields: ['sourceId'] },
])

export const jobItemId = (jobId: string, index: number): string => `${jobId}.${index}`
