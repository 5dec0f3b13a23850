const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Before each next try; with the first one ten in all. 5 s + 15 s + 1 + 5 + 15 + 30 min + 1 + 2 + 4 h = 7 h 51 min 20 s. */
const delaysMs = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour]
/** After so long an answer is none any more. */
const maxElapsedMs = 24 * hour
/** A share by which a delay is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2

/**
 * Milliseconds until the next try after `tries` of them, the first one `sinceMs` ago; undefined when there is none. `random`
 * is in [0, 1). `askedMs` is what the provider asked for: the wait is never shorter than that.
 */
export function retryDelayMs(tries: number, sinceMs: number, random: number, askedMs = 0): number | undefined {
  const delay = delaysMs[tries - 1]
  if (delay === undefined) return undefined
  const waits = Math.max(Math.round(delay * (1 - jitter + 2 * jitter * random)), askedMs)
  return sinceMs + waits > maxElapsedMs ? undefined : waits
}
