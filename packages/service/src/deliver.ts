import type { Delivery, Verdict } from '@frontdesk/bus'
import { type Event, isOutage, ServiceError, toWireError } from '@frontdesk/contracts'
import type { DeliveryOptions, Envelope } from './define.ts'
import type { Log } from './log.ts'
import { decode, parse } from './wire.ts'

/** A delivery that is neither judged nor renewed for this long goes to another member; it is renewed three times in that. */
export const leaseMs = 15_000
const firstRetryMs = 200
const longestRetryMs = 30_000
/** An outage is not the event's fault: it is tried for hours before it is given up. 200 × 30 s ≈ 100 min. */
const attemptsThroughOutage = 200

export const deliveryDefaults = { order: 'key', maxInFlight: 16, maxAttempts: 5, limitMs: 30_000 } as const

type Handle = (body: unknown, delivery: Delivery, signal: AbortSignal) => Promise<void>
type Exhausted = (body: unknown, error: unknown, delivery: Delivery) => Promise<void>

/** Exponential, with a quarter of jitter, so that what failed together does not come back together. */
const retryAfterMs = (attempt: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 20)) * (0.75 + Math.random() / 2)

async function withinLimit(limitMs: number, shutdown: AbortSignal, work: (signal: AbortSignal) => Promise<void>) {
  const limit = new AbortController()
  const signal = AbortSignal.any([limit.signal, shutdown])
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      limit.abort()
      reject(new Error(`the handler took longer than ${limitMs} ms`))
    }, limitMs)
  })
  try {
    await Promise.race([work(signal), tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Turns a handler into what a bus consumes: parses, keeps the lease while the handler lives, and judges. A fault of the
 * event (its body, an error that trying again can't mend, too many attempts) calls `exhausted` and makes a dead letter.
 */
export function judge(
  contract: Event,
  options: Required<DeliveryOptions>,
  parts: {
    handle: Handle
    exhausted?: Exhausted
    log: Log
    shutdown: AbortSignal
    /** Told how each delivery ended, and after how long. */
    ended(delivery: Delivery, verdict: Verdict, durationMs: number): void
  },
): (delivery: Delivery) => Promise<Verdict> {
  const { handle, exhausted, log, shutdown, ended } = parts

  async function verdictOn(delivery: Delivery): Promise<{ verdict: Verdict; error?: unknown }> {
    let body: unknown
    try {
      body = parse(contract.body, decode(delivery.bytes))
    } catch (error) {
      const message = error instanceof ServiceError ? JSON.stringify(error.errors ?? error.message) : String(error)
      return { verdict: { kind: 'dead', reason: { code: 'invalid_request', message } }, error }
    }
    try {
      await withinLimit(options.limitMs, shutdown, (signal) => handle(body, delivery, signal))
      return { verdict: { kind: 'done' } }
    } catch (error) {
      if (shutdown.aborted) return { verdict: { kind: 'retry', afterMs: 0 }, error }
      const { code, message, retryable } = toWireError(error)
      const allowed = isOutage(error) ? attemptsThroughOutage : options.maxAttempts
      if (retryable && delivery.attempt < allowed) {
        return { verdict: { kind: 'retry', afterMs: retryAfterMs(delivery.attempt) }, error }
      }
      return exhaust(body, delivery, error, { code, message })
    }
  }

  async function exhaust(body: unknown, delivery: Delivery, error: unknown, reason: { code: string; message: string }) {
    try {
      await exhausted?.(body, error, delivery)
      return { verdict: { kind: 'dead' as const, reason }, error }
    } catch (failed) {
      // Nobody could be told yet that it failed; that must not be lost, so the whole is tried again.
      log.error({ subject: contract.subject, id: delivery.id, err: failed }, 'could not record a failure')
      if (delivery.attempt >= attemptsThroughOutage) return { verdict: { kind: 'dead' as const, reason }, error }
      return { verdict: { kind: 'retry' as const, afterMs: longestRetryMs }, error }
    }
  }

  return async (delivery) => {
    const started = performance.now()
    const renewal = setInterval(() => delivery.working(), leaseMs / 3)
    try {
      const { verdict, error } = await verdictOn(delivery)
      const durationMs = performance.now() - started
      ended(delivery, verdict, durationMs)
      const fields = () => ({
        subject: contract.subject,
        id: delivery.id,
        tenant: delivery.tenant,
        key: delivery.key,
        sequence: delivery.sequence,
        attempt: delivery.attempt,
        durationMs: Math.round(durationMs),
        outcome: verdict.kind,
      })
      if (verdict.kind === 'done') log.routine(fields, 'handled')
      else log.warn({ ...fields(), err: error }, verdict.kind === 'dead' ? 'gave up' : 'will try again')
      return verdict
    } finally {
      clearInterval(renewal)
    }
  }
}

/** What a handler learns of an event beside its body. */
export const envelopeOf = (delivery: Delivery): Envelope => ({
  id: delivery.id,
  key: delivery.key,
  sequence: delivery.sequence,
  attempt: delivery.attempt,
  at: delivery.headers.time ?? '',
})
