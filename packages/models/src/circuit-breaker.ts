import { ServiceError } from '@frontdesk/contracts'
import type { Usage } from './port.ts'

export type BreakerState = 'closed' | 'half-open' | 'open'

/** One request under a circuit breaker. Calls after its end are ignored. */
export type Attempt = {
  /** The reply has started: the endpoint answers again. */
  responded(): void
  succeeded(): void
  /** The endpoint failed. `retryAfterMs`: the pause that the endpoint asked for. */
  failed(retryAfterMs?: number): void
  /** The caller left or the request was invalid, which says nothing about the endpoint. */
  left(): void
}

export type Breaker = {
  /** Starts a request. Throws `model_unavailable` at once while the breaker is open. */
  enter(): Attempt
  state(): BreakerState
  /** Adds the tokens of a request. */
  used(tokens: Pick<Usage, 'promptTokens' | 'completionTokens'>): void
  /** What was asked of the endpoint since the process started. */
  totals(): EndpointTotals
}

/** Requests by how they ended, those that the breaker refused as `refused`, and tokens by their kind. */
export type EndpointTotals = {
  requests: Record<'succeeded' | 'failed' | 'left' | 'refused', number>
  tokens: Record<'prompt' | 'completion', number>
}

/** The breaker opens after this many failures in a row. */
const failuresToOpen = 5
/** How long it stays open: 5 s at first, twice as long after each probe that fails, at most 60 s. */
const openMs = 5_000
const maxOpenMs = 60_000

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
  const requests = { succeeded: 0, failed: 0, left: 0, refused: 0 }
  const tokens = { prompt: 0, completion: 0 }

  const open = (retryAfterMs = 0) => {
    // Up to a fifth longer, so that several processes do not probe at once.
    const pause = Math.min(maxOpenMs, openMs * 2 ** openings) * (1 + random() / 5)
    openings++
    openUntil = now() + Math.min(maxOpenMs, Math.max(pause, retryAfterMs))
  }
  const state = (): BreakerState => {
    if (openUntil === undefined) return 'closed'
    return now() < openUntil && probe === undefined ? 'open' : 'half-open'
  }

  return {
    state,
    used({ promptTokens, completionTokens }) {
      tokens.prompt += promptTokens
      tokens.completion += completionTokens
    },
    totals: () => ({ requests: { ...requests }, tokens: { ...tokens } }),
    enter() {
      const wasClosed = state() === 'closed'
      if (state() === 'open' || (!wasClosed && probe !== undefined)) {
        requests.refused++
        throw new ServiceError('model_unavailable', {
          detail: `The model endpoint for ${name} failed ${failuresToOpen} times in a row and is not called for a while.`,
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
          requests.succeeded++
          openUntil = undefined
          failures = 0
          openings = 0
        }),
        failed: (retryAfterMs) =>
          once(() => {
            requests.failed++
            failures++
            if (probe === own || (openUntil === undefined && failures >= failuresToOpen)) open(retryAfterMs)
          })(),
        left: once(() => {
          requests.left++
        }),
      }
    },
  }
}

/** State of the process: one breaker for each endpoint and model of its settings. */
const shared = new Map<string, Breaker>()

/** The breaker of an endpoint and model, shared by the whole process. */
export function sharedBreaker(baseUrl: string, model: string): Breaker {
  const key = `${baseUrl} ${model}`
  let breaker = shared.get(key)
  if (!breaker) {
    breaker = circuitBreaker({ name: model })
    shared.set(key, breaker)
  }
  return breaker
}

/** The state of every breaker of this process and what was asked of its endpoint, by model: for metrics. */
export const breakerStates = (): ({ model: string; state: BreakerState } & EndpointTotals)[] =>
  [...shared].map(([key, breaker]) => ({
    model: key.slice(key.indexOf(' ') + 1),
    state: breaker.state(),
    ...breaker.totals(),
  }))
