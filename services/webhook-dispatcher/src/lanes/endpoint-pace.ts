import { isStillOn } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { maxRetryAfterMs } from '../deliveries/retry-schedule.ts'
import type { EndpointDocument } from '../endpoints/endpoint-document.ts'
import { dispatchOf, keyOf, usualPace } from './dispatch.ts'
import type { Dispatch } from './dispatch-state.ts'
import { releaseWaiting } from './release-waiting.ts'
import type { Pace } from './request-pace.ts'

/** How fast an endpoint may be delivered to: while it fails, one at a time until it takes one. */
function paceOf({ failingSince, maxPerSecond }: EndpointDocument, context: DispatcherContext): Pace {
  const { atOnce, perSecond } = usualPace(context)
  return {
    atOnce: failingSince === undefined ? atOnce : 1,
    perSecond: Math.min(maxPerSecond ?? perSecond, perSecond),
  }
}

/** Applies an endpoint's document to this process: its pace, whether it is left alone, and what is to be brought forward. */
export function applyEndpoint({ id, body, revision }: Stored<EndpointDocument>, context: DispatcherContext): void {
  const dispatch = dispatchOf(context)
  const key = keyOf(context, id)
  if (body.enabled && body.release && !dispatch.releasing.has(key)) {
    dispatch.releasing.add(key)
    context.detach('release deliveries', (lasting) =>
      releaseWaiting(id, lasting).finally(() => dispatch.releasing.delete(key)),
    )
  }
  dispatch.slots.setPace(key, paceOf(body, context))
  const known = dispatch.pauses.get(key)
  if (known && (known.revision === undefined || known.revision > revision)) return
  if (body.notBefore !== undefined && isStillOn(body.notBefore, maxRetryAfterMs, context.clock.now()))
    dispatch.pauses.set(key, { until: body.notBefore, revision })
  else if (known) endPause(key, dispatch)
}

function endPause(key: string, dispatch: Dispatch): void {
  dispatch.pauses.delete(key)
  // What waited for it is due.
  dispatch.sweep.againAt = 0
}

/** Until when an endpoint has asked to be left alone (milliseconds since 1970); undefined when it may be delivered to. */
export function pausedUntil(endpointId: string, context: DispatcherContext): number | undefined {
  const dispatch = dispatchOf(context)
  const key = keyOf(context, endpointId)
  const known = dispatch.pauses.get(key)
  if (known && !isStillOn(known.until, maxRetryAfterMs, context.clock.now())) endPause(key, dispatch)
  return dispatch.pauses.get(key)?.until
}

/** Nothing is sent to an endpoint from now on, whoever has a slot next, though `pauseStored` is still to be called. */
export function pauseEndpoint(endpointId: string, until: number, context: DispatcherContext): void {
  const { pauses } = dispatchOf(context)
  const key = keyOf(context, endpointId)
  pauses.set(key, { until: Math.max(until, pauses.get(key)?.until ?? 0), revision: undefined })
}

/** That is on disk, in a revision of the endpoint, or failed to get there: from now on what is read of it counts. */
export function pauseStored(endpointId: string, revision: number, context: DispatcherContext): void {
  const known = dispatchOf(context).pauses.get(keyOf(context, endpointId))
  if (known) known.revision ??= revision
}
