import { retrieval, ServiceError, type WireError } from '@frontdesk/contracts'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { indexContents } from '../indexing/index-contents.ts'
import { copiesOf, isBeingRemoved, retireUnneeded } from '../live/retire-copies.ts'
import type { EmbeddingJob } from './embedding-job-document.ts'
import { finished, toFinishedJob } from './embedding-jobs.ts'

/** Embeds sources again that somebody asked for, one after the other; a crash goes on from the last checkpoint. */
export const embeddingWork = job<RetrievalContext, EmbeddingJob>({
  name: 'embedding job',
  collection: ({ collections }) => collections.embeddingJobs,
  leaseMs: ({ config }) => config.EMBEDDING_LEASE_MS,
  pauseMs: 5_000,
  slots: { perKey: 1, total: 2 },
  work: async (lease, context) => {
    await embedAgain(lease, context)
    return end(undefined, context, lease.id)
  },
  givesUp: {
    attempts: 5,
    outcome: ({ code, message }, context, id) => end({ code, message }, context, id),
  },
})

/** The job has ended, well or with an error. */
const end = (
  error: Pick<WireError, 'code' | 'message'> | undefined,
  { event }: RetrievalContext,
  id: string,
): Outcome<EmbeddingJob> => ({
  change: (body) => finished(body, error),
  tell: (body) => [event(retrieval.events.jobFinished, toFinishedJob(id, body))],
})

/** Writes the live chunks of a source anew, in place: the same chunks under the same keys, so it answers all the while. */
async function embedAgain(lease: Lease<EmbeddingJob>, context: RetrievalContext): Promise<void> {
  const { tenant, collections, clock, commit } = context
  const { sourceId, done } = lease.body
  const { generation, dimensions } = spaceOf(context)
  const record = (await collections.live.get(tenant, sourceId))?.body
  if (!record || record.deleted || record.generation === null) {
    throw new ServiceError('not_found', { detail: 'The source was deleted.' })
  }
  const { contents, filename } = record
  const copies = copiesOf({ contents, generation, dimensions })
  if (isBeingRemoved(record, copies)) throw new ServiceError('unavailable')
  await indexContents(context, { sourceId, filename, contents, done, anew: true, hold: lease.hold }, async (sofar) => {
    await lease.checkpoint((body) => ({ ...body, done: sofar }))
  })
  await lease.hold()
  // Meanwhile another version may have come, or the source may be gone: then nobody needs what was written.
  await commit(collections.live, sourceId, (current) => {
    const after = retireUnneeded(current!.body, current!.body, clock.now(), copies)
    return after.retired.length === current!.body.retired.length ? undefined : { body: after }
  })
}
