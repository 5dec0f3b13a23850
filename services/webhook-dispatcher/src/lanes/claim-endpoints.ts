import { randomUUID } from 'node:crypto'
import { isFresh, isStillOn } from '@frontdesk/contracts'
import { update } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { dispatchOf, keyOf } from './dispatch.ts'
import type { Claim } from './dispatch-state.ts'
import { applyEndpoint } from './endpoint-pace.ts'

/** An endpoint whose process is silent for this long past the timeout of a request is taken over. */
const marginMs = 5_000
/** Renewed after so long, in use. */
const renewAfterMs = 1_500

/**
 * Makes this process the one that delivers to an endpoint, for longer than a request may take, unless another one is. A
 * process that died is replaced when its lease ends.
 */
export async function claimEndpoint(endpointId: string, context: DispatcherContext): Promise<Claim> {
  const { claimed, claims } = dispatchOf(context)
  const key = keyOf(context, endpointId)
  const known = claimed.get(key)
  const { WEBHOOK_TIMEOUT_MS } = context.config
  const leaseMs = WEBHOOK_TIMEOUT_MS + marginMs
  if (known && isFresh(known.until - leaseMs, renewAfterMs, context.clock.now())) return 'here'
  const claiming = claims.get(key) ?? claim(key, endpointId, context).finally(() => claims.delete(key))
  claims.set(key, claiming)
  return claiming
}

async function claim(key: string, endpointId: string, context: DispatcherContext): Promise<Claim> {
  const { collections, tenant, clock, config } = context
  const { claimed } = dispatchOf(context)
  const known = claimed.get(key)?.owner
  const fresh = randomUUID()
  const now = clock.now()
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + marginMs
  const until = now + leaseMs
  const endpoint = await update(collections.endpoints, tenant, endpointId, (current) => {
    const { lease } = current?.body ?? {}
    if (!current || (lease && lease.owner !== known && isStillOn(lease.until, leaseMs, now))) return undefined
    // Another one may have had it in between, and given it back.
    const owner = known !== undefined && lease?.owner === known ? known : fresh
    return { body: { ...current.body, lease: { owner, until } } }
  })
  const owner = endpoint?.body.lease?.owner
  if (endpoint && owner !== undefined && (owner === known || owner === fresh)) {
    claimed.set(key, { endpointId, tenant, owner, until })
    applyEndpoint(endpoint, context)
    return 'here'
  }
  claimed.delete(key)
  return endpoint ? 'elsewhere' : 'gone'
}

/**
 * Tells later whether this process still has the lease of an endpoint that it has now: one that stalled may have been replaced.
 * Reads the endpoint only when the lease is over by the clock, or when `isDoubted`.
 */
export function holdEndpoint(endpointId: string, context: DispatcherContext): (isDoubted: boolean) => Promise<boolean> {
  const { collections, tenant, clock } = context
  const { claimed } = dispatchOf(context)
  const key = keyOf(context, endpointId)
  const owner = claimed.get(key)?.owner
  return async (isDoubted) => {
    const known = claimed.get(key)
    if (!isDoubted && known?.owner === owner && known && known.until > clock.now()) return true
    return owner !== undefined && (await collections.endpoints.get(tenant, endpointId))?.body.lease?.owner === owner
  }
}
