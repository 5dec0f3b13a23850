import type { Clock } from './clock.ts'

/** What another process left is found after so long. */
const restMs = 5_000
/** What is due later than this is left to the looks after a rest. */
const notedMs = 60_000
/** With more to come than this, each tick looks. */
const maxNoted = 1_000

/** When one process looks in the store again for what is due. Times are milliseconds since 1970. */
export type DueLooks = {
  /** Something that this process wrote is due then. */
  note(dueAt: number): void
  isTime(): boolean
  /** A look begins: what is noted from here on is for the next one. */
  begin(): void
  /** It is over. Where it found something there may be more, so the next tick looks again, as after one that failed. */
  end(mayFindMore: boolean): void
}

/**
 * Looks cost the store a read each, mostly for nothing. So they are made when something that was written here falls due, and
 * otherwise after a rest, for what other processes wrote before they ended. Work that is done each `everyMs` rests as long at least.
 */
export function openDueLooks(clock: Clock, everyMs: number): DueLooks {
  const rest = Math.max(restMs, everyMs)
  let times = new Set<number>()
  /** The last look, by the clock and by one that nobody sets. */
  let last: { at: number; real: number } | undefined

  return {
    note(dueAt) {
      if (dueAt <= clock.now() + notedMs && times.size <= maxNoted) times.add(dueAt)
    },
    isTime() {
      const now = clock.now()
      // A clock that was set back may have made something due again, and one may stand still.
      if (!last || now < last.at || now - last.at >= rest || performance.now() - last.real >= rest) return true
      if (times.size > maxNoted) return true
      for (const time of times) if (time <= now) return true
      return false
    },
    begin() {
      const now = clock.now()
      last = { at: now, real: performance.now() }
      times = new Set([...times].filter((time) => time > now))
    },
    end(mayFindMore) {
      if (mayFindMore) last = undefined
    },
  }
}
