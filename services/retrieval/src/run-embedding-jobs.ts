import { ServiceError, toWireError } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf } from './context.ts'
import { finishEmbeddingJob } from './embedding-jobs.ts'
import { indexContents } from './index-contents.ts'
import { keepLease } from './keep-lease.ts'
import { copiesOf, isBeingRemoved, retireRest } from './live-record.ts'

const mostAttempts = 5
const pauseMs = 5_000
const jobsARun = 20

/** Works off the requests to embed sources again, one after the other; a crash goes on from the last checkpoint. */
export async function runEmbeddingJobs(context: RetrievalContext): Promise<void> {
  const due = await context.collections.embeddingJobs.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: jobsARun,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await runEmbeddingJob(id, context.forTenant(tenant))
  }
}

/** Goes on with one job, unless it is not due or somebody else's. */
export async function runEmbeddingJob(jobId: string, context: RetrievalContext): Promise<void> {
  const { collections, clock, config, commit, signal, log } = context
  let claimed = false
  const stored = await commit(collections.embeddingJobs, jobId, (current) => {
    claimed = current?.body.dueAt !== undefined && current.body.dueAt <= clock.now()
    if (!current || !claimed) return undefined
    return {
      body: { ...current.body, attempts: current.body.attempts + 1, dueAt: clock.now() + config.EMBEDDING_LEASE_MS },
    }
  })
  if (!claimed) return
  const { sourceId, done, attempts } = stored!.body
  const letGo = keepLease(
    () =>
      commit(collections.embeddingJobs, jobId, (current) =>
        current?.body.state === 'running'
          ? { body: { ...current.body, dueAt: clock.now() + config.EMBEDDING_LEASE_MS } }
          : undefined,
      ),
    context,
  )
  try {
    await embedAgain(jobId, { sourceId, done }, context)
    await finishEmbeddingJob(jobId, undefined, context)
  } catch (error) {
    const { code, message, retryable } = toWireError(error)
    const triesAgain = signal.aborted || (retryable && attempts < mostAttempts)
    if (!triesAgain) return void (await finishEmbeddingJob(jobId, { code, message }, context))
    log.warn({ jobId, sourceId, attempt: attempts, err: error }, 'a source could not be embedded again yet')
    await commit(collections.embeddingJobs, jobId, (current) =>
      current?.body.state === 'running'
        ? { body: { ...current.body, dueAt: clock.now() + (signal.aborted ? 0 : pauseMs) } }
        : undefined,
    )
  } finally {
    letGo()
  }
}

/** Writes the live chunks of a source anew, in place: the same chunks under the same keys, so it answers all the while. */
async function embedAgain(
  jobId: string,
  { sourceId, done }: { sourceId: string; done: number },
  context: RetrievalContext,
): Promise<void> {
  const { tenant, collections, clock, config, commit } = context
  const { generation, dimensions } = spaceOf(context)
  const record = (await collections.live.get(tenant, sourceId))?.body
  if (!record || record.deleted || record.generation === null) {
    throw new ServiceError('not_found', { detail: 'The source was deleted.' })
  }
  const { contents } = record
  const copies = copiesOf({ contents, generation, dimensions })
  if (isBeingRemoved(record, copies)) throw new ServiceError('unavailable')
  await indexContents(context, { sourceId, contents, done, anew: true }, async (sofar) => {
    const after = await commit(collections.embeddingJobs, jobId, (current) =>
      current?.body.state === 'running'
        ? { body: { ...current.body, done: sofar, dueAt: clock.now() + config.EMBEDDING_LEASE_MS } }
        : undefined,
    )
    if (after?.body.state !== 'running') throw new ServiceError('conflict', { detail: 'The job was cancelled.' })
  })
  // Meanwhile another version may have come, or the source may be gone: then nobody needs what was written.
  await commit(collections.live, sourceId, (current) => {
    const after = retireRest(current!.body, current!.body, clock.now(), copies)
    return after.retired.length === current!.body.retired.length ? undefined : { body: after }
  })
}
