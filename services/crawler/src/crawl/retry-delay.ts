/** A page is tried this often before it counts as failed. */
export const maxAttempts = 4
/** 1 s, 4 s, 16 s: a restart of the site is over by then, and nobody watches `Processing` for minutes. */
const firstDelayMs = 1_000
/** What a server may ask us to wait at most; longer than this the page fails now, with the server's status. */
export const maxWaitMs = 60_000

/**
 * How long to wait after the given failed attempt (1 the first), `undefined` when the page has failed for good. `random`
 * is in [0, 1) and adds up to a quarter; a wait that the server asked for is never cut short.
 */
export function retryDelayMs(attempt: number, askedMs: number | undefined, random: number): number | undefined {
  if (attempt >= maxAttempts || (askedMs ?? 0) > maxWaitMs) return undefined
  return Math.max(firstDelayMs * 4 ** (attempt - 1) * (1 + random / 4), askedMs ?? 0)
}
