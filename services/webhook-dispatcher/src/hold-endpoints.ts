import { randomUUID } from 'node:crypto'
import { claimLease, type Stored, update } from '@frontdesk/documents'
import type { DispatcherContext } from './context.ts'
import type { EndpointDocument } from './documents.ts'
import { type KnownNext, rememberNext } from './known-next.ts'
import { openRequestSlots, type Pace, type RequestSlots } from './request-slots.ts'

/** An endpoint whose process is silent for this long past the timeout of a request is taken over. */
const marginMs = 5_000
/** Renewed after so long, in use. */
const renewAfterMs = 1_500

const limits = { overall: 64, slow: 256, slowAfterMs: 1_000, mostWaiting: 64 }

type Held = { endpointId: string; tenant: string; until: number }
/** Learnt from that revision of its endpoint, from a reply that is not on disk yet when it has none. */
type Alone = { until: number; revision: number | undefined }
/** Where the sweep goes on. When it is through it begins anew, but not before `againAt`. */
type Sweep = { cursor?: string; againAt?: number; isThrough?: boolean }
type Dispatch = {
  owner: string
  slots: RequestSlots
  next: KnownNext
  held: Map<string, Held>
  /** Endpoints that said `Retry-After`. */
  alone: Map<string, Alone>
  sweep: Sweep
  claims: Map<string, Promise<Holding>>
  /** Until then (`performance.now()`) nothing is said of an outage. */
  quietUntil: number
}

/** `elsewhere`: another process delivers to it. `gone`: it was removed. */
export type Holding = 'here' | 'elsewhere' | 'gone'

const dispatches = new WeakMap<object, Dispatch>()

const usualPace = ({ config }: DispatcherContext): Pace => ({
  atOnce: config.WEBHOOK_CONCURRENCY,
  perSecond: config.WEBHOOK_MAX_PER_SECOND,
})

/** What one running service has in hand; it ends with the service, and gives its endpoints back then. */
export function dispatchOf(context: DispatcherContext): Dispatch {
  const known = dispatches.get(context.collections)
  if (known) return known
  const slots = openRequestSlots(limits, usualPace(context))
  const dispatch: Dispatch = {
    owner: randomUUID(),
    slots,
    next: rememberNext(),
    held: new Map(),
    alone: new Map(),
    sweep: {},
    claims: new Map(),
    quietUntil: 0,
  }
  dispatches.set(context.collections, dispatch)
  context.detach('give endpoints back', async (lasting) => {
    await aborted(lasting.signal)
    await slots.idle()
    await Promise.all([...dispatch.held.values()].map((held) => giveBack(held, dispatch.owner, lasting)))
  })
  return dispatch
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function giveBack({ tenant, endpointId }: Held, owner: string, { collections }: DispatcherContext) {
  await update(collections.endpoints, tenant, endpointId, (current) =>
    current?.body.lease?.owner === owner ? { body: { ...current.body, lease: null } } : undefined,
  )
}

/** How fast an endpoint may be delivered to: while it fails, one at a time until it takes one. */
function paceOf({ failingSince, maxPerSecond }: EndpointDocument, context: DispatcherContext): Pace {
  const { atOnce, perSecond } = usualPace(context)
  return {
    atOnce: failingSince === undefined ? atOnce : 1,
    perSecond: Math.min(maxPerSecond ?? perSecond, perSecond),
  }
}

export const keyOf = ({ tenant }: Pick<DispatcherContext, 'tenant'>, endpointId: string): string =>
  `${tenant}/${endpointId}`

export const laneKeyOf = ({ tenant }: Pick<DispatcherContext, 'tenant'>, lane: string): string => `${tenant}/${lane}`

/** How fast an endpoint may be delivered to and whether at all, as it stands. */
export function keepPace({ id, body, revision }: Stored<EndpointDocument>, context: DispatcherContext): void {
  const dispatch = dispatchOf(context)
  const key = keyOf(context, id)
  dispatch.slots.setPace(key, paceOf(body, context))
  const known = dispatch.alone.get(key)
  if (known && (known.revision === undefined || known.revision > revision)) return
  if (body.notBefore !== undefined && body.notBefore > context.clock.now())
    dispatch.alone.set(key, { until: body.notBefore, revision })
  else if (known) letGo(key, dispatch)
}

function letGo(key: string, dispatch: Dispatch): void {
  dispatch.alone.delete(key)
  // What waited for it is due.
  dispatch.sweep.againAt = 0
}

/** Until when an endpoint has asked to be left alone (milliseconds since 1970); undefined when it may be delivered to. */
export function leftAloneUntil(endpointId: string, context: DispatcherContext): number | undefined {
  const dispatch = dispatchOf(context)
  const key = keyOf(context, endpointId)
  const known = dispatch.alone.get(key)
  if (known && known.until <= context.clock.now()) letGo(key, dispatch)
  return dispatch.alone.get(key)?.until
}

/** Nothing is sent to an endpoint from now on, whoever has a slot next, though `leftAlone` is still to be called. */
export function leaveAlone(endpointId: string, until: number, context: DispatcherContext): void {
  const { alone } = dispatchOf(context)
  const key = keyOf(context, endpointId)
  alone.set(key, { until: Math.max(until, alone.get(key)?.until ?? 0), revision: undefined })
}

/** That is on disk, in a revision of the endpoint, or failed to get there: from now on what is read of it counts. */
export function leftAlone(endpointId: string, revision: number, context: DispatcherContext): void {
  const known = dispatchOf(context).alone.get(keyOf(context, endpointId))
  if (known) known.revision ??= revision
}

/**
 * Makes this process the one that delivers to an endpoint, for longer than a request may take, unless another one is. A
 * process that died is replaced when its lease ends.
 */
export async function holdEndpoint(endpointId: string, context: DispatcherContext): Promise<Holding> {
  const { held, claims } = dispatchOf(context)
  const key = keyOf(context, endpointId)
  const known = held.get(key)
  const { WEBHOOK_TIMEOUT_MS } = context.config
  if (known && known.until - context.clock.now() > WEBHOOK_TIMEOUT_MS + marginMs - renewAfterMs) return 'here'
  const claiming = claims.get(key) ?? claim(key, endpointId, context).finally(() => claims.delete(key))
  claims.set(key, claiming)
  return claiming
}

async function claim(key: string, endpointId: string, context: DispatcherContext): Promise<Holding> {
  const { collections, tenant, clock, config } = context
  const { owner, held } = dispatchOf(context)
  const now = clock.now()
  const forMs = config.WEBHOOK_TIMEOUT_MS + marginMs
  const claimed = await claimLease(collections.endpoints, tenant, endpointId, { owner, now, forMs })
  if (claimed) {
    held.set(key, { endpointId, tenant, until: now + forMs })
    keepPace(claimed, context)
    return 'here'
  }
  held.delete(key)
  return (await collections.endpoints.get(tenant, endpointId)) ? 'elsewhere' : 'gone'
}
