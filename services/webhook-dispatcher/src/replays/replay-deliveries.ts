import {
  type BodyOf,
  derivedId,
  type Fault,
  type Job,
  type pageRequest,
  requireScopes,
  ServiceError,
  webhookDispatcher,
} from '@frontdesk/contracts'
import { ascending, descending, findPage, pagesOf } from '@frontdesk/documents'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { DispatcherContext } from '../context.ts'
import { type DeliveryDocument, restartDelivery } from '../deliveries/delivery-document.ts'
import { getEndpoint } from '../endpoints/endpoint-store.ts'
import { scopesEverSent } from '../events/event-access.ts'
import { dispatchOf, laneKeyOf } from '../lanes/dispatch.ts'
import { applyEndpoint } from '../lanes/endpoint-pace.ts'
import { runLane } from '../lanes/run-lanes.ts'
import { retentionMs } from '../retention/purge-old.ts'
import { finishedReplay, type ReplayDocument, type ReplayPageDocument, toReplayJob } from './replay-document.ts'

const page = 100
/** How often it is looked what became of the deliveries. */
const pollMs = 1_000
/** A look at a large replay takes a tenth of the time at most. */
const pauseFactor = 10
/** Pages that one look follows; the next one goes on behind them. */
const maxPagesPerPoll = 20

type Selection = Omit<BodyOf<typeof webhookDispatcher.queries.endpointReplay>, 'operationId' | 'endpointId' | 'scopes'>

const refused = (fault: Fault) =>
  new ServiceError('invalid_request', { detail: `${fault.path}: ${fault.message}`, errors: [fault] })

/** What a selection means now. Throws `invalid_request`. */
function rangeOf({ from, to, since, state, events }: Selection, now: number) {
  if (from !== undefined && since !== undefined)
    throw refused({ path: 'since', message: 'Give it, or `from` and `to`.' })
  if (from === undefined && since === undefined && state === undefined)
    throw refused({ path: 'from', message: 'Give `from` and `to`, `since`, or `state`.' })
  const range = {
    from: from ?? since ?? new Date(now - retentionMs).toISOString(),
    to: to ?? new Date(now).toISOString(),
  }
  if (to !== undefined && range.from > range.to) throw refused({ path: 'to', message: 'Must not be before `from`.' })
  return { ...range, ...(events && { events }), ...(state && { onlyState: state }) }
}

/**
 * Begins to deliver a selection again; the same operation begins it once. Throws `invalid_request` for a selection of
 * nothing and a range that ends before it begins, `not_found`, and `conflict` while the endpoint is disabled.
 */
export async function startReplay(
  { operationId, endpointId, scopes, ...selection }: BodyOf<typeof webhookDispatcher.queries.endpointReplay>,
  context: DispatcherContext,
): Promise<{ jobId: string }> {
  const { tenant, collections, clock, cause, commit } = context
  const range = rangeOf(selection, clock.now())
  const endpoint = await getEndpoint(endpointId, context)
  requireScopes(scopes, scopesEverSent(endpoint.body))
  if (!endpoint.body.enabled)
    throw new ServiceError('conflict', { detail: 'The endpoint is disabled: enable it first.' })
  const jobId = derivedId('wjob', tenant, operationId)
  applyEndpoint(endpoint, context)
  const begun = { createdAt: timestampOf(clock), state: 'running' as const, count: 0, delivered: 0, failed: 0, cause }
  await commit(collections.replays, jobId, (current) =>
    current ? undefined : { body: { endpointId, ...range, ...begun, dueAt: clock.now() } },
  )
  return { jobId }
}

