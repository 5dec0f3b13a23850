import { isStillOn } from '@frontdesk/contracts'
import { LRUCache } from 'lru-cache'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../keys/caller.ts'

/** What a caller has left of its quota, after this request. */
export type Quota = { isAllowed: boolean; remaining: number; resetSeconds: number }

/** Counts requests by key. */
export type RateLimit = {
  /** The rule, as `RateLimit-Policy` says it. */
  policy: string
  /** Counts one request. Throws `unavailable` when the store is away and nothing of the quota is at hand. */
  take(caller: Pick<Caller, 'tenant' | 'keyId'>): Quota | Promise<Quota>
}

/** What this gateway has of a key's window: `unspent` is its own, of `free` any gateway can have more. */
type Share = { endsAt: number; unspent: number; free: number; leasing: Promise<void> | undefined }

const windowSeconds = 60
const windowMs = windowSeconds * 1_000
/** A gateway takes so much of a quota at once: one write for every twentieth of it, and no more than that left unspent. */
const slicesPerWindow = 20
const rememberedKeys = 10_000

/**
 * Counts for all gateways on one store, in windows of a minute that start with a key's first request: each leases slices
 * of a twentieth of the quota and counts them down in memory. Together they never let in more than the quota; what one
 * has leased and not spent, a slice at most, the others can't give.
 */
export function rateLimitInSlices(limit: number, { clock, collections, forTenant }: GatewayContext): RateLimit {
  const slice = Math.ceil(limit / slicesPerWindow)
  const shares = new LRUCache<string, Share>({ max: rememberedKeys })

  function shareOf(keyId: string, now: number): Share {
    const known = shares.get(keyId)
    if (known && (isStillOn(known.endsAt, windowMs, now) || known.leasing)) return known
    const fresh = { endsAt: 0, unspent: 0, free: limit, leasing: undefined }
    shares.set(keyId, fresh)
    return fresh
  }

  /** Takes a slice of the window that is on now, of a new one if none is. */
  async function lease(share: Share, { tenant, keyId }: Pick<Caller, 'tenant' | 'keyId'>): Promise<void> {
    let granted = 0
    const stored = await forTenant(tenant).commit(collections.quotas, keyId, (current) => {
      const now = clock.now()
      const isOn = current && isStillOn(current.body.startedAt + windowMs, windowMs, now)
      const { startedAt, taken } = isOn ? current.body : { startedAt: now, taken: 0 }
      // A window that began under a higher quota may hold more than this one.
      granted = Math.max(0, Math.min(slice, limit - taken))
      return granted > 0 ? { body: { startedAt, taken: taken + granted } } : undefined
    })
    const { startedAt, taken } = stored!.body
    const endsAt = startedAt + windowMs
    share.unspent = granted + (endsAt === share.endsAt ? share.unspent : 0)
    share.endsAt = endsAt
    share.free = Math.max(0, limit - taken)
  }

  const quotaOf = (isAllowed: boolean, { endsAt, unspent, free }: Share, now: number): Quota => ({
    isAllowed,
    remaining: unspent + free,
    resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1_000)),
  })

  async function leaseAndTake(share: Share, caller: Pick<Caller, 'tenant' | 'keyId'>): Promise<Quota> {
    share.leasing ??= lease(share, caller).finally(() => {
      share.leasing = undefined
    })
    await share.leasing
    return take(caller)
  }

  function take(caller: Pick<Caller, 'tenant' | 'keyId'>): Quota | Promise<Quota> {
    const now = clock.now()
    const share = shareOf(caller.keyId, now)
    if (isStillOn(share.endsAt, windowMs, now) && share.unspent > 0) {
      share.unspent--
      return quotaOf(true, share, now)
    }
    // Nothing comes back to a window, so a quota that was used up is so until its end.
    if (isStillOn(share.endsAt, windowMs, now) && share.free <= 0) return quotaOf(false, share, now)
    return leaseAndTake(share, caller)
  }

  return { policy: `"default";q=${limit};w=${windowSeconds}`, take }
}

/**
 * What is left and for how many seconds, as `RateLimit` says it. Both headers are structured fields (RFC 9651) as
 * draft-ietf-httpapi-ratelimit-headers-10 has them.
 */
export const quotaHeader = ({ remaining, resetSeconds }: Quota): string => `"default";r=${remaining};t=${resetSeconds}`
