/** Time, injected so that tests own it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** What `callAt` does with a clock that a test moves; without it real time passes until then. */
  callAt?(at: number, callback: () => void): () => void
}

/** The time of the machine. */
export const systemClock: Clock = { now: () => Date.now() }

/** A timer can't be set further ahead (2³¹ − 1 ms, 24 days); it then looks at the clock again. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Calls back once, soon after `clock.now()` has reached `at`; the answer calls it off. `keepsAlive: false` lets the process
 * end before.
 */
export function callAt(
  clock: Clock,
  at: number,
  callback: () => void,
  { keepsAlive = true }: { keepsAlive?: boolean } = {},
): () => void {
  if (clock.callAt) return clock.callAt(at, callback)
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const leftMs = at - clock.now()
    timer = setTimeout(() => (leftMs > maxTimerMs ? wait() : callback()), Math.min(Math.max(0, leftMs), maxTimerMs))
    if (!keepsAlive) timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Resolves soon after `clock.now()` has gone on by so many milliseconds, or at once when the signal aborts. */
export function pauseBy(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      callOff()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const callOff = callAt(clock, clock.now() + ms, done)
    signal.addEventListener('abort', done)
  })
}

/** Clocks of processes that share a store may differ by so much: what one has begun is not over for the other. */
const maxDifferenceMs = 5 * 60_000

/**
 * Whether something that ends at `endsAt` and never lasts longer than `lastsMs` is on. If it would end later than it can, it
 * began before the clock was set back, and is over: otherwise a lease or a lockout would last as long as the clock was wrong.
 */
export const isStillOn = (endsAt: number, lastsMs: number, now: number): boolean =>
  endsAt > now && endsAt <= now + lastsMs + maxDifferenceMs

/** Whether that was written when the clock showed a later time than now, by more than clocks may differ: it was set back since. */
export const isOfLater = (writtenAt: number, now: number): boolean => writtenAt > now + maxDifferenceMs

/** Whether what this process read at `readAt` holds for `forMs`. What it read later than now is out of date: its clock was set back. */
export const isFresh = (readAt: number, forMs: number, now: number): boolean => readAt <= now && now - readAt < forMs
