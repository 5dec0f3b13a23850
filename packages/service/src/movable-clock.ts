import type { Clock } from '@frontdesk/contracts'

/** The time of the machine, and how far ahead of it a test has moved. */
export type MovableClock = Clock & {
  /** Moves so many milliseconds on, and calls back whatever is due then. */
  move(ms: number): void
}

type Call = { at: number; callback: () => void; timer: NodeJS.Timeout }

/** A timer can't be set further ahead; it then looks at the clock again. */
const maxTimerMs = 2 ** 31 - 1

/** A clock for tests. Throws where `NODE_ENV` is `production`: nothing that serves customers may have one. */
export function movableClock(): MovableClock {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('NODE_ENV is production: the clock can be moved only in tests')
  }
  const calls = new Set<Call>()
  let aheadMs = 0
  const now = () => Date.now() + aheadMs

  function setTimer(call: Call) {
    call.timer = setTimeout(() => look(call), Math.min(Math.max(0, call.at - now()), maxTimerMs))
    call.timer.unref()
  }

  function look(call: Call) {
    clearTimeout(call.timer)
    if (!calls.has(call)) return
    if (call.at > now()) return setTimer(call)
    calls.delete(call)
    call.callback()
  }

  return {
    now,
    callAt(at, callback) {
      const call = { at, callback } as Call
      calls.add(call)
      setTimer(call)
      return () => {
        calls.delete(call)
        clearTimeout(call.timer)
      }
    },
    move(ms) {
      aheadMs += ms
      const due = [...calls].filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at)
      for (const call of due) look(call)
    },
  }
}
