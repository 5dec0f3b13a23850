import type { DeliveryCache } from './delivery-cache.ts'
import type { RequestSlots } from './request-slots.ts'

/** `elsewhere`: another process delivers to it. `gone`: it was removed. */
export type Claim = 'here' | 'elsewhere' | 'gone'

/** An endpoint that this process delivers to, until when (milliseconds since 1970), and the token of its lease: a new one each time it is taken over. */
export type ClaimedEndpoint = { endpointId: string; tenant: string; owner: string; until: number }
/** Until when an endpoint is left alone. Learnt from that revision of it; from a reply that is not on disk yet when it has none. */
export type Pause = { until: number; revision: number | undefined }
/** Where the sweep goes on. When it is through it begins anew, but not before `againAt`. */
type Sweep = { cursor?: string; againAt?: number; isThrough?: boolean }

/** What one process delivers, and knows of the endpoints that it delivers to. */
export type Dispatch = {
  slots: RequestSlots
  cache: DeliveryCache
  claimed: Map<string, ClaimedEndpoint>
  /** Of endpoints that answered `Retry-After`. */
  pauses: Map<string, Pause>
  /** Endpoints whose waiting deliveries are being brought forward. */
  releasing: Set<string>
  sweep: Sweep
  /** The time of the newest sweep (milliseconds since 1970): an earlier one shows that the clock was set back. */
  sweptAt?: number
  claims: Map<string, Promise<Claim>>
  /** Until then (`performance.now()`) no outage is logged. */
  quietUntil: number
}
