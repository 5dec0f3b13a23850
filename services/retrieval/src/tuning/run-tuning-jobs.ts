import { retrieval, ServiceError, type WireError } from '@frontdesk/contracts'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { rankCandidates } from '../search/rank-candidates.ts'
import { fitWeight, isWorthApplying, maxRank, weightGrid } from './fit-weight.ts'
import { weightFor, weightIdOf } from './read-weight.ts'
import type { TuningJob, WeightDocument } from './tuning-document.ts'
import { toFinishedJob } from './tuning-jobs.ts'

/** Questions that are measured before the job is stored. */
const questionsPerStep = 16
/** Of each list, so that every weight finds its own first ten. */
const candidates = 50

/** The rank of the expected sources at each weight, 0 where none is among the first. */
async function ranksOf(
  { question, sourceIds }: TuningJob['questions'][number],
  vector: number[],
  context: RetrievalContext,
): Promise<number[]> {
  const { tenant, chunkIndex, collections } = context
  const space = spaceOf(context)
  const found = await chunkIndex.search(space, { question, vector, limit: candidates })
  const ids = [...new Set([...found.lexical, ...found.vector].map(({ sourceId }) => sourceId))]
  const live = new Map((await collections.live.getMany(tenant, ids)).map(({ id, body }) => [id, body]))
  const isLive = ({ sourceId, contentId }: { sourceId: string; contentId: string }) => {
    const record = live.get(sourceId)
    return (
      record?.generation === space.generation &&
      !record.deleted &&
      record.contents.some((each) => each.contentId === contentId)
    )
  }
  const lists = { lexical: found.lexical.filter(isLive), vector: found.vector.filter(isLive) }
  return weightGrid.map((weight) => {
    const first = rankCandidates(lists, weight, context.models.embedding.cosines).slice(0, maxRank)
    return first.findIndex(({ candidate }) => sourceIds.includes(candidate.sourceId)) + 1
  })
}

async function measure(lease: Lease<TuningJob>, context: RetrievalContext): Promise<void> {
  while (lease.body.questions.length > 0) {
    context.signal.throwIfAborted()
    const step = lease.body.questions.slice(0, questionsPerStep)
    const vectors = await context.models.embed(
      step.map(({ question }) => question),
      { kind: 'query', signal: context.signal },
    )
    const ranks: TuningJob['ranks'] = []
    for (const [i, each] of step.entries()) ranks.push({ atWeights: await ranksOf(each, vectors[i]!, context) })
    await lease.checkpoint((body) => ({
      ...body,
      questions: body.questions.slice(step.length),
      ranks: [...body.ranks, ...ranks],
    }))
  }
}

/** Fits of weights; a crash goes on after the last questions that were measured. */
export const tuningWork = job<RetrievalContext, TuningJob>({
  name: 'fit of the vectors’ weight',
  collection: ({ collections }) => collections.tuningJobs,
  leaseMs: ({ config }) => config.EMBEDDING_LEASE_MS,
  slots: { perKey: 1, total: 2 },
  async work(lease, context) {
    const { tenant, models, collections, clock } = context
    const { model } = models.embedding
    if (lease.body.model !== model)
      throw new ServiceError('conflict', { detail: 'Another embedding model has been configured meanwhile.' })
    const before = (await collections.weights.get(tenant, weightIdOf(model)))?.body
    // It broke off between the weight and its own end: fitted again, it would be compared with itself.
    if (before?.jobId === lease.id) return end(undefined, context, lease.id)
    await measure(lease, context)
    const fitted = fitWeight(
      lease.body.ranks.map(({ atWeights }) => atWeights),
      await weightFor(context),
    )
    const isApplied = lease.body.applies && isWorthApplying(fitted)
    const stored: WeightDocument = {
      model,
      jobId: lease.id,
      // What was applied before stays in use when this was only to be measured, or is no better.
      inUse: isApplied ? fitted.weight : (before?.inUse ?? null),
      last: { ...fitted, fittedAt: timestampOf(clock), isApplied },
    }
    await lease.hold()
    await collections.weights.put(tenant, weightIdOf(model), stored)
    return end(undefined, context, lease.id)
  },
  givesUp: { attempts: 5, outcome: ({ code, message }, context, id) => end({ code, message }, context, id) },
})

const end = (
  error: Pick<WireError, 'code' | 'message'> | undefined,
  { event }: RetrievalContext,
  id: string,
): Outcome<TuningJob> => ({
  change: (body) => ({ ...body, state: 'finished', questions: [], ranks: [], ...(error && { error }) }),
  tell: (body) => [event(retrieval.events.jobFinished, toFinishedJob(id, body))],
})
