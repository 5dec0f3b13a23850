/** How far a signed time may lie behind and before ours. */
export type AgeLimit = { pastMs: number; futureMs: number }

/** Milliseconds of a time in whole seconds since 1970 as schemes write it; undefined for everything else. */
export const readUnixSeconds = (text: string): number | undefined =>
  /^[1-9]\d{0,11}$/.test(text) ? Number(text) * 1_000 : undefined

/** Whether a signed time is within the limit. Both ends belong to it. */
export const isFresh = (timeMs: number, now: number, { pastMs, futureMs }: AgeLimit): boolean =>
  now - timeMs <= pastMs && timeMs - now <= futureMs
