const minute = 60_000
const hour = 60 * minute

/**
 * How long to wait before each retry: the schedule that Standard Webhooks recommends
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). With the first attempt ten
 * in all; 5 s + 5 min + 30 min + 2 + 5 + 10 + 14 + 20 + 24 h = 75 h 35 min 5 s, a little over three days.
 */
const delaysMs = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** Attempts of one delivery before it has failed for good. */
export const maxAttempts = delaysMs.length + 1

/** A share by which a delay is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2
/** What a receiver may ask us to wait at most. */
export const maxRetryAfterMs = 24 * hour
/** No delivery is put off for longer. */
export const longestDelayMs: number = Math.max(maxRetryAfterMs, Math.max(...delaysMs) * (1 + jitter))

/**
 * Milliseconds from the given failed attempt (1 the first) to the next one; `undefined` when there is none. `random` is
 * in [0, 1). `askedMs` is what `Retry-After` said: the wait is never shorter than that, up to 24 h.
 */
export function retryDelayMs(attempt: number, random: number, askedMs = 0): number | undefined {
  const delay = delaysMs[attempt - 1]
  if (delay === undefined) return undefined
  return Math.max(Math.round(delay * (1 - jitter + 2 * jitter * random)), Math.min(askedMs, maxRetryAfterMs))
}

/**
 * Until when an endpoint that said `Retry-After` at `now` is left alone, by all of its deliveries; at most 24 h. In whole
 * seconds, so that what several requests are answered at the same moment is one time.
 */
export function notBeforeOf(now: number, askedMs = 0): number | undefined {
  return askedMs > 0 ? Math.ceil((now + Math.min(askedMs, maxRetryAfterMs)) / 1_000) * 1_000 : undefined
}
