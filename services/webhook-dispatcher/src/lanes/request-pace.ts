/** How many requests an endpoint gets at the same time, and how many a second. */
export type Pace = { atOnce: number; perSecond: number }

/** Whether two paces are the same. */
export const isSamePace = (a: Pace, b: Pace): boolean => a.atOnce === b.atOnce && a.perSecond === b.perSecond

/** What an endpoint may get ahead of its even pace: a tenth of a second's worth. */
const burstOf = ({ perSecond }: Pace): number => Math.max(1, perSecond / 10)

/**
 * Counts a request that begins at `now`. `dueAt` is when it would be due if all before had come evenly. Returns `dueAt` for the
 * request after it; `waitUntil` when the pace forbids it until then. All in milliseconds of one clock.
 */
export function paceRequest(pace: Pace, dueAt: number, now: number): { dueAt: number } | { waitUntil: number } {
  const intervalMs = 1_000 / pace.perSecond
  const earliest = dueAt - (burstOf(pace) - 1) * intervalMs
  return now < earliest ? { waitUntil: earliest } : { dueAt: Math.max(now, dueAt) + intervalMs }
}
