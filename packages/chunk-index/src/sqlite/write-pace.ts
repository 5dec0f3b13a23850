/** So long after a search, the next one is expected. */
const expectedMs = 1_000
/** How much longer writes rest than the last one waited for a core. */
const restPerWait = 4
const maxRestMs = 500

/** How long something took, and how much of it a core worked on it; both in milliseconds. */
export type Took = { wallMs: number; cpuMs: number }

/**
 * How writes give way to searches on a machine whose cores are all busy: while searches come, the next write waits four times
 * as long as the last one waited for a core, at most half a second. Where there are cores to spare it waits for nothing.
 * Times are those of `performance.now()`.
 */
export function writePace() {
  let searchedAt = Number.NEGATIVE_INFINITY
  let writesFrom = Number.NEGATIVE_INFINITY
  return {
    searched(at: number): void {
      searchedAt = at
    },
    wrote(at: number, { wallMs, cpuMs }: Took): void {
      const waitedMs = Math.max(0, wallMs - cpuMs)
      writesFrom = at - searchedAt < expectedMs ? at + Math.min(maxRestMs, restPerWait * waitedMs) : at
    },
    /** How long the next write waits yet, in milliseconds. */
    restMs: (now: number): number => Math.max(0, writesFrom - now),
  }
}
