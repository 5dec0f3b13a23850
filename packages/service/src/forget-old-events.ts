import type { Bus, Stop } from '@frontdesk/bus'
import type { Log } from './log.ts'

/** Event streams live this long: a new subscriber learns of the last week, and nothing is kept for ever. */
const keptMs = 7 * 24 * 60 * 60 * 1_000
const everyMs = 60 * 60 * 1_000

/** Removes events that everyone is done with and that are older than seven days, every hour. */
export function forgetOldEvents(bus: Bus, log: Log): Stop {
  let running: Promise<unknown> | undefined
  const tick = () => {
    running ??= bus
      .prune(keptMs)
      .catch((error) => log.warn({ err: error }, 'old events could not be removed and will be the next time'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
