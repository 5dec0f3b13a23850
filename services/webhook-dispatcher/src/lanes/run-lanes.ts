import { isOutage, type ServiceError } from '@frontdesk/contracts'
import { ascending, cursorAcrossTenants, type Sort, type Stored } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { attemptDelivery } from '../deliveries/attempt-delivery.ts'
import { bySequence, type DeliveryDocument } from '../deliveries/delivery-document.ts'
import { claimEndpoint } from './claim-endpoints.ts'
import { dispatchOf, keyOf, laneKeyOf } from './dispatch.ts'
import type { Claim } from './dispatch-state.ts'
import { pausedUntil } from './endpoint-pace.ts'
import { resumeAfterSetBack } from './resume-after-set-back.ts'

/** Deliveries behind one that waits are put off no longer than this, so that nothing hangs on what that one becomes. */
const maxPutOffMs = 3_600_000

/**
 * Delivers what a lane has, when a slot is free; safe to call at any time. `first` may be given when it is known to be
 * the lane's first pending delivery: it goes without being read again, if it can go at once. False when the endpoint has
 * so many lanes in line that this one waits in the store.
 */
export function runLane(
  lane: string,
  endpointId: string,
  context: DispatcherContext,
  first?: Stored<DeliveryDocument>,
): 'added' | 'known' | 'full' {
  let own = first
  const take = () => {
    const taken = own
    own = undefined
    return taken
  }
  const outcome = dispatchOf(context).slots.add(
    keyOf(context, endpointId),
    laneKeyOf(context, lane),
    (freeSlot) => detached(context, (lasting) => step({ lane, endpointId, first: take(), freeSlot }, lasting)),
    () => void detached(context, (lasting) => refill(endpointId, lasting)),
  )
  // What has to wait is known for a moment only, and within bounds, so that bodies do not fill memory.
  const left = take()
  if (left && outcome === 'added') dispatchOf(context).cache.add(laneKeyOf(context, lane), left)
  return outcome
}

/** Every lane meets the same outage, so it is told of once in that time. */
const logOutageEveryMs = 10_000

/** Says that deliveries wait for what is away. Nothing is lost: they are due in the store, and a sweep finds them there. */
function logOutage({ code, message }: ServiceError, context: DispatcherContext): void {
  const dispatch = dispatchOf(context)
  const now = performance.now()
  if (now < dispatch.quietUntil) return
  dispatch.quietUntil = now + logOutageEveryMs
  context.log.warn({ work: 'deliver', code, reason: message }, 'deliveries wait and will be retried')
}

/** Runs as long as the process; false when it failed, which is logged. */
const detached = (
  context: DispatcherContext,
  work: (lasting: DispatcherContext) => Promise<boolean>,
): Promise<boolean> =>
  new Promise((resolve) =>
    context.detach('deliver', async (lasting) => {
      let hasMore = false
      try {
        hasMore = await work(lasting)
      } catch (error) {
        if (!isOutage(error)) throw error
        logOutage(error, lasting)
      } finally {
        resolve(hasMore)
      }
    }),
  )

type Work = {
  lane: string
  endpointId: string
  first: Stored<DeliveryDocument> | undefined
  freeSlot: () => void
}

/** One delivery of a lane. True when there may be more to do at once. */
async function step({ lane, endpointId, first, freeSlot }: Work, context: DispatcherContext): Promise<boolean> {
  if (context.signal.aborted) return false
  const holding = await claimEndpoint(endpointId, context)
  const { cache } = dispatchOf(context)
  const key = laneKeyOf(context, lane)
  if (holding !== 'here') {
    cache.forget(key)
    return holding === 'gone' ? dropLane(lane, context) : false
  }
  const known = first ?? cache.takeNext(key)
  const head = known ?? (await firstPending(lane, context))
  if (!head) return false
  const { nextAttemptAt = 0 } = head.body
  if (nextAttemptAt > context.clock.now()) {
    await putOff(head, nextAttemptAt, context)
    return false
  }
  try {
    const outcome = await attemptDelivery(head, context, freeSlot)
    if (outcome === 'settled') cache.settled(key, head.body.event.sequence)
    else cache.forget(key)
    if (outcome === 'waits') return false
  } catch (error) {
    if (!context.signal.aborted) throw error
    return false
  }
  // One that was told of is followed by what came meanwhile, by nothing, or by something that calls for this lane again.
  return known === undefined || cache.has(key)
}

async function firstPending(lane: string, { collections, tenant }: DispatcherContext) {
  const { items } = await collections.deliveries.find(tenant, {
    where: { lane, state: 'pending' },
    sort: bySequence,
    limit: 1,
  })
  return items[0]
}

/** Lets what is due behind a delivery wait as that one does. */
async function putOff(head: Stored<DeliveryDocument>, until: number, context: DispatcherContext): Promise<void> {
  const { collections, tenant, clock, commit } = context
  const now = clock.now()
  const { items } = await collections.deliveries.find(tenant, {
    where: { lane: head.body.lane, state: 'pending', dueAt: { lte: now } },
    sort: bySequence,
    limit: page,
  })
  await Promise.all(
    items
      .filter(({ id }) => id !== head.id)
      .map(({ id }) =>
        commit(collections.deliveries, id, (current) =>
          current?.body.state === 'pending'
            ? { body: { ...current.body, dueAt: Math.min(until, now + maxPutOffMs) } }
            : undefined,
        ),
      ),
  )
}

