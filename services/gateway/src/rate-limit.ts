import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What a caller has left of its quota, after this request. */
export type Quota = { allowed: boolean; limit: number; remaining: number; resetSeconds: number; windowSeconds: number }

/** Counts requests by key. Another keeper of counts (one that leases slices, say) has the same shape. */
export type RateLimit = { take(keyId: string): Promise<Quota> }

const windowSeconds = 60

/** Counts in this process, in windows of a minute that start with a key's first request. */
export function rateLimitInMemory(limit: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds })
  const quota = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota => ({
    allowed,
    limit,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    windowSeconds,
  })
  return {
    async take(keyId) {
      try {
        return quota(true, await limiter.consume(keyId))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return quota(false, refused)
        throw refused
      }
    },
  }
}

/**
 * The headers of a quota, as draft-ietf-httpapi-ratelimit-headers-10 writes them (structured fields, RFC 9651):
 * `RateLimit-Policy` says the rule, `RateLimit` what is left and for how many seconds.
 */
export const quotaHeaders = ({ limit, remaining, resetSeconds, windowSeconds }: Quota): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${limit};w=${windowSeconds}`,
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
})
