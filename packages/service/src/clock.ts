/** Time, injected so that tests own it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let lastMs = Number.NaN
let lastTimestamp = ''

/** RFC 3339 of the clock's now. Every message carries one, so that of the same millisecond is written once. */
export function timestampOf(clock: Clock): string {
  const now = clock.now()
  if (now !== lastMs) {
    lastMs = now
    lastTimestamp = new Date(now).toISOString()
  }
  return lastTimestamp
}
