import {
  type BodyOf,
  derivedId,
  type FinishedJob,
  type Job,
  type pageRequest,
  type retrieval,
  ServiceError,
} from '@frontdesk/contracts'
import { descending, findPage, getExisting, pagesOf, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { RetrievalContext } from '../context.ts'
import type { TuningJob } from './tuning-document.ts'

/** A name that more sources have says too little of which one answers. */
const maxNamesakes = 50

const unknownJob = () => new ServiceError('not_found', { detail: 'There is no such job.' })

/** The live sources that each of some names (id, title, name of the file, URL; in lower case) is of. */
async function sourcesNamed(
  names: Iterable<string>,
  { tenant, collections }: RetrievalContext,
): Promise<Map<string, string[]>> {
  const found = new Map([...names].map((name): [string, string[]] => [name, []]))
  for await (const page of pagesOf(collections.live, tenant, { limit: 1_000 })) {
    for (const { id, body } of page) {
      if (body.deleted || body.generation === null) continue
      const own = [id, body.title, body.filename ?? '', body.url ?? ''].map((name) => name.toLowerCase())
      for (const name of new Set(own)) found.get(name)?.push(id)
    }
  }
  return found
}

/**
 * Starts to fit the weight of vectors on questions whose source is known; the same operation starts one job. Throws
 * `model_required` without an embedding model, and `invalid_request` that names sources that are not there.
 */
export async function startTuning(
  { operationId, questions, apply }: BodyOf<typeof retrieval.queries.weightTune>,
  context: RetrievalContext,
): Promise<{ jobId: string }> {
  const { tenant, models, clock, commit, collections, cause } = context
  if (!models.embedding.isIndexed) {
    const detail = 'Without EMBEDDING_MODEL there are no vectors, so there is no weight to fit.'
    throw new ServiceError('model_required', { detail })
  }
  const named = await sourcesNamed(
    questions.map(({ source }) => source.toLowerCase()),
    context,
  )
  const known = questions.map(({ question, source }) => ({
    question,
    sourceIds: named.get(source.toLowerCase()) ?? [],
  }))
  const errors = known.flatMap(({ sourceIds: { length } }, i) => {
    const path = `questions.${i}.source`
    if (length === 0) return [{ path, message: 'no live source has this id, title, file name or URL' }]
    if (length > maxNamesakes) return [{ path, message: `${length} sources have this name: give the id of one` }]
    return []
  })
  if (errors.length > 0) throw new ServiceError('invalid_request', { errors: errors.slice(0, 100) })
  const jobId = derivedId('tun', tenant, operationId)
  const begun = {
    createdAt: timestampOf(clock),
    model: models.embedding.model,
    applies: apply,
    total: known.length,
    cause,
  }
  await commit(collections.tuningJobs, jobId, (current) =>
    current
      ? undefined
      : { body: { ...begun, questions: known, ranks: [], state: 'running' as const, dueAt: clock.now() } },
  )
  return { jobId }
}

function toJob({ id, body }: Pick<Stored<TuningJob>, 'id' | 'body'>): Job {
  const { createdAt, model, total, questions, state, error, waitsFor } = body
  const done = error ? 0 : total - questions.length
  const status = error ? 'Failed' : state === 'finished' ? 'Ready' : 'Processing'
  const progress = { done, total, unit: 'questions' }
  return {
    id,
    kind: 'tuning',
    state,
    total: 1,
    done: status === 'Ready' ? 1 : 0,
    failed: error ? 1 : 0,
    createdAt,
    ...(waitsFor && { waitsFor }),
    items: [{ source: model, status, ...(error && { error }), ...(status === 'Processing' && { progress }) }],
  }
}

/** What is told of a job that has ended. */
export function toFinishedJob(id: string, body: TuningJob): FinishedJob {
  const { items: _, ...shown } = toJob({ id, body })
  return { job: shown }
}

/** Throws `not_found`. */
export const readTuning = async (jobId: string, { tenant, collections }: RetrievalContext): Promise<Job> =>
  toJob(await getExisting(collections.tuningJobs, tenant, jobId, unknownJob))

export const listTunings = (
  { limit, cursor }: z.output<typeof pageRequest>,
  { tenant, collections }: RetrievalContext,
) => findPage(collections.tuningJobs, tenant, { sort: descending('createdAt'), limit, cursor }, toJob)
