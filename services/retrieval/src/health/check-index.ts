import type { Space } from '@frontdesk/chunk-index'
import { isOutage, toWireError, without } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { job } from '@frontdesk/jobs'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { isEarlierFormat, type LiveRecord } from '../live/live-record-document.ts'
import { type IndexCheckDocument, indexCheckKey, newCheck } from './index-check-document.ts'
import { contentsMissing, reindexSource } from './reindex-source.ts'

/** A look costs a reading of each live record and a count for 500 contents. */
const everyMs = 10 * 60_000
/** While the model or a server that it takes is away. */
const afterOutageMs = 10_000
/** Contents that are counted at once. */
const contentsAtOnce = 500

type Counts = ReturnType<typeof newCheck>

/** Has the index looked through when a process starts, unless one is at it. */
export async function beginIndexCheck(context: RetrievalContext): Promise<void> {
  const { collections, clock, commit } = context.forTenant(indexCheckKey[0])
  await commit(collections.indexChecks, indexCheckKey[1], (current) => {
    const { startedAt = 0, finishedAt = 0 } = current?.body ?? {}
    if (startedAt > finishedAt) return undefined
    return { body: { ...(current?.body ?? newCheck()), dueAt: clock.now() } }
  })
}

/**
 * Looks through the index when a process starts, every ten minutes and when somebody asks: writes the chunks of live
 * versions again that it lacks, tenant by tenant and source by source, from what is stored.
 */
export const indexCheckWork = job<RetrievalContext, IndexCheckDocument>({
  name: 'check of the index',
  collection: ({ collections }) => collections.indexChecks,
  leaseMs: ({ config }) => config.EMBEDDING_LEASE_MS,
  everyMs: 2_000,
  async work(lease, context) {
    const { clock, log, signal } = context
    const counts: Counts = newCheck()
    const begun = await lease.note(({ finishedAt: _, interrupted: __, ...body }) => ({
      ...body,
      ...counts,
      startedAt: clock.now(),
      begunFor: body.requests ?? 0,
    }))
    const answered = begun.begunFor!
    const lost = new Set(begun.lost)
    // Asked again meanwhile: perhaps of what this look had passed by then.
    const dueIn = (ms: number) => (body: IndexCheckDocument) => ((body.requests ?? 0) > answered ? 0 : ms)
    try {
      await checkSources(context, counts, lost)
    } catch (error) {
      if (signal.aborted) throw error
      log.warn({ ...counts, err: error }, 'the check of the index could not be finished')
      const interrupted = toWireError(error).message
      return { dueInMs: dueIn(afterOutageMs), change: (body) => ({ ...body, ...counts, interrupted }) }
    }
    if (counts.missing > 0) log.info(counts, 'the index was checked')
    return {
      dueInMs: dueIn(everyMs),
      change: (body) => ({
        ...without(body, 'lost'),
        ...counts,
        answered,
        finishedAt: clock.now(),
        // Found since: the next look is theirs.
        ...((body.requests ?? 0) > answered && { lost: body.lost ?? [] }),
      }),
    }
  },
})

/** Those of the tenants that lost their index first. */
async function checkSources(context: RetrievalContext, counts: Counts, lost: Set<string>): Promise<void> {
  if (lost.size > 0) await checkSourcesOf((tenant) => lost.has(tenant), context, counts)
  await checkSourcesOf((tenant) => !lost.has(tenant), context, counts)
}

async function checkSourcesOf(
  isAsked: (tenant: string) => boolean,
  context: RetrievalContext,
  counts: Counts,
): Promise<void> {
  const { collections, signal } = context
  let batch: Stored<LiveRecord>[] = []
  let contents = 0
  const flush = async () => {
    const records = batch
    batch = []
    contents = 0
    if (records.length > 0) await checkBatch(records, context.forTenant(records[0]!.tenant), counts)
  }
  for await (const record of collections.live.all()) {
    signal.throwIfAborted()
    if (!isAsked(record.tenant)) continue
    // What is on its way in, or stands in an earlier format, is written by whoever is at it.
    const { body } = record
    if (body.deleted || body.version === 0 || body.generation === null || isEarlierFormat(body.generation)) continue
    if (batch.length > 0 && (batch[0]!.tenant !== record.tenant || contents >= contentsAtOnce)) await flush()
    batch.push(record)
    contents += body.contents.length
  }
  await flush()
}

/** Looks at records of one tenant. */
async function checkBatch(records: Stored<LiveRecord>[], context: RetrievalContext, counts: Counts): Promise<void> {
  const own = spaceOf(context)
  for (const [generation, group] of Map.groupBy(records, ({ body }) => body.generation!)) {
    if (generation === own.generation) await repairLacking(group, context, counts)
    else await countLacking(group, { ...own, generation, dimensions: group[0]!.body.dimensions }, context, counts)
  }
}

/** Of what another embedding model indexed: only the change of the model can write it. */
async function countLacking(records: Stored<LiveRecord>[], space: Space, context: RetrievalContext, counts: Counts) {
  const lacking = await lackingOf(records, space, context)
  const count = records.filter(({ body }) => body.contents.some(({ contentId }) => lacking.has(contentId))).length
  counts.checked += records.length
  counts.missing += count
  counts.otherModel += count
}

async function lackingOf(records: Stored<LiveRecord>[], space: Space, context: RetrievalContext): Promise<Set<string>> {
  const contents = records.flatMap(({ body }) => body.contents)
  return new Set((await contentsMissing(contents, context, space)).map(({ contentId }) => contentId))
}

async function repairLacking(records: Stored<LiveRecord>[], context: RetrievalContext, counts: Counts): Promise<void> {
  const { log, signal } = context
  const lacking = await lackingOf(records, spaceOf(context), context)
  for (const { id, tenant, body } of records) {
    signal.throwIfAborted()
    counts.checked++
    if (!body.isReindexing && !body.contents.some(({ contentId }) => lacking.has(contentId))) continue
    counts.missing++
    try {
      if (await reindexSource(id, context)) counts.repaired++
      else counts.missing--
    } catch (error) {
      // Without the model or a server the others would fare no better.
      if (signal.aborted || isOutage(error)) throw error
      counts.failed++
      log.warn(
        { tenant, sourceId: id, err: error },
        'chunks of a source are missing in the index and could not be restored',
      )
    }
  }
}
