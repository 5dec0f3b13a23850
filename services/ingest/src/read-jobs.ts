import { type BodyOf, derivedId, type Job, type jobRead, type jobStart, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from './context.ts'
import type { JobDocument, JobItem } from './job-document.ts'
import { cancelVersion } from './settle-version.ts'
import { type SourceDocument, versionOf } from './source-document.ts'

type Shown = Job['items'][number]
type Summary = Omit<Job, 'items'>

/** Items of one message: each may name an address of 2 kB and carry a sentence. */
const itemsAPage = 100
/** Items whose sources are read at once when a job is counted. */
const countedAtOnce = 1_000
/** Ends that are remembered at a time, so that reading a long job again is quick and rarely a write. */
const settledStep = 500

/** Records what a job is about; its sources are added beside it, under the ids given. */
export async function startJob({ operationId, kind, items }: BodyOf<typeof jobStart>, context: IngestContext) {
  const { tenant, collections, clock } = context
  const id = derivedId('job', tenant, operationId)
  const { stored } = await collections.jobs.insert(tenant, id, {
    kind,
    createdAt: timestampOf(clock),
    items: items.map(({ source, sourceId }) => ({ source, sourceId, version: 1 })),
    dueAt: null,
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

/** A job's numbers: `done` counts what is Ready, `failed` what failed or is gone. */
async function summaryOf({ id, body }: Stored<JobDocument>, context: IngestContext): Promise<Summary> {
  const { kind, createdAt } = body
  if (!body.import) {
    const total = body.items.length
    const { done, failed } = endsOf(await shown(body.items, context))
    return { id, kind, state: done + failed === total ? 'finished' : 'running', total, done, failed, createdAt }
  }
  const { handled, isOver, verdicts } = body.import
  const { done, failed } = await countImport(id, body, context)
  const state = isOver && done + failed === handled ? 'finished' : 'running'
  return { id, kind, state, total: handled, done, failed, createdAt, verdicts }
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
      sort: { field: 'index', direction: 'asc' },
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

/** The job, unless there is none. Throws `not_found`. */
async function findJob(jobId: string, { tenant, collections }: IngestContext): Promise<Stored<JobDocument>> {
  const stored = await collections.jobs.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return stored
}

/** A job with a page of its items. */
export async function readJob({ jobId, cursor }: BodyOf<typeof jobRead>, context: IngestContext) {
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
    sort: { field: 'index', direction: 'asc' },
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
  const page = await context.collections.jobs.find(context.tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor && { cursor }),
  })
  return {
    items: await Promise.all(page.items.map((stored) => summaryOf(stored, context))),
    nextCursor: page.nextCursor,
  }
}

/** Ends what a job has not begun as `cancelled`; asked again it does the same. Throws `not_found`. */
export async function cancelJob({ jobId }: { jobId: string }, context: IngestContext): Promise<Summary> {
  const { collections, commit } = context
  await findJob(jobId, context)
  const stored = await commit(collections.jobs, jobId, (current) =>
    current && !current.body.cancelled && !current.body.import?.isOver
      ? { body: { ...current.body, cancelled: true as const } }
      : undefined,
  )
  await Promise.all(
    stored!.body.items.map(async ({ sourceId, version }) => {
      if (sourceId && version) await cancelVersion({ sourceId, version }, context)
    }),
  )
  return summaryOf(stored!, context)
}
