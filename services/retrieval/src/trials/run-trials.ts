import { job } from '@frontdesk/jobs'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { removeVectors } from '../indexing/content-vectors.ts'
import { indexContents } from '../indexing/index-contents.ts'
import type { TrialDocument } from './trial-document.ts'

/** Failures in a row after which a trial fails. */
const attempts = 5

/** Brings the versions of trials into the index, and removes them from it when their trial has ended. */
export const trialWork = job<RetrievalContext, TrialDocument>({
  name: 'version of a trial',
  collection: ({ collections }) => collections.trials,
  leaseMs: ({ config }) => config.EMBEDDING_LEASE_MS,
  pauseMs: 500,
  everyMs: 1_000,
  async work(lease, context) {
    const { sourceId, filename, state, contents, done, generation } = lease.body
    if (state === 'ending') {
      await removeTrial(lease.body, context)
      return { removes: true }
    }
    const space = spaceOf(context)
    // Another embedding model since: nothing of it is there yet.
    const isElsewhere = space.generation !== generation
    if (isElsewhere) {
      await removeTrial(lease.body, context)
      await lease.checkpoint((body) => ({
        ...body,
        generation: space.generation,
        dimensions: space.dimensions,
        done: 0,
      }))
    }
    await indexContents(
      context,
      { sourceId, filename, contents, done: isElsewhere ? 0 : done, hold: () => lease.hold() },
      async (at) => {
        await lease.checkpoint((body) => ({ ...body, done: at }))
      },
    )
    return { change: (body) => ({ ...body, state: 'ready' }) }
  },
  givesUp: {
    attempts,
    // What ends is tried until it has.
    outcome: (error, _context, _id, { state }) =>
      state === 'ending'
        ? { dueInMs: 60_000 }
        : { change: (body) => ({ ...body, state: 'failed', error: { code: error.code, message: error.message } }) },
  },
  async lost({ id, body }, context) {
    // Ended while a batch was under way, which may have been written after the others were removed.
    const stored = await context.collections.trials.get(context.tenant, id)
    if (!stored || stored.body.state === 'ending') await removeTrial(body, context)
  },
})

/** Removes the chunks of a trial, and the vectors that were kept of them. Idempotent. */
async function removeTrial(trial: TrialDocument, context: RetrievalContext): Promise<void> {
  const { tenant, chunkIndex } = context
  const { generation, dimensions, contents } = trial
  await chunkIndex.removeContents(
    { tenant, generation, dimensions },
    contents.map(({ contentId }) => contentId),
  )
  await removeVectors(contents, context)
}