/** Throws `not_found`. */
export async function readReplay(jobId: string, { tenant, collections }: DispatcherContext): Promise<Job> {
  const stored = await collections.replays.get(tenant, jobId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such job.' })
  return toReplayJob(stored)
}

/** Replays, newest first. */
export const listReplays = (
  { limit, cursor }: z.output<typeof pageRequest>,
  { tenant, collections }: DispatcherContext,
) => findPage(collections.replays, tenant, { sort: descending('createdAt'), limit, cursor }, toReplayJob)

/** Replays, a page at a time; a crash does its page again, which delivers at least once. */
export const replayJob = job<DispatcherContext, ReplayDocument>({
  name: 'replay',
  collection: ({ collections }) => collections.replays,
  leaseMs: 30_000,
  pauseMs: 1_000,
  everyMs: 1_000,
  async work(lease, context) {
    const go = (lanes: Lane[]) => {
      for (const { lane, endpointId } of lanes) runLane(lane, endpointId, context)
    }
    // What came in the same millisecond may be on two pages, in any order: all of it is pending before any of it goes.
    let waiting: Lane[] = []
    while (!lease.body.isSelected) {
      context.signal.throwIfAborted()
      const lanes = await selectPage(lease, context)
      go(waiting)
      waiting = lanes
    }
    go(waiting)
    return followOutcomes(lease, context)
  },
})

type Replaying = Lease<ReplayDocument>
type Lane = Pick<DeliveryDocument, 'lane' | 'endpointId'>

/** Makes a page of deliveries pending again, and remembers which. Test events stay as they are. */
async function selectPage(lease: Replaying, context: DispatcherContext): Promise<Lane[]> {
  const { tenant, collections, clock } = context
  const { endpointId, from, to, events, onlyState, cursor } = lease.body
  const found = await collections.deliveries.find(tenant, {
    where: { endpointId, createdAt: { gte: from, lte: to }, ...(onlyState && { state: onlyState }) },
    sort: ascending('createdAt'),
    limit: page,
    cursor,
  })
  const isWanted = ({ once, event }: DeliveryDocument) => !once && (!events || events.includes(event.type))
  const wanted = found.items.filter(({ body }) => isWanted(body)).map(({ id }) => id)
  // Written before they go: those of a selection by state are not found again after a crash.
  const { stored } = await collections.replayPages.insert(
    tenant,
    derivedId('wjob', tenant, lease.id, cursor ?? 'first page'),
    {
      jobId: lease.id,
      pending: wanted,
      delivered: 0,
      failed: 0,
      next: found.nextCursor,
      createdAt: timestampOf(clock),
    },
  )
  const { pending, next } = stored.body
  await lease.hold()
  const lanes = (await Promise.all(pending.map((id) => makePending(id, context)))).flat()
  await lease.checkpoint(({ cursor: _, ...rest }) => {
    const body = { ...rest, count: rest.count + pending.length }
    return next ? { ...body, cursor: next } : { ...body, isSelected: true }
  })
  return lanes
}

/** Longer than a page takes; should this process die, a sweep finds what it left then. */
const soonMs = 5_000

/** A delivery that is settled begins anew; one that is on its way already stays so. */
async function makePending(deliveryId: string, context: DispatcherContext): Promise<Lane[]> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.deliveries, deliveryId, (current) => {
    if (!current || current.body.state === 'pending') return undefined
    return { body: restartDelivery(current.body, clock.now() + soonMs) }
  })
  if (stored?.body.state !== 'pending') return []
  const { lane, endpointId } = stored.body
  dispatchOf(context).cache.forget(laneKeyOf(context, lane))
  return [{ lane, endpointId }]
}

/** A page with what became of its deliveries. One that is not there any more can't be delivered. */
async function outcomeOf(page: ReplayPageDocument, { tenant, collections }: DispatcherContext) {
  const found = await collections.deliveries.getMany(tenant, page.pending)
  const states = new Map(found.map(({ id, body }) => [id, body.state]))
  const count = (state?: 'delivered' | 'failed') => page.pending.filter((id) => states.get(id) === state).length
  return {
    ...page,
    delivered: page.delivered + count('delivered'),
    failed: page.failed + count('failed') + count(),
    pending: page.pending.filter((id) => states.get(id) === 'pending'),
  }
}

/** Counts what became of some pages; the replay has finished when nothing of it is pending. */
async function followOutcomes(lease: Replaying, context: DispatcherContext): Promise<Outcome<ReplayDocument>> {
  const { tenant, collections } = context
  const { cursor } = lease.body
  const began = performance.now()
  const read = await Array.fromAsync(pagesOf(collections.replayPages, tenant, { where: { jobId: lease.id } }))
  const pages = new Map(read.flat().map(({ id, body }) => [id, body]))
  const open = [...pages.keys()].filter((id) => pages.get(id)!.pending.length > 0)
  // In turn, so that a few that wait for days do not hide the others.
  const behind = open.findIndex((id) => id > (cursor ?? ''))
  const inTurn = [...open.slice(Math.max(behind, 0)), ...open.slice(0, Math.max(behind, 0))].slice(0, maxPagesPerPoll)
  for (const id of inTurn) {
    const before = pages.get(id)!
    const after = await outcomeOf(before, context)
    if (after.pending.length < before.pending.length) {
      await lease.hold()
      await collections.replayPages.put(tenant, id, after)
    }
    pages.set(id, after)
  }
  const sum = (of: (page: ReplayPageDocument) => number) => [...pages.values()].reduce((all, each) => all + of(each), 0)
  const isOver = sum(({ pending }) => pending.length) === 0
  const lastedMs = performance.now() - began
  const counted = ({ cursor: _, ...rest }: ReplayDocument): ReplayDocument => ({
    ...rest,
    delivered: sum(({ delivered }) => delivered),
    failed: sum(({ failed }) => failed),
  })
  if (isOver) {
    return {
      change: (body) => ({ ...counted(body), state: 'finished' }),
      tell: (body) => [context.event(webhookDispatcher.events.jobFinished, finishedReplay(lease.id, body))],
    }
  }
  return {
    dueInMs: Math.max(pollMs, lastedMs * pauseFactor),
    change: (body) => ({ ...counted(body), ...(inTurn.length > 0 && { cursor: inTurn.at(-1)! }) }),
  }
}
