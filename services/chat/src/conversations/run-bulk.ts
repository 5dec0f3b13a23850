import { setTimeout as pause } from 'node:timers/promises'
import {
  type Actor,
  assertNever,
  type BodyOf,
  type BulkResult,
  chat,
  derivedId,
  type Fault,
  invalidField,
  limits,
  ServiceError,
  toWireError,
} from '@frontdesk/contracts'
import { removeOld } from '@frontdesk/documents'
import { job, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { requireTeam } from '../teams/team-store.ts'
import { applyPatch, type Patch } from './apply-patch.ts'
import type { Bulk, BulkDocument } from './bulk-document.ts'
import { changeConversation } from './change-conversation.ts'
import { operationKey, operationsKept } from './conversation-document.ts'
import { findConversationIds } from './list-conversations.ts'

/** Conversations between two checkpoints; they are changed at once. */
const step = 100
const pollIntervalMs = 100
/** An Idempotency-Key is valid for a day; until then a repeated request must find the result. */
const keptMs = 2 * 24 * 3_600_000

/** Refuses what could not be meant, with every fault at once. */
function check({ action, ids, filter, assignee, teamId, tag, format }: Bulk): void {
  const errors: Fault[] = []
  const needs = (path: string, holds: boolean, message: string) => holds || errors.push({ path, message })
  needs('ids', (ids === undefined) !== (filter === undefined), 'Give either ids or a filter.')
  needs(
    'assignee',
    (action === 'assign') === (assignee !== undefined),
    'Is required by the action assign, and allowed only there.',
  )
  needs(
    'teamId',
    (action === 'assign_team') === (teamId !== undefined),
    'Is required by the action assign_team, and allowed only there.',
  )
  needs(
    'tag',
    (action === 'tag' || action === 'untag') === (tag !== undefined),
    'Is allowed only with the actions tag and untag.',
  )
  needs('format', action === 'export' || format === undefined, 'Belongs to export.')
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const patchOf = ({ action, assignee, teamId, tag }: BulkDocument['bulk']): Patch => {
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
    case 'assign_team':
      return { teamId: teamId! }
    case 'unassign_team':
      return { teamId: null }
    case 'tag':
      return { addTag: tag! }
    case 'untag':
      return { removeTag: tag! }
    case 'export':
      return {}
    default:
      return assertNever(action)
  }
}

/** The conversations that are meant, fixed from here on. */
async function idsOf({ ids, filter }: Bulk, actor: Actor, context: ChatContext): Promise<string[]> {
  if (ids) return [...new Set(ids)]
  const agentId = actor.kind === 'agent' ? actor.id : undefined
  const found = await findConversationIds(filter!, agentId, limits.bulkConversations + 1, context)
  if (found.length <= limits.bulkConversations) return found
  throw invalidField('filter', `Matches more than ${limits.bulkConversations} conversations.`)
}

/** The name of a bulk action: the same for the same operation. */
const bulkIdOf = (tenant: string, operationId: string): string => derivedId('blk', tenant, operationId)

/**
 * Does one thing to many conversations and says what came of each. The same operation again, also after a crash, goes on
 * where it stopped and does nothing twice.
 */
export async function runBulk(
  { operationId, bulk, actor }: BodyOf<typeof chat.queries.bulkRun>,
  context: ChatContext,
): Promise<BulkResult & { id: string }> {
  const { tenant, collections, clock, signal } = context
  check(bulk)
  await requireTeam(bulk.teamId, 'teamId', context)
  const id = bulkIdOf(tenant, operationId)
  if (!(await collections.bulks.get(tenant, id))) {
    const ids = await idsOf(bulk, actor, context)
    const { ids: _ids, filter: _filter, format: _format, ...kept } = bulk
    const begun = { bulk: kept, actor, ids, results: [], createdAt: timestampOf(clock), cause: context.cause }
    await collections.bulks.insert(tenant, id, { ...begun, dueAt: clock.now() })
  }
  while (!signal.aborted) {
    await bulkWork.run(id, context)
    const stored = await collections.bulks.get(tenant, id)
    if (!stored) break
    if (stored.body.dueAt === undefined) return { id, ...resultOf(stored.body) }
    // Another process has it.
    await pause(pollIntervalMs)
  }
  throw new ServiceError('unavailable')
}

function resultOf({ bulk, ids, results }: BulkDocument): BulkResult {
  const succeeded = results.filter(({ ok }) => ok).length
  return { action: bulk.action, requested: ids.length, succeeded, failed: results.length - succeeded, results }
}

/** Bulk actions. The process that accepted one works on it; if it crashes, another one continues. */
export const bulkWork = job<ChatContext, BulkDocument>({
  name: 'bulk action',
  collection: ({ collections }) => collections.bulks,
  leaseMs: 10_000,
  pauseMs: 1_000,
  adopts: {
    where: { unfinishedSince: { gte: '' } },
    change: ({ unfinishedSince: _, lease, ...body }, { clock }) => ({ ...body, dueAt: lease?.until ?? clock.now() }),
  },
  async work(lease, context) {
    for (;;) {
      context.signal.throwIfAborted()
      await lease.hold()
      const { ids, results } = lease.body
      const next = ids.slice(results.length, results.length + step)
      const done = await Promise.all(next.map((each) => changeOne(lease.id, each, lease.body, context)))
      const change = (body: BulkDocument) => ({ ...body, results: [...body.results, ...done] })
      if (results.length + next.length === ids.length) return finished(lease.id, change, context)
      await lease.checkpoint(change)
    }
  },
})

const finished = (
  id: string,
  change: (body: BulkDocument) => BulkDocument,
  { event }: ChatContext,
): Outcome<BulkDocument> => ({
  change,
  tell(body) {
    const { results: _, ...counts } = resultOf(body)
    const { bulk, actor, createdAt } = body
    const record = {
      ...{ id, at: createdAt, actor: { kind: actor.kind, ...(actor.id && { id: actor.id }) }, ...counts },
      ...(bulk.assignee && { assignee: bulk.assignee }),
      ...(bulk.teamId && { teamId: bulk.teamId }),
      ...(bulk.tag && { tag: bulk.tag }),
    }
    return [event(chat.events.bulkPerformed, record)]
  },
})

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
          ? { body: before, activities: [{ actor, action: 'export' }] }
          : applyPatch(conversationId, before, patchOf(bulk), actor, context, now)
      const { body, activities = [], events = [] } = change ?? { body: before }
      return {
        body: { ...body, operations: [...before.operations, key].slice(-operationsKept) },
        events,
        activities: activities.map((activity) => ({ ...activity, detail })),
      }
    })
    return { id: conversationId, ok: true }
  } catch (error) {
    const { code, retryable } = toWireError(error)
    if (retryable) throw error
    return { id: conversationId, ok: false, code }
  }
}

/** Removes finished bulk actions that can't be requested again. */
export async function purgeBulks({ collections, clock, signal }: ChatContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  const isDone = { dueAt: { exists: false }, unfinishedSince: { exists: false } }
  await removeOld(collections.bulks, { field: 'createdAt', before, where: isDone }, signal)
}
