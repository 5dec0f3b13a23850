import { ServiceError } from '@frontdesk/contracts'

export type BreakerState = 'closed' | 'half-open' | 'open'

/** One request under a breaker. What it says after its end changes nothing. */
export type Attempt = {
  /** The first of its reply is here: an endpoint that was given up answers again. */
  responded(): void
  succeeded(): void
  /** The endpoint failed. `retryAfterMs`: it said itself when to come back. */
  failed(retryAfterMs?: number): void
  /** The caller went away, or asked for something wrong: that says nothing about the endpoint. */
  left(): void
}

export type Breaker = {
  /** Begins a request. Throws `model_unavailable` at once while the endpoint is given up. */
  enter(): Attempt
  state(): BreakerState
}

/** So many failures in a row and it opens. */
const failuresToOpen = 5
/** How long it stays open: 5 s at first, twice as long after each probe that fails, at most 60 s. */
const openMs = 5_000
const longestOpenMs = 60_000

type Options = { name: string; now?: () => number; random?: () => number }

/**
 * Stops asking an endpoint that keeps failing, so that callers fail (or fall back) at once and it can recover. After a
 * pause one request is let through as a probe; the others are refused until it has ended (Nygard, "Release It!", 2nd
 * edition, 5.2).
 */
export function circuitBreaker({ name, now = () => performance.now(), random = Math.random }: Options): Breaker {
  let failures = 0
  let openings = 0
  let openUntil: number | undefined
  let probe: symbol | undefined

  const open = (retryAfterMs = 0) => {
    // Up to a fifth longer, so that several processes do not probe at once.
    const pause = Math.min(longestOpenMs, openMs * 2 ** openings) * (1 + random() / 5)
    openings++
    openUntil = now() + Math.min(longestOpenMs, Math.max(pause, retryAfterMs))
  }
  const state = (): BreakerState => {
    if (openUntil === undefined) return 'closed'
    return now() < openUntil && probe === undefined ? 'open' : 'half-open'
  }

  return {
    state,
    enter() {
      const wasClosed = state() === 'closed'
      if (state() === 'open' || (!wasClosed && probe !== undefined)) {
        throw new ServiceError('model_unavailable', {
          detail: `The model endpoint for ${name} failed ${failuresToOpen} times in a row and is left alone for a while.`,
        })
      }
      const own = Symbol(name)
      if (!wasClosed) probe = own
      let hasEnded = false
      const once = (end: () => void) => () => {
        if (hasEnded) return
        hasEnded = true
        end()
        if (probe === own) probe = undefined
      }
      const close = () => {
        openUntil = undefined
        // One more failure opens it again, until an answer was whole.
        failures = failuresToOpen - 1
        probe = undefined
      }
      return {
        responded() {
          if (!hasEnded && probe === own) close()
        },
        succeeded: once(() => {
          openUntil = undefined
          failures = 0
          openings = 0
        }),
        failed: (retryAfterMs) =>
          once(() => {
            failures++
            if (probe === own || (openUntil === undefined && failures >= failuresToOpen)) open(retryAfterMs)
          })(),
        left: once(() => {}),
      }
    },
  }
}

const shared = new Map<string, Breaker>()

/** The breaker of an endpoint and model, one for the whole process, whoever asks. */
export function sharedBreaker(baseUrl: string, model: string): Breaker {
  const key = `${baseUrl} ${model}`
  let breaker = shared.get(key)
  if (!breaker) {
    breaker = circuitBreaker({ name: model })
    shared.set(key, breaker)
  }
  return breaker
}

/** The state of every breaker of this process, by model: for metrics. */
export const breakerStates = (): { model: string; state: BreakerState }[] =>
  [...shared].map(([key, breaker]) => ({ model: key.slice(key.indexOf(' ') + 1), state: breaker.state() }))
