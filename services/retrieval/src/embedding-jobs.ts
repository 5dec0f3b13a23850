import {
  type BodyOf,
  derivedId,
  type Job,
  type pageRequest,
  ServiceError,
  type sourceEmbed,
} from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { RetrievalContext } from './context.ts'

/** A request to embed a source again, and how far it has come. */
export type EmbeddingJob = {
  sourceId: string
  source: string
  createdAt: string
  total: number
  done: number
  attempts: number
  state: 'running' | 'finished'
  error?: { code: string; message: string }
  /** When somebody should look at it next (milliseconds since 1970); absent once finished. */
  dueAt?: number
}

export const embeddingJobs = collection<EmbeddingJob>('retrieval-embedding-jobs', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })

/** Accepts a request to embed a source again; the same operation starts one job. Throws `not_found`, `conflict`. */
export async function startEmbeddingJob(
  { operationId, sourceId }: BodyOf<typeof sourceEmbed>,
  { tenant, collections, clock }: RetrievalContext,
): Promise<{ jobId: string; sourceId: string; status: 'Processing' }> {
  const record = (await collections.live.get(tenant, sourceId))?.body
  if (!record || record.deleted) throw new ServiceError('not_found', { detail: 'There is no such source.' })
  if (record.generation === null) {
    throw new ServiceError('conflict', { detail: 'Nothing of this source is live yet; it is embedded when it is.' })
  }
  const jobId = derivedId('ejob', tenant, operationId)
  await collections.embeddingJobs.insert(tenant, jobId, {
    sourceId,
    source: record.title,
    createdAt: timestampOf(clock),
    total: record.contents.reduce((sum, { chunks }) => sum + chunks, 0),
    done: 0,
    attempts: 0,
    state: 'running',
    dueAt: clock.now(),
  })
  return { jobId, sourceId, status: 'Processing' }
}

/** A job as the API shows it: one item, with its progress in chunks. */
function toJob({ id, body }: Stored<EmbeddingJob>): Job {
  const { sourceId, source, createdAt, total, done, state, error } = body
  const isReady = state === 'finished' && !error
  const status = error ? 'Failed' : isReady ? 'Ready' : 'Processing'
  const progress = { done, total, unit: 'chunks' }
  const item = {
    source,
    sourceId,
    status,
    ...(error && { error }),
    ...(status === 'Processing' && { progress }),
  } as const
  return {
    id,
    kind: 'embedding',
    state,
    total: 1,
    done: isReady ? 1 : 0,
    failed: error ? 1 : 0,
    createdAt,
    items: [item],
  }
}

/** Throws `not_found`. */
export async function readEmbeddingJob(jobId: string, { tenant, collections }: RetrievalContext): Promise<Job> {
  const stored = await collections.embeddingJobs.get(tenant, jobId)
  if (!stored) throw unknownJob()
  return toJob(stored)
}

export async function listEmbeddingJobs(
  { limit, cursor }: z.output<typeof pageRequest>,
  { tenant, collections }: RetrievalContext,
): Promise<{ items: Job[]; nextCursor: string | null }> {
  const page = await collections.embeddingJobs.find(tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: page.items.map(toJob), nextCursor: page.nextCursor }
}

/** Ends a running job before its end. Throws `not_found`. */
export async function cancelEmbeddingJob(jobId: string, context: RetrievalContext): Promise<Job> {
  const error = { code: 'cancelled', message: 'The job was cancelled.' }
  const stored = await finishEmbeddingJob(jobId, error, context)
  if (!stored) throw unknownJob()
  return toJob(stored)
}

/** The job ends, well or with an error; one that has ended stays as it is. */
export function finishEmbeddingJob(
  jobId: string,
  error: EmbeddingJob['error'],
  { commit, collections }: RetrievalContext,
): Promise<Stored<EmbeddingJob> | undefined> {
  return commit(collections.embeddingJobs, jobId, (current) => {
    if (!current || current.body.state === 'finished') return undefined
    const { dueAt: _, ...rest } = current.body
    return { body: { ...rest, state: 'finished', ...(error ? { error } : { done: rest.total }) } }
  })
}
