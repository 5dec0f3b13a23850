/** How far the clock may go ahead of the time that really passes before nothing is erased by it for a while. */
const maxJumpMs = 24 * 3_600_000
/** A clock that jumped counts when it has stayed there for so long. */
const believedAfterMs = 3_600_000

/** Notices jumps of the clock, by the time since this process started, which nobody sets. */
export type ClockJumps = {
  /** Milliseconds until what the clock shows (`now`) is a reason to erase something; 0: it is one now. */
  doubtMs(now: number): number
}

/**
 * What one process knows of its clock. A clock that is wrong for a minute must not erase what a month was left for: after a jump
 * forward by more than a day it is doubted for an hour. `passed` tells real time, in milliseconds.
 */
export function openClockJumps(startedAt: number, passed: () => number = () => performance.now()): ClockJumps {
  let believed = startedAt - passed()
  let doubted: { offset: number; since: number } | undefined
  return {
    doubtMs(now) {
      const offset = now - passed()
      if (offset - believed <= maxJumpMs) {
        believed = offset
        doubted = undefined
        return 0
      }
      if (!doubted || Math.abs(offset - doubted.offset) > maxJumpMs) doubted = { offset, since: passed() }
      const leftMs = doubted.since + believedAfterMs - passed()
      if (leftMs > 0) return leftMs
      believed = offset
      doubted = undefined
      return 0
    },
  }
}
