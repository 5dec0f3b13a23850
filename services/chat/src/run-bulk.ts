import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Actor,
  type BodyOf,
  type BulkResult,
  bulkPerformed,
  type bulkRun,
  derivedId,
  type Fault,
  limits,
  ServiceError,
  toWireError,
} from '@frontdesk/contracts'
import { claimLease, collection, type Lease, removeOld, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { changeConversation } from './change-conversation.ts'
import type { ChatContext } from './context.ts'
import { operationKey, operationsKept } from './conversation-document.ts'
import { findConversations } from './list-conversations.ts'
import { fulfil, type Wish } from './update-conversation.ts'

type Bulk = BodyOf<typeof bulkRun>['bulk']
/**
 * A bulk action on its way: which conversations were meant when it was asked for, and what came of each so far. What they
 * were found by is not kept: it may be a customer's name.
 */
type BulkDocument = {
  bulk: Pick<Bulk, 'action' | 'assignee' | 'tag'>
  actor: Actor
  ids: string[]
  results: BulkResult['results']
  createdAt: string
  /** Absent when it is done, so that the sweep finds only what is not. */
  unfinishedSince?: string
  lease?: Lease | null
}
export const bulks = collection<BulkDocument>('chat-bulks', [
  { fields: ['createdAt'], acrossTenants: true },
  { fields: ['unfinishedSince'], acrossTenants: true },
])

/** Conversations between two checkpoints; they are changed at once. */
const step = 100
/** Who works on a bulk action and is silent for so long has died. */
const leaseMs = 10_000
const lookEveryMs = 100
/** An Idempotency-Key holds for a day; until then the same one again has to find what was done. */
const keptMs = 2 * 24 * 3_600_000

/** Refuses what could not be meant, with every fault at once. */
function check({ action, ids, filter, assignee, tag, format }: Bulk): void {
  const errors: Fault[] = []
  const needs = (path: string, holds: boolean, message: string) => holds || errors.push({ path, message })
  needs('ids', (ids === undefined) !== (filter === undefined), 'Give either ids or a filter.')
  needs('assignee', (action === 'assign') === (assignee !== undefined), 'Belongs to assign, which needs it.')
  needs('tag', (action === 'tag' || action === 'untag') === (tag !== undefined), 'Belongs to tag and untag.')
  needs('format', action === 'export' || format === undefined, 'Belongs to export.')
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const wishOf = ({ action, assignee, tag }: BulkDocument['bulk']): Wish => {
  switch (action) {
    case 'close':
      return { status: 'closed' }
    case 'reopen':
      return { status: 'open' }
    case 'resolve':
      return { status: 'resolved' }
    case 'assign':
      return { assignee: assignee! }
    case 'unassign':
      return { assignee: null }
    case 'tag':
      return { addTag: tag! }
    case 'untag':
      return { removeTag: tag! }
    case 'export':
      return {}
  }
}

/** The conversations that are meant, fixed from here on. */
async function idsOf({ ids, filter }: Bulk, context: ChatContext): Promise<string[]> {
  if (ids) return [...new Set(ids)]
  const found = await findConversations(filter!, limits.bulkConversations + 1, context)
  if (found.length <= limits.bulkConversations) return found
  const errors = [{ path: 'filter', message: `Fits more than ${limits.bulkConversations} conversations.` }]
  throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

/** The name of a bulk action: the same for the same operation. */
const bulkIdOf = (tenant: string, operationId: string): string => derivedId('blk', tenant, operationId)

/**
 * Does one thing to many conversations and says what came of each. The same operation again, also after a crash, goes on
 * where it stopped and does nothing twice.
 */
export async function runBulk(
  { operationId, bulk, actor }: BodyOf<typeof bulkRun>,
  context: ChatContext,
): Promise<BulkResult & { id: string }> {
  const { tenant, collections, clock, signal } = context
  check(bulk)
  const id = bulkIdOf(tenant, operationId)
  if (!(await collections.bulks.get(tenant, id))) {
    const now = timestampOf(clock)
    const ids = await idsOf(bulk, context)
    const { action, assignee, tag } = bulk
    const kept = { action, ...(assignee !== undefined && { assignee }), ...(tag !== undefined && { tag }) }
    const begun = { bulk: kept, actor, ids, results: [], createdAt: now, unfinishedSince: now }
    await collections.bulks.insert(tenant, id, begun)
  }
  while (!signal.aborted) {
    await workOff(id, context)
    const stored = await collections.bulks.get(tenant, id)
    if (!stored) break
    if (!stored.body.unfinishedSince) return { id, ...resultOf(stored.body) }
    // Another process has it.
    await pause(lookEveryMs)
  }
  throw new ServiceError('unavailable')
}

function resultOf({ bulk, ids, results }: BulkDocument): BulkResult {
  const succeeded = results.filter(({ ok }) => ok).length
  return { action: bulk.action, requested: ids.length, succeeded, failed: results.length - succeeded, results }
}

/** Works on a bulk action to its end, from the last checkpoint on, unless another has it. */
async function workOff(id: string, context: ChatContext): Promise<void> {
  const { tenant, collections, clock, signal } = context
  const owner = randomUUID()
  while (!signal.aborted) {
    const claimed = await claimLease(collections.bulks, tenant, id, { owner, now: clock.now(), forMs: leaseMs })
    if (!claimed?.body.unfinishedSince) return
    await takeStep(claimed, context)
  }
}

async function takeStep({ id, body, revision }: Stored<BulkDocument>, context: ChatContext): Promise<void> {
  const next = body.ids.slice(body.results.length, body.results.length + step)
  const results = [...body.results, ...(await Promise.all(next.map((each) => changeOne(id, each, body, context))))]
  const isDone = results.length === body.ids.length
  await context.commit(context.collections.bulks, id, (current) => {
    // Somebody else went on meanwhile, because this one was silent for too long.
    if (!current || current.revision !== revision) return undefined
    if (!isDone) return { body: { ...body, results } }
    const { unfinishedSince: _since, lease: _lease, ...rest } = body
    const done: BulkDocument = { ...rest, results }
    const { results: _results, ...counts } = resultOf(done)
    const { bulk, actor, createdAt } = done
    const record = {
      ...{ id, at: createdAt, actor: { kind: actor.kind, ...(actor.id && { id: actor.id }) }, ...counts },
      ...(bulk.assignee && { assignee: bulk.assignee }),
      ...(bulk.tag && { tag: bulk.tag }),
    }
    return { body: done, events: [context.event(bulkPerformed, record)] }
  })
}

/** Changes one conversation, once however often it is tried. What it refuses is its result; what may pass is thrown. */
async function changeOne(
  bulkId: string,
  conversationId: string,
  { bulk, actor }: BulkDocument,
  context: ChatContext,
): Promise<BulkResult['results'][number]> {
  const key = operationKey(context.tenant, bulkId)
  try {
    await changeConversation(conversationId, context, ({ body: before }, now) => {
      if (before.operations.includes(key)) return undefined
      const detail = `bulk ${bulkId}`
      const change =
        bulk.action === 'export'
          ? { body: before, deeds: [{ actor, action: 'export' }] }
          : fulfil(conversationId, before, wishOf(bulk), actor, context, now)
      const { body, deeds = [], events = [] } = change ?? { body: before }
      return {
        body: { ...body, operations: [...before.operations, key].slice(-operationsKept) },
        events,
        deeds: deeds.map((deed) => ({ ...deed, detail })),
      }
    })
    return { id: conversationId, ok: true }
  } catch (error) {
    const { code, retryable } = toWireError(error)
    if (retryable) throw error
    return { id: conversationId, ok: false, code }
  }
}

/** Goes on with bulk actions whose process died. */
export async function resumeBulks(context: ChatContext): Promise<void> {
  const unfinished = await context.collections.bulks.findAcrossTenants({
    where: { unfinishedSince: { gte: '' } },
    sort: { field: 'unfinishedSince', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of unfinished) await workOff(id, context.forTenant(tenant))
}

/** Forgets bulk actions that are done and that nobody can ask for again. */
export async function forgetBulks({ collections, clock, signal }: ChatContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  const isDone = { unfinishedSince: { exists: false } }
  await removeOld(collections.bulks, { field: 'createdAt', before, where: isDone }, signal)
}
