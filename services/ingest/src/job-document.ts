import type { Job } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Failure } from './source-document.ts'

export type Verdict = NonNullable<Job['items'][number]['verdict']>

/** One thing that a job is about. Its state is that of its version, read when somebody asks, unless `error` ended it. */
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
  /** Beginnings since it last got any further. */
  attempts: number
  verdicts: Record<Verdict, number>
}

export type JobDocument = {
  kind: string
  createdAt: string
  /** Of a bulk request. Those of an import are documents of their own, for there may be any number. */
  items: JobItem[]
  cancelled?: true
  import?: ImportState
  /** When an import may be taken up; renewed by whoever works on it. Null: there is nothing to do. */
  dueAt: number | null
  /** Who works on it. */
  claim?: string
  /** Of an import: so many items from the first are at their end, with these ends. */
  settled?: { items: number; done: number; failed: number }
}

export const jobs = collection<JobDocument>('ingest-jobs', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])

/** An item of an import, under `jobItemId`. */
export type JobItemDocument = JobItem & { jobId: string; index: number }

export const jobItems = collection<JobItemDocument>('ingest-job-items', [
  { fields: ['jobId', 'index'] },
  { fields: ['sourceId'] },
])

export const jobItemId = (jobId: string, index: number): string => `${jobId}.${index}`
