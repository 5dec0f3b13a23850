import { setTimeout as pause } from 'node:timers/promises'
import {
  assertNever,
  type BodyOf,
  derivedId,
  type ingest,
  invalidField,
  ServiceError,
  type SourceBulkResult,
  toWireError,
} from '@frontdesk/contracts'
import { removeOld } from '@frontdesk/documents'
import { job } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { retrySource } from '../versions/add-version.ts'
import { changeTags, deleteSource } from './change-source.ts'
import type { SourceBulkDocument } from './source-bulk-document.ts'

/** Sources between two checkpoints; they are changed at once. */
const step = 50
const pollIntervalMs = 100
/** An Idempotency-Key is valid for a day; until then a repeated request must find the result. */
const keptMs = 2 * 24 * 3_600_000

/** Throws `invalid_request` where the tag does not belong to the action. */
function check({ action, tag }: SourceBulkDocument['bulk']): void {
  if ((action === 'tag' || action === 'untag') === (tag !== undefined)) return
  throw invalidField('tag', 'Is required by the actions tag and untag, and allowed only there.')
}

/** Does one thing to many sources and says what came of each. The same operation again goes on where it stopped. */
export async function runSourceBulk(
  { operationId, bulk: { ids, ...bulk } }: BodyOf<typeof ingest.queries.sourceBulkRun>,
  context: IngestContext,
): Promise<SourceBulkResult> {
  const { tenant, collections, clock, signal } = context
  check(bulk)
  const id = derivedId('blk', tenant, operationId)
  const begun = { bulk, ids: [...new Set(ids)], results: [], createdAt: timestampOf(clock), cause: context.cause }
  await collections.sourceBulks.insert(tenant, id, { ...begun, dueAt: clock.now() })
  while (!signal.aborted) {
    await sourceBulkWork.run(id, context)
    const stored = await collections.sourceBulks.get(tenant, id)
    if (!stored) break
    if (stored.body.dueAt === undefined) return resultOf(stored.body)
    // Another process has it.
    await pause(pollIntervalMs)
  }
  throw new ServiceError('unavailable')
}

function resultOf({ bulk, ids, results }: SourceBulkDocument): SourceBulkResult {
  const succeeded = results.filter(({ ok }) => ok).length
  return { action: bulk.action, requested: ids.length, succeeded, failed: results.length - succeeded, results }
}

/** Bulk actions on sources. The process that accepted one works on it; if it crashes, another one continues. */
export const sourceBulkWork = job<IngestContext, SourceBulkDocument>({
  name: 'bulk action on sources',
  collection: ({ collections }) => collections.sourceBulks,
  leaseMs: 30_000,
  pauseMs: 1_000,
  async work(lease, context) {
    for (;;) {
      context.signal.throwIfAborted()
      await lease.hold()
      const { ids, results, bulk } = lease.body
      const next = ids.slice(results.length, results.length + step)
      const done = await Promise.all(next.map((each) => changeOne(lease.id, each, bulk, context)))
      const change = (body: SourceBulkDocument) => ({ ...body, results: [...body.results, ...done] })
      if (results.length + next.length === ids.length) return { change }
      await lease.checkpoint(change)
    }
  },
})

/** Changes one source, once however often it is tried. What it refuses is its result; what may pass is thrown. */
async function changeOne(
  bulkId: string,
  sourceId: string,
  bulk: SourceBulkDocument['bulk'],
  context: IngestContext,
): Promise<SourceBulkResult['results'][number]> {
  try {
    await act(bulkId, sourceId, bulk, context)
    return { id: sourceId, ok: true }
  } catch (error) {
    const { code, retryable } = toWireError(error)
    if (retryable) throw error
    return { id: sourceId, ok: false, code }
  }
}

async function act(
  bulkId: string,
  sourceId: string,
  { action, tag }: SourceBulkDocument['bulk'],
  context: IngestContext,
): Promise<void> {
  switch (action) {
    case 'delete':
      return deleteSource(sourceId, context, bulkId)
    case 'retry':
      await retrySource(sourceId, context, { operationId: bulkId })
      return
    case 'tag':
      return changeTags(sourceId, (tags) => [...tags, tag!], context)
    case 'untag':
      return changeTags(sourceId, (tags) => tags.filter((each) => each !== tag), context)
    default:
      assertNever(action)
  }
}

/** Removes finished bulk actions that can't be requested again. */
export async function purgeSourceBulks({ collections, clock, signal }: IngestContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  await removeOld(collections.sourceBulks, { field: 'createdAt', before, where: { dueAt: { exists: false } } }, signal)
}
