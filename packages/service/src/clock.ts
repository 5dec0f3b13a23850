/** Time, injected so that tests own it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 of the clock's now. */
export const timestampOf = (clock: Clock): string => new Date(clock.now()).toISOString()
