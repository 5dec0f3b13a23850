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
type Dispatch = {
  owner: string
  slots: RequestSlots
  next: KnownNext
  held: Map<string, Held>
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

/** Tells the slots how fast an endpoint may be delivered to, as it stands. */
export function keepPace(endpoint: Stored<EndpointDocument>, context: DispatcherContext): void {
  dispatchOf(context).slots.setPace(keyOf(context, endpoint.id), paceOf(endpoint.body, context))
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
