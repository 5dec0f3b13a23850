import { type BodyOf, derivedId, ingest, type Job, ServiceError, without } from '@frontdesk/contracts'
import { ascending, descending, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import pLimit from 'p-limit'
import type { IngestContext } from '../context.ts'
import { type SourceDocument, versionOf } from '../sources/source-document.ts'
import { cancelVersion } from '../versions/settle-version.ts'
import type { JobDocument, JobItem } from './job-document.ts'

type Shown = Job['items'][number]
type Summary = Omit<Job, 'items'>

/** Items of one message: each may name an address of 2 kB and carry a sentence. */
const itemsAPage = 100
/** How many sources are read at once when a job is counted. */
const countedAtOnce = 1_000
/** Ends that are remembered at a time, so that reading a long job again is quick and rarely a write. */
const settledStep = 500

/** Records a job and its items; its sources are added separately, under the given ids. */
export async function startJob(
  { operationId, kind, items }: BodyOf<typeof ingest.queries.jobStart>,
  context: IngestContext,
) {
  const { tenant, collections, clock } = context
  const id = derivedId('job', tenant, operationId)
  const { stored } = await collections.jobs.insert(tenant, id, {
    kind,
    createdAt: timestampOf(clock),
    items: items.map(({ source, sourceId }) => ({ source, sourceId, version: 1 })),
    lookAt: clock.now(),
  })
  return { ...(await summaryOf(stored, context)), items: await shown(stored.body.items, context) }
}

/** Items as their sources stand now, in one reading of them. */
async function shown(items: JobItem[], { tenant, collections }: IngestContext): Promise<Shown[]> {
  const ids = new Set(items.flatMap(({ sourceId, version }) => (sourceId && version ? [sourceId] : [])))
  const stored = ids.size === 0 ? [] : await collections.sources.getMany(tenant, [...ids])
  const byId = new Map(stored.map((each) => [each.id, each.body]))
  return items.map((item) => {
    const { version, error, ...named } = item
    const reason = item.verdict === 'rejected' && error ? { reason: error.message } : {}
    return { ...named, ...reason, ...stateOf(item, byId.get(item.sourceId ?? '')) }
  })
}

function stateOf(
  { version, error }: JobItem,
  document: SourceDocument | undefined,
): Pick<Shown, 'status' | 'error' | 'progress'> {
  if (error) return { status: 'Failed', error }
  if (version === undefined) return { status: 'Ready' }
  if (document?.deleted) {
    return { status: 'Failed', error: { code: 'not_found', message: 'The source was deleted.' } }
  }
  const record = document && versionOf(document, version)
  // A source that is not there yet is on its way.
  if (!record) return { status: 'Processing' }
  const { status, error: failure, progress } = record
  return {
    status,
    ...(failure && { error: failure }),
    ...(progress && status === 'Processing' && { progress }),
  }
}

const endsOf = (items: Shown[]) => ({
  done: items.filter(({ status }) => status === 'Ready').length,
  failed: items.filter(({ status }) => status === 'Failed').length,
})

/** The counts of a job: `done` counts Ready items, `failed` those that failed or were deleted. */
async function summaryOf({ id, body }: Stored<JobDocument>, context: IngestContext): Promise<Summary> {
  const { kind, createdAt, waitsFor } = body
  if (!body.import) {
    const total = body.items.length
    const { done, failed } = endsOf(await shown(body.items, context))
    return { id, kind, state: done + failed === total ? 'finished' : 'running', total, done, failed, createdAt }
  }
  const { handled, isOver, verdicts } = body.import
  const { done, failed } = await countImport(id, body, context)
  const state = isOver && done + failed === handled ? 'finished' : 'running'
  return { id, kind, state, total: handled, done, failed, createdAt, verdicts, ...(waitsFor && { waitsFor }) }
}

/** Counts what has ended of an import, from the first item that had not when it was counted last. */
async function countImport(jobId: string, job: JobDocument, context: IngestContext) {
  const { tenant, collections, commit } = context
  const before = job.settled ?? { items: 0, done: 0, failed: 0 }
  let settled = before
  let { done, failed } = before
  let isUnbroken = true
  for (let from = before.items; from < job.import!.handled; from += countedAtOnce) {
    const { items } = await collections.jobItems.find(tenant, {
      where: { jobId, index: { gte: from, lt: Math.min(from + countedAtOnce, job.import!.handled) } },
      sort: ascending('index'),
      limit: countedAtOnce,
    })
    const states = await shown(
      items.map(({ body }) => body),
      context,
    )
    const ends = endsOf(states)
    done += ends.done
    failed += ends.failed
    if (!isUnbroken) continue
    const open = states.findIndex(({ status }) => status === 'Processing')
    const ended = endsOf(open < 0 ? states : states.slice(0, open))
    isUnbroken = open < 0
    settled = {
      items: settled.items + ended.done + ended.failed,
      done: settled.done + ended.done,
      failed: settled.failed + ended.failed,
    }
  }
  const isAtEnd = job.import!.isOver && settled.items === job.import!.handled
  if (settled.items - before.items >= settledStep || (isAtEnd && settled.items > before.items)) {
    await commit(collections.jobs, jobId, (current) =>
      current && (current.body.settled?.items ?? 0) < settled.items
        ? { body: { ...current.body, settled } }
        : undefined,
    )
  }
  return { done, failed }
}

/** The job. Throws `not_found`. */
async function findJob(jobId: string, { tenant, collections }: IngestContext): Promise<Stored<JobDocument>> {
  const stored = await collections.jobs.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return stored
}

/** A job with a page of its items. */
export async function readJob({ jobId, cursor }: BodyOf<typeof ingest.queries.jobRead>, context: IngestContext) {
  const stored = await findJob(jobId, context)
  const { items, nextCursor } = stored.body.import
    ? await importedItems(jobId, cursor, context)
    : { items: stored.body.items, nextCursor: null }
  return { ...(await summaryOf(stored, context)), items: await shown(items, context), nextCursor }
}

async function importedItems(jobId: string, cursor: string | undefined, { tenant, collections }: IngestContext) {
  const from = Number(cursor ?? 0)
  const { items } = await collections.jobItems.find(tenant, {
    where: { jobId, index: { gte: Number.isSafeInteger(from) ? from : 0 } },
    sort: ascending('index'),
    limit: itemsAPage,
  })
  const last = items.at(-1)?.body.index
  return {
    items: items.map(({ body: { jobId: _, ...item } }): JobItem => item),
    nextCursor: items.length < itemsAPage || last === undefined ? null : String(last + 1),
  }
}

/** Jobs without their items, newest first. */
export async function listJobs(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  context: IngestContext,
) {
  const page = await context.collections.jobs.find(context.tenant, { sort: descending('createdAt'), limit, cursor })
  return {
    items: await Promise.all(page.items.map((stored) => summaryOf(stored, context))),
    nextCursor: page.nextCursor,
  }
}

/**
 * Cancels a job: its items without a text end as `cancelled`, soon after the reply, because on a busy store they may
 * take longer than a caller waits. Idempotent. Throws `not_found`.
 */
export async function cancelJob({ jobId }: { jobId: string }, context: IngestContext): Promise<Summary> {
  const { collections, commit, event } = context
  await findJob(jobId, context)
  const stored = await commit(collections.jobs, jobId, (current) =>
    current && !current.body.cancelled && !current.body.import?.isOver
      ? { body: { ...current.body, cancelled: true as const }, events: [event(ingest.events.jobCancelled, { jobId })] }
      : undefined,
  )
  return summaryOf(stored!, context)
}

/** Few, so that what people do at the time gets its turn at the store. */
const endedAtOnce = 4

/** Ends the items of a cancelled job that have no text yet, the last first, because their turn is furthest away. */
export async function endCancelledItems({ jobId }: { jobId: string }, context: IngestContext): Promise<void> {
  const stored = await context.collections.jobs.get(context.tenant, jobId)
  const inHand = pLimit(endedAtOnce)
  const references = (stored?.body.items ?? []).flatMap(({ sourceId, version }) =>
    sourceId && version ? [{ sourceId, version }] : [],
  )
  await inHand.map(references.toReversed(), (reference) => cancelVersion(reference, context))
}

/** A long job is checked less often: after a tenth of the time that it has taken. */
const lookLater = { share: 0.1, minMs: 1_000, maxMs: 60_000 }

/** Publishes `job.finished` once for each job that has ended since its last check. */
export async function publishFinishedJobs(context: IngestContext): Promise<void> {
  const { collections, clock, signal } = context
  const due = await collections.jobs.findAcrossTenants({
    where: { lookAt: { lte: clock.now() } },
    sort: ascending('lookAt'),
    limit: 50,
  })
  for (const stored of due) {
    if (signal.aborted) return
    const own = context.forTenant(stored.tenant, stored.body.cause)
    const { verdicts: _, ...job } = await summaryOf(stored, own)
    const takenMs = clock.now() - Date.parse(job.createdAt)
    const waitMs = Math.min(Math.max(takenMs * lookLater.share, lookLater.minMs), lookLater.maxMs)
    await own.commit(collections.jobs, stored.id, (current) => {
      if (current?.body.lookAt === undefined) return undefined
      const rest = without(current.body, 'lookAt')
      if (job.state === 'running') return { body: { ...rest, lookAt: clock.now() + waitMs } }
      return { body: rest, events: [own.event(ingest.events.jobFinished, { job })] }
    })
  }
}
