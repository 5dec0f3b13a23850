import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What a caller has left of its quota, after this request. */
export type Quota = { isAllowed: boolean; remaining: number; resetSeconds: number }

/** Counts requests by key. Another keeper of counts (one that leases slices, say) has the same shape. */
export type RateLimit = {
  /** The rule, as `RateLimit-Policy` says it. */
  policy: string
  take(keyId: string): Promise<Quota>
}

const windowSeconds = 60

const quotaOf = (isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota => ({
  isAllowed,
  remaining: remainingPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
})

/** Counts in this process, in windows of a minute that start with a key's first request. */
export function rateLimitInMemory(limit: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds })
  const allowed = (counted: RateLimiterRes): Quota => quotaOf(true, counted)
  const refused = (reason: unknown): Quota => {
    if (reason instanceof RateLimiterRes) return quotaOf(false, reason)
    throw reason
  }
  return {
    policy: `"default";q=${limit};w=${windowSeconds}`,
    take: (keyId) => limiter.consume(keyId).then(allowed, refused),
  }
}

/**
 * What is left and for how many seconds, as `RateLimit` says it. Both headers are structured fields (RFC 9651) as
 * draft-ietf-httpapi-ratelimit-headers-10 has them.
 */
export const quotaHeader = ({ remaining, resetSeconds }: Quota): string => `"default";r=${remaining};t=${resetSeconds}`
