import { randomUUID } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { cursorAfter, type Sort, type Stored } from '@frontdesk/documents'
import { attemptDelivery } from './attempt-delivery.ts'
import type { DispatcherContext } from './context.ts'
import type { DeliveryDocument, LaneDocument } from './documents.ts'
import { handsOf } from './hands.ts'

/** A lane whose worker is silent for this long past the timeout of an attempt is taken over. */
const marginMs = 5_000

/**
 * Says that a lane has something to deliver. A lane that waits for the retry of its first delivery goes on waiting,
 * unless that one itself is wanted `now`. Every call changes the lane's revision, so a worker about to close it looks again.
 */
export async function wakeLane(
  lane: string,
  endpointId: string,
  { commit, collections, clock }: DispatcherContext,
  { now = false } = {},
): Promise<void> {
  await commit(collections.lanes, lane, (current) => {
    if (!current) return { body: { endpointId, dueAt: clock.now() } }
    const waits = current.body.claim !== undefined || !now
    return { body: waits ? current.body : { ...current.body, dueAt: clock.now() } }
  })
}

/** Delivers what a lane has, soon, unless this process is at it already. Safe to call at any time. */
export function runLane(lane: string, endpointId: string, context: DispatcherContext): void {
  const claim = randomUUID()
  const work = handsOf(context.collections).take(`${context.tenant}/${lane}`, `${context.tenant}/${endpointId}`)
  if (work) context.detach('deliver', (lasting) => work(() => step(lane, claim, lasting)))
}

/** One delivery of a lane. True when there is more to do at once. */
async function step(id: string, claim: string, context: DispatcherContext): Promise<boolean> {
  const lane = await claimLane(id, claim, context)
  if (!lane) return false
  const first = await firstPending(id, context)
  if (first && isDue(first.body, context)) {
    try {
      await attemptDelivery(first, context)
    } catch (error) {
      if (!context.signal.aborted) throw error
      await handBack(id, claim, context)
      return false
    }
  }
  return goOn(lane, context)
}

/** Decides on the lane after an attempt: closes it, puts it off, or goes on when its next delivery is due. */
async function goOn(lane: Stored<LaneDocument>, context: DispatcherContext): Promise<boolean> {
  const next = await firstPending(lane.id, context)
  if (!next) return !(await context.collections.lanes.remove(context.tenant, lane.id, lane.revision))
  if (isDue(next.body, context)) return true
  return !(await letGo(lane, next.body.nextAttemptAt!, context))
}

const isDue = ({ nextAttemptAt = 0 }: DeliveryDocument, { clock }: DispatcherContext) => nextAttemptAt <= clock.now()

async function firstPending(lane: string, { collections, tenant }: DispatcherContext) {
  const { items } = await collections.deliveries.find(tenant, {
    where: { lane, state: 'pending' },
    sort: { field: 'event.sequence', direction: 'asc' },
    limit: 1,
  })
  return items[0]
}

async function claimLane(id: string, claim: string, context: DispatcherContext) {
  const { commit, collections, clock, config, signal } = context
  if (signal.aborted) return undefined
  const lane = await commit(collections.lanes, id, (current) => {
    if (!current || (current.body.claim !== claim && current.body.dueAt > clock.now())) return undefined
    return { body: { ...current.body, claim, dueAt: clock.now() + config.WEBHOOK_TIMEOUT_MS + marginMs } }
  })
  return lane?.body.claim === claim ? lane : undefined
}

/** Gives the lane back, due at the given time. False when it changed meanwhile and has to be looked at again. */
async function letGo(lane: Stored<LaneDocument>, dueAt: number, { collections }: DispatcherContext): Promise<boolean> {
  const { claim: _, ...rest } = lane.body
  try {
    await collections.lanes.replace(lane, { ...rest, dueAt })
    return true
  } catch (error) {
    if (error instanceof ServiceError && (error.code === 'version_conflict' || error.code === 'not_found')) return false
    throw error
  }
}

/** On a stop: whoever comes next may take the lane at once, also when it was woken meanwhile. */
async function handBack(id: string, claim: string, { commit, collections, clock }: DispatcherContext): Promise<void> {
  await commit(collections.lanes, id, (current) => {
    if (current?.body.claim !== claim) return undefined
    const { claim: _, ...rest } = current.body
    return { body: { ...rest, dueAt: clock.now() } }
  })
}

const byDueTime: Sort = { field: 'dueAt', direction: 'asc' }
const page = 200
/** Lanes that one sweep looks at. Many may belong to an endpoint that hangs, so the next sweep goes on behind them. */
const pagesOfASweep = 5
const positions = new WeakMap<object, string>()

/** Finds lanes that are due: put off after a failure, left by a process that died, or beyond what one process takes. */
export async function resumeLanes(context: DispatcherContext): Promise<void> {
  const { collections, clock } = context
  let cursor = positions.get(collections)
  for (let pages = 0; pages < pagesOfASweep; pages++) {
    const due = await collections.lanes.findAcrossTenants({
      where: { dueAt: { lte: clock.now() } },
      sort: byDueTime,
      limit: page,
      ...(cursor && { cursor }),
    })
    for (const { tenant, id, body } of due) runLane(id, body.endpointId, context.forTenant(tenant))
    if (due.length < page) {
      positions.delete(collections)
      return
    }
    cursor = cursorAfter(due.at(-1)!, byDueTime)
    positions.set(collections, cursor)
  }
}