/** What was on its way to an endpoint that is gone. */
async function dropLane(lane: string, { collections, tenant }: DispatcherContext): Promise<boolean> {
  const { items, nextCursor } = await collections.deliveries.find(tenant, {
    where: { lane, state: 'pending' },
    sort: bySequence,
  })
  await Promise.all(items.map(({ id }) => collections.deliveries.remove(tenant, id)))
  return nextCursor !== null
}

const byDueTime: Sort = ascending('dueAt')
const page = 200
/** What one look at the store reads at most, in pages. */
const maxPages = 5

/** Brings lanes of an endpoint into its line that found it full. */
async function refill(endpointId: string, context: DispatcherContext): Promise<boolean> {
  const { collections, tenant, clock, signal } = context
  if (pausedUntil(endpointId, context) !== undefined) return false
  const { cache } = dispatchOf(context)
  let added = 0
  let cursor: string | null | undefined
  for (let pages = 0; pages < maxPages && cursor !== null && added === 0 && !signal.aborted; pages++) {
    const found = await collections.deliveries.find(tenant, {
      where: { endpointId, dueAt: { lte: clock.now() } },
      sort: byDueTime,
      limit: page,
      cursor,
    })
    const inOrder = found.items.toSorted((a, b) => a.body.event.sequence - b.body.event.sequence)
    const byLane = Map.groupBy(inOrder, ({ body }) => body.lane)
    for (const [lane, items] of byLane) {
      for (const item of items) cache.add(laneKeyOf(context, lane), item)
      const outcome = runLane(lane, endpointId, context)
      if (outcome === 'full') {
        cache.forget(laneKeyOf(context, lane))
        return false
      }
      if (outcome === 'added') added++
    }
    cursor = found.nextCursor
  }
  return false
}

/** While an endpoint is left alone, what waits for it is read once in that time, not in every sweep. */
const pausedReadMs = 5_000
/** What is due for so long was written long ago: no sweep that goes on behind it misses anything. */
const settledMs = 2_000

/** A clock that is set back by less delays deliveries by that. */
const minSetBackMs = 60_000

type Due = Awaited<ReturnType<DispatcherContext['collections']['deliveries']['findAcrossTenants']>>

/** Runs the lanes of due deliveries. Of endpoints among theirs that are left alone: until when the first of them is. */
async function runDue(due: Due, holdings: Map<string, Claim>, context: DispatcherContext) {
  let aloneUntil: number | undefined
  for (const items of Map.groupBy(due, ({ tenant, body }) => `${tenant}/${body.lane}`).values()) {
    const [{ tenant, body }] = items as [Due[number]]
    const { lane, endpointId } = body
    const own = context.forTenant(tenant)
    const endpoint = keyOf(own, endpointId)
    const holding = holdings.get(endpoint) ?? (await claimEndpoint(endpointId, own))
    holdings.set(endpoint, holding)
    if (holding === 'elsewhere') continue
    const until = pausedUntil(endpointId, own)
    if (until !== undefined) aloneUntil = Math.min(aloneUntil ?? until, until)
    if (until === undefined || items.some((item) => item.body.byHand)) runLane(lane, endpointId, own)
  }
  return aloneUntil
}

/**
 * Finds deliveries that are due: put off after a failure, left by a process that died, made by another one, or more than
 * an endpoint's line holds. Many may belong to an endpoint that hangs or is left alone, so the next sweep goes on behind
 * them.
 */
export async function resumeLanes(context: DispatcherContext): Promise<void> {
  const { collections, clock, signal } = context
  const dispatch = dispatchOf(context)
  const now = clock.now()
  const { sweptAt } = dispatch
  if (sweptAt === undefined || now < sweptAt - minSetBackMs) {
    dispatch.sweep = {}
    await resumeAfterSetBack(context, { atStart: sweptAt === undefined })
  }
  // Only then: if the store was away, the next sweep looks again.
  dispatch.sweptAt = now
  if (dispatch.sweep.isThrough && dispatch.sweep.againAt! <= now) dispatch.sweep = {}
  const { sweep } = dispatch
  const holdings = new Map<string, Claim>()
  for (let pages = 0; pages < maxPages && !signal.aborted; pages++) {
    const due = await collections.deliveries.findAcrossTenants({
      where: { dueAt: { lte: now } },
      sort: byDueTime,
      limit: page,
      cursor: sweep.cursor,
    })
    const aloneUntil = await runDue(due, holdings, context)
    if (aloneUntil !== undefined) sweep.againAt = Math.min(sweep.againAt ?? aloneUntil, aloneUntil, now + pausedReadMs)
    const isThrough = due.length < page
    if (isThrough && sweep.againAt === undefined) {
      dispatch.sweep = {}
      return
    }
    const passed = isThrough ? due.findLast(({ body }) => body.dueAt! <= now - settledMs) : due.at(-1)
    if (passed) sweep.cursor = cursorAcrossTenants(passed, byDueTime)
    if (isThrough) {
      sweep.isThrough = true
      return
    }
  }
}
