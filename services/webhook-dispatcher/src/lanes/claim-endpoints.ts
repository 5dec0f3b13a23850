import { claimLease } from '@frontdesk/documents'
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
  if (known && known.until - context.clock.now() > WEBHOOK_TIMEOUT_MS + marginMs - renewAfterMs) return 'here'
  const claiming = claims.get(key) ?? claim(key, endpointId, context).finally(() => claims.delete(key))
  claims.set(key, claiming)
  return claiming
}

async function claim(key: string, endpointId: string, context: DispatcherContext): Promise<Claim> {
  const { collections, tenant, clock, config } = context
  const { owner, claimed } = dispatchOf(context)
  const now = clock.now()
  const forMs = config.WEBHOOK_TIMEOUT_MS + marginMs
  const endpoint = await claimLease(collections.endpoints, tenant, endpointId, { owner, now, forMs })
  if (endpoint) {
    claimed.set(key, { endpointId, tenant, until: now + forMs })
    applyEndpoint(endpoint, context)
    return 'here'
  }
  claimed.delete(key)
  return (await collections.endpoints.get(tenant, endpointId)) ? 'elsewhere' : 'gone'
}
