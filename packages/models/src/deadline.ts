import { ServiceError } from '@frontdesk/contracts'

/** A time limit that is set anew for each step of the work. */
export type Deadline = {
  /** Aborts when the caller's signal does, or when the time that was last set has passed. */
  signal: AbortSignal
  /** The next step must finish within `ms`; otherwise the work fails with `detail`. */
  within(ms: number, detail: string): void
  /** No step is under way until the next `within`. */
  pause(): void
  /** Waits for the work, at most until the signal aborts. Throws what `check` throws. */
  race<T>(work: Promise<T>): Promise<T>
  /** Throws the caller's reason, or `model_unavailable` with the detail, once the signal has aborted. */
  check(): void
  /** Stops the timer, and removes the listeners of the signal. */
  end(): void
}

/** Starts a deadline under the caller's signal. Always `end` it. */
export function startDeadline(caller?: AbortSignal): Deadline {
  const own = new AbortController()
  const signal = caller ? AbortSignal.any([caller, own.signal]) : own.signal
  let timer: NodeJS.Timeout | undefined
  let late: ServiceError | undefined

  const check = () => {
    if (late) throw late
    caller?.throwIfAborted()
  }
  return {
    signal,
    check,
    pause: () => clearTimeout(timer),
    within(ms, detail) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        late = new ServiceError('model_unavailable', { detail })
        own.abort(late)
      }, ms)
    },
    async race(work) {
      // Work that nobody waits for any more may still fail.
      work.catch(() => {})
      check()
      let stop = () => {}
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
      })
      try {
        return await Promise.race([work, aborted])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    end() {
      clearTimeout(timer)
      own.abort()
    },
  }
}
