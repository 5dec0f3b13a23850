import {
  type BodyOf,
  derivedId,
  type FinishedJob,
  ingest,
  type Job,
  type pageRequest,
  retrieval,
  ServiceError,
  without,
} from '@frontdesk/contracts'
import { descending, findPage, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { RetrievalContext } from '../context.ts'
import type { EmbeddingJob } from './embedding-job-document.ts'

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })

/** Accepts a request to embed a source again; the same operation starts one job. Throws `not_found`, `conflict`. */
export async function startEmbeddingJob(
  { operationId, sourceId }: BodyOf<typeof retrieval.queries.sourceEmbed>,
  { tenant, collections, clock, cause, commit, ask }: RetrievalContext,
): Promise<{ jobId: string; sourceId: string; status: 'Processing' }> {
  const record = (await collections.live.get(tenant, sourceId))?.body
  if (record?.deleted) throw new ServiceError('not_found', { detail: 'There is no such source.' })
  // Whoever has just been told of a source knows it before retrieval does.
  if (!record) await ask(ingest.queries.sourceRead, { sourceId })
  if (!record || record.generation === null) {
    throw new ServiceError('conflict', {
      detail: 'The source has no live version yet; it is embedded when a version goes live.',
    })
  }
  const jobId = derivedId('ejob', tenant, operationId)
  const total = record.contents.reduce((sum, { chunks }) => sum + chunks, 0)
  const begun = { sourceId, source: record.title, createdAt: timestampOf(clock), total, done: 0, cause }
  await commit(collections.embeddingJobs, jobId, (current) =>
    current ? undefined : { body: { ...begun, state: 'running' as const, dueAt: clock.now() } },
  )
  return { jobId, sourceId, status: 'Processing' }
}

/** A job as the API shows it: one item, with its progress in chunks. */
function toJob({ id, body }: Pick<Stored<EmbeddingJob>, 'id' | 'body'>): Job {
  const { sourceId, source, createdAt, total, done, state, error, waitsFor } = body
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
    ...(waitsFor && { waitsFor }),
    items: [item],
  }
}

/** Throws `not_found`. */
export const readEmbeddingJob = async (jobId: string, { tenant, collections }: RetrievalContext): Promise<Job> =>
  toJob(await getExisting(collections.embeddingJobs, tenant, jobId, unknownJob))

export const listEmbeddingJobs = (
  { limit, cursor }: z.output<typeof pageRequest>,
  { tenant, collections }: RetrievalContext,
) => findPage(collections.embeddingJobs, tenant, { sort: descending('createdAt'), limit, cursor }, toJob)

/** A job that has ended, well or with an error. */
export function finished(job: EmbeddingJob, error: EmbeddingJob['error']): EmbeddingJob {
  const rest = without(job, 'dueAt', 'claim', 'outageSince', 'waitsFor')
  return { ...rest, state: 'finished', ...(error ? { error } : { done: rest.total }) }
}

/** What is told of a job that has ended. */
export function toFinishedJob(id: string, body: EmbeddingJob): FinishedJob {
  const { items: _, ...job } = toJob({ id, body })
  return { job }
}

/** Ends a running job before its end, and takes it from whoever works on it. Throws `not_found`. */
export async function cancelEmbeddingJob(jobId: string, context: RetrievalContext): Promise<Job> {
  const error = { code: 'cancelled', message: 'The job was cancelled.' }
  const stored = await context.commit(context.collections.embeddingJobs, jobId, (current) => {
    if (!current) throw unknownJob()
    if (current.body.state === 'finished') return undefined
    const body = finished(current.body, error)
    return { body, events: [context.event(retrieval.events.jobFinished, toFinishedJob(jobId, body))] }
  })
  return toJob(stored!)
}
