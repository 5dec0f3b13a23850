import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** A request to embed a source again, and how far it has come. */
export type EmbeddingJob = Leased & {
  sourceId: string
  source: string
  createdAt: string
  total: number
  done: number
  state: 'running' | 'finished'
  error?: { code: string; message: string }
}

export const embeddingJobs = collection<EmbeddingJob>('retrieval-embedding-jobs', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])
