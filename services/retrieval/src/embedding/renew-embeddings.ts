import { ingest, isStillOn, retrieval, ServiceError } from '@frontdesk/contracts'
import { ascending, cursorAcrossTenants, type Sort, type Where } from '@frontdesk/documents'
import { type RetrievalContext, spaceOf } from '../context.ts'
import { embeddedAtOnce } from '../indexing/choose-space.ts'
import { indexContents } from '../indexing/index-contents.ts'
import type { LiveRecord } from '../live/live-record-document.ts'
import { copiesOf, isBeingRemoved, retireUnneeded } from '../live/retire-copies.ts'
import { renewUntilStopped } from './renew-lease.ts'

const sourcesAtOnce = 20
/** How often the log says how far it is. */
const logEveryMs = 10_000
const byGeneration: Sort = ascending('generation')

/**
 * Moves sources that were embedded by another model, wait for their vectors, or stand in an earlier index format, into the
 * current generation, each in one flip, until none is left. They answer by their words meanwhile; those of an earlier format
 * are not found. A crash goes on from the last checkpoint, and two processes share the work. Says in the log how far it is.
 */
export async function renewEmbeddings(context: RetrievalContext): Promise<void> {
  const { collections, log, signal } = context
  const { generation } = spaceOf(context)
  const counts = { renewed: 0, failed: 0 }
  let loggedAt = performance.now()
  const logProgress = async () => {
    loggedAt = performance.now()
    log.info({ ...counts, left: await countWaiting(context) }, 'sources are indexed again for this release or model')
  }
  for (const where of [{ generation: { lt: generation } }, { generation: { gt: generation } }] satisfies Where[]) {
    for (let cursor: string | undefined, isLast = false; !isLast; ) {
      const find = { where, sort: byGeneration, limit: sourcesAtOnce, cursor }
      const waiting = await collections.live.findAcrossTenants(find)
      isLast = waiting.length < sourcesAtOnce
      if (!isLast) cursor = cursorAcrossTenants(waiting.at(-1)!, byGeneration)
      if (waiting.length > 0 && counts.renewed + counts.failed === 0) await logProgress()
      for (const { tenant, id } of waiting) {
        if (signal.aborted) return
        if (performance.now() - loggedAt > logEveryMs) await logProgress()
        try {
          await renewSource(id, context.forTenant(tenant))
          counts.renewed++
        } catch (error) {
          if (signal.aborted) return
          // One source that can't be embedded does not hold up the others; the next pass tries it again.
          counts.failed++
          log.warn({ tenant, sourceId: id, err: error }, 'a source could not be embedded again yet')
        }
      }
    }
  }
}

/** How many sources stand in another generation. */
async function countWaiting(context: RetrievalContext): Promise<number> {
  const { generation } = spaceOf(context)
  let waiting = 0
  for await (const { body } of context.collections.live.all()) {
    if (!body.deleted && body.generation !== null && body.generation !== generation) waiting++
  }
  return waiting
}

/** The name of the file that a source comes from, which records of earlier releases lack. */
async function filenameOf(sourceId: string, { ask }: RetrievalContext): Promise<string | undefined> {
  try {
    const { type, source } = await ask(ingest.queries.sourceRead, { sourceId })
    return type === 'file' ? source : undefined
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

/** What is told of the renewal of a large version, which takes a while: that `done` of its chunks are through. */
function progressOf(sourceId: string, { version, contents }: LiveRecord, done: number, { event }: RetrievalContext) {
  const total = contents.reduce((sum, { chunks }) => sum + chunks, 0)
  if (total <= embeddedAtOnce) return []
  return [event(retrieval.events.versionReindexed, { sourceId, version, done: Math.min(done, total), total })]
}

async function renewSource(sourceId: string, context: RetrievalContext): Promise<void> {
  const { collections, clock, config, commit, log, signal } = context
  const { generation, dimensions } = spaceOf(context)
  let done = 0
  let isOurs = false
  const claimed = await commit(collections.live, sourceId, (stored) => {
    isOurs = false
    const record = stored?.body
    if (!record || record.indexing || record.generation === null || record.generation === generation) return undefined
    if (isBeingRemoved(record, copiesOf({ ...record, generation, dimensions }))) return undefined
    const { renewal } = record
    const isSame = renewal?.generation === generation && renewal.version === record.version
    if (isSame && isStillOn(renewal.until, config.EMBEDDING_LEASE_MS, clock.now())) return undefined
    isOurs = true
    done = isSame ? renewal.done : 0
    const begun = {
      generation,
      dimensions,
      version: record.version,
      done,
      until: clock.now() + config.EMBEDDING_LEASE_MS,
    }
    return {
      body: retireUnneeded(record, { ...record, renewal: begun }, clock.now()),
      events: progressOf(sourceId, record, done, context),
    }
  })
  if (!isOurs) return
  const { version, contents } = claimed!.body
  const filename = claimed!.body.filename ?? (await filenameOf(sourceId, context))

  const hold = (change: { done?: number }, until = clock.now() + config.EMBEDDING_LEASE_MS) =>
    commit(collections.live, sourceId, (stored) => {
      const { renewal } = stored!.body
      if (renewal?.generation !== generation || renewal.version !== version) return undefined
      return {
        body: { ...stored!.body, renewal: { ...renewal, ...change, until } },
        ...(change.done !== undefined && { events: progressOf(sourceId, stored!.body, change.done, context) }),
      }
    })
  const stopRenewing = renewUntilStopped(() => hold({}), context)
  try {
    await indexContents(context, { sourceId, filename, contents, done }, async (sofar) => {
      const after = await hold({ done: sofar })
      if (after?.body.renewal?.version !== version) throw new ServiceError('version_conflict')
    })
  } catch (error) {
    // On a stop, and after a failure: whoever comes next may go on at once.
    if (signal.aborted) await hold({}, clock.now())
    throw error
  } finally {
    stopRenewing()
  }
  await commit(collections.live, sourceId, (current) => {
    const { renewal: _, ...record } = current!.body
    const isSame = !record.deleted && record.version === version && record.generation !== generation
    const after = isSame ? { ...record, ...(filename !== undefined && { filename }), generation, dimensions } : record
    return {
      body: retireUnneeded(current!.body, after, clock.now(), copiesOf({ contents, generation, dimensions })),
      ...(isSame && { events: progressOf(sourceId, record, Number.POSITIVE_INFINITY, context) }),
    }
  })
  log.info({ sourceId, version, generation }, 'a source was embedded again')
}
