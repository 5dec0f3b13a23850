import type { Bus, Stop } from '@frontdesk/bus'
import { type Clock, callAt } from '@frontdesk/contracts'
import type { Log } from './log.ts'

/** Event streams live this long: a new subscriber learns of the last week, and nothing is kept for ever. */
const keptMs = 7 * 24 * 60 * 60 * 1_000
const everyMs = 60 * 60 * 1_000

/** Every hour removes events that are older than seven days and that every consumer has handled. */
export function purgeOldEvents(bus: Bus, { clock, log }: { clock: Clock; log: Log }): Stop {
  let running: Promise<unknown> | undefined
  let callOff = () => {}
  const tick = () => {
    running ??= bus
      .prune(keptMs)
      .catch((error) => log.warn({ err: error }, 'old events could not be removed; the next run tries again'))
      .finally(() => {
        running = undefined
      })
    wait()
  }
  const wait = () => {
    callOff = callAt(clock, clock.now() + everyMs, tick, { keepsAlive: false })
  }
  wait()
  return async () => {
    callOff()
    await running
  }
}
