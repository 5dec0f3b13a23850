import { type BodyOf, type retrieval, ServiceError } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf } from '../context.ts'
import type { Content } from '../live/live-record-document.ts'
import type { TrialDocument } from './trial-document.ts'

const noTrial = () => new ServiceError('not_found', { detail: 'There is no such trial.' })

/** Accepts the version of a trial, for `trialWork` to index. */
export async function startTrial(
  { trialId, version: { contents, ...described } }: BodyOf<typeof retrieval.queries.trialStart>,
  context: RetrievalContext,
): Promise<void> {
  const { generation, dimensions } = spaceOf(context)
  await context.commit(context.collections.trials, trialId, (current) => {
    if (current) return undefined
    const body: TrialDocument = {
      ...described,
      ...{ generation, dimensions, contents: contents as Content[] },
      ...{ done: 0, state: 'indexing', dueAt: context.clock.now() },
    }
    return { body }
  })
}

/** How far a trial is. Throws `not_found`, also for one that ends. */
export async function readTrial(trialId: string, { tenant, collections }: RetrievalContext) {
  const stored = await collections.trials.get(tenant, trialId)
  if (!stored || stored.body.state === 'ending') throw noTrial()
  const { state, error } = stored.body
  return { state, ...(error && { error }) }
}

/** Ends a trial: nothing of it is found from here on, and its chunks are removed. Idempotent. */
export async function endTrial(trialId: string, { collections, commit, clock }: RetrievalContext) {
  await commit(collections.trials, trialId, (current) => {
    if (!current || current.body.state === 'ending') return undefined
    const { claim: _, ...body } = current.body
    const ending: TrialDocument = { ...body, state: 'ending', dueAt: clock.now() }
    return { body: ending }
  })
}

/** The version that a search is to see in place of what is live of its source. Throws `not_found` until it is ready. */
export async function triedVersionOf(trialId: string, { tenant, collections }: RetrievalContext) {
  const stored = await collections.trials.get(tenant, trialId)
  if (stored?.body.state !== 'ready') throw noTrial()
  return stored.body
}

/** Ends the trials of a source that is deleted. */
export async function endTrialsOf(sourceId: string, context: RetrievalContext): Promise<void> {
  const { items } = await context.collections.trials.find(context.tenant, { where: { sourceId }, limit: 1_000 })
  for (const { id } of items) await endTrial(id, context)
}
