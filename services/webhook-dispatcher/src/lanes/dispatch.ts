import { update } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { openDeliveryCache } from './delivery-cache.ts'
import type { ClaimedEndpoint, Dispatch } from './dispatch-state.ts'
import type { Pace } from './request-pace.ts'
import { openRequestSlots } from './request-slots.ts'

const limits = { overall: 64, slow: 256, slowAfterMs: 1_000, maxWaiting: 64 }

/** The pace of an endpoint that asks for no other one. */
export const usualPace = ({ config }: DispatcherContext): Pace => ({
  atOnce: config.WEBHOOK_CONCURRENCY,
  perSecond: config.WEBHOOK_MAX_PER_SECOND,
})

/** What this process delivers. When the service stops, its endpoints are released for other processes. */
export function dispatchOf(context: DispatcherContext): Dispatch {
  if (context.state.dispatch) return context.state.dispatch
  const slots = openRequestSlots(limits, usualPace(context))
  const dispatch: Dispatch = {
    slots,
    cache: openDeliveryCache(),
    claimed: new Map(),
    pauses: new Map(),
    releasing: new Set(),
    sweep: {},
    claims: new Map(),
    quietUntil: 0,
  }
  context.state.dispatch = dispatch
  const releaseAll = async (lasting: DispatcherContext) => {
    await aborted(lasting.signal)
    await slots.idle()
    await Promise.all([...dispatch.claimed.values()].map((each) => releaseEndpoint(each, lasting)))
  }
  context.detach('release endpoints', releaseAll, { untilStop: true })
  return dispatch
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function releaseEndpoint({ tenant, endpointId, owner }: ClaimedEndpoint, { collections }: DispatcherContext) {
  await update(collections.endpoints, tenant, endpointId, (current) =>
    current?.body.lease?.owner === owner ? { body: { ...current.body, lease: null } } : undefined,
  )
}

export const keyOf = ({ tenant }: Pick<DispatcherContext, 'tenant'>, endpointId: string): string =>
  `${tenant}/${endpointId}`

export const laneKeyOf = ({ tenant }: Pick<DispatcherContext, 'tenant'>, lane: string): string => `${tenant}/${lane}`
