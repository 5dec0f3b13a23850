import {
  type BodyOf,
  derivedId,
  type endpointReplay,
  type Job,
  type pageRequest,
  ServiceError,
} from '@frontdesk/contracts'
import { collection, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { DispatcherContext } from './context.ts'
import { beginAnew, type DeliveryDocument } from './documents.ts'
import { dispatchOf, keepPace, laneKeyOf } from './hold-endpoints.ts'
import { getEndpoint } from './keep-endpoints.ts'
import { runLane } from './run-lanes.ts'

/** Deliveries of a time range that go to their endpoint again. */
export type ReplayDocument = {
  endpointId: string
  from: string
  to: string
  events?: string[]
  createdAt: string
  state: 'running' | 'finished'
  /** How many were put on their way so far. */
  count: number
  cursor?: string
  dueAt?: number
}
export const replays = collection<ReplayDocument>('webhook-dispatcher-replays', [
  { fields: ['createdAt'] },
  { fields: ['state', 'createdAt'], acrossTenants: true },
  { fields: ['dueAt'], acrossTenants: true },
])

const page = 100
/** Whoever works on a replay renews this with each page. */
const leaseMs = 30_000

function checkRange({ from, to }: { from: string; to: string }): void {
  if (from <= to) return
  const message = 'Must not be before `from`.'
  throw new ServiceError('invalid_request', { detail: `to: ${message}`, errors: [{ path: 'to', message }] })
}

/**
 * Begins to deliver a time range again; the same operation begins it once. Throws `invalid_request` for a range that ends
 * before it begins, `not_found`, and `conflict` while the endpoint is disabled.
 */
export async function startReplay(
  { operationId, endpointId, ...range }: BodyOf<typeof endpointReplay>,
  context: DispatcherContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock } = context
  checkRange(range)
  const endpoint = await getEndpoint(endpointId, context)
  if (!endpoint.body.enabled)
    throw new ServiceError('conflict', { detail: 'The endpoint is disabled: enable it first.' })
  const jobId = derivedId('wjob', tenant, operationId)
  keepPace(endpoint, context)
  const begun = { createdAt: timestampOf(clock), state: 'running' as const, count: 0, dueAt: clock.now() }
  await collections.replays.insert(tenant, jobId, { endpointId, ...range, ...begun })
  return { jobId }
}

/** A replay as the API shows it: `done` counts deliveries that were put on their way. */
function toJob({ id, body: { state, count, createdAt } }: Stored<ReplayDocument>): Job {
  return { id, kind: 'replay', state, total: count, done: count, failed: 0, createdAt, items: [] }
}

/** Throws `not_found`. */
export async function readReplay(jobId: string, { tenant, collections }: DispatcherContext): Promise<Job> {
  const stored = await collections.replays.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return toJob(stored)
}

export async function listReplays(
  { limit, cursor }: z.output<typeof pageRequest>,
  { tenant, collections }: DispatcherContext,
): Promise<{ items: Job[]; nextCursor: string | null }> {
  const found = await collections.replays.find(tenant, {
    sort: { field: 'createdAt', direction: 'desc' },
    limit,
    ...(cursor !== undefined && { cursor }),
  })
  return { items: found.items.map(toJob), nextCursor: found.nextCursor }
}

/** Goes on with replays that are due, a page at a time; a crash does its page again, which delivers at least once. */
export async function runReplays(context: DispatcherContext): Promise<void> {
  const due = await context.collections.replays.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) await runReplay(id, context.forTenant(tenant))
}

/** Goes on with one replay, unless it is not due or somebody else's. */
export async function runReplay(jobId: string, context: DispatcherContext): Promise<void> {
  let waiting: Lane[] = []
  for (let isLast = false; !isLast && !context.signal.aborted; ) {
    const page = await replayPage(jobId, context)
    isLast = page?.isLast ?? true
    // What came in the same millisecond may be on two pages, in any order: all of it is pending before any of it goes.
    for (const { lane, endpointId } of waiting) runLane(lane, endpointId, context)
    waiting = page?.lanes ?? []
  }
  for (const { lane, endpointId } of waiting) runLane(lane, endpointId, context)
}

type Lane = Pick<DeliveryDocument, 'lane' | 'endpointId'>

/** Makes a page of deliveries pending again. Undefined when it is not due, or somebody else's. */
async function replayPage(
  jobId: string,
  context: DispatcherContext,
): Promise<{ lanes: Lane[]; isLast: boolean } | undefined> {
  const { tenant, collections, commit, clock } = context
  let claimed: ReplayDocument | undefined
  await commit(collections.replays, jobId, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = current.body
    return { body: { ...current.body, dueAt: clock.now() + leaseMs } }
  })
  if (!claimed) return undefined
  const { endpointId, from, to, events, cursor } = claimed
  const found = await collections.deliveries.find(tenant, {
    where: { endpointId, createdAt: { gte: from, lte: to } },
    sort: { field: 'createdAt', direction: 'asc' },
    limit: page,
    ...(cursor && { cursor }),
  })
  const wanted = found.items.filter(({ body }) => !events || events.includes(body.event.type))
  const lanes = (await Promise.all(wanted.map(({ id }) => makePending(id, context)))).flat()
  await commit(collections.replays, jobId, (current) => {
    const { dueAt: _, ...rest } = current!.body
    const count = rest.count + wanted.length
    return {
      body: found.nextCursor
        ? { ...rest, count, cursor: found.nextCursor, dueAt: clock.now() }
        : { ...rest, count, state: 'finished' as const },
    }
  })
  return { lanes, isLast: found.nextCursor === null }
}

/** Longer than a page takes; should this process die, a sweep finds what it left then. */
const soonMs = 5_000

/** A delivery that is settled begins anew; one that is on its way already stays so. */
async function makePending(deliveryId: string, context: DispatcherContext): Promise<Lane[]> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.deliveries, deliveryId, (current) => {
    if (!current || current.body.state === 'pending') return undefined
    return { body: beginAnew(current.body, clock.now() + soonMs) }
  })
  if (stored?.body.state !== 'pending') return []
  const { lane, endpointId } = stored.body
  dispatchOf(context).next.forget(laneKeyOf(context, lane))
  return [{ lane, endpointId }]
}
