import type { Delivery, Verdict } from '@frontdesk/bus'
import { type Clock, type Event, isOutage, maxOutageMs, ServiceError, toWireError } from '@frontdesk/contracts'
import { causeOf, loggedCause } from './cause.ts'
import type { Envelope, Subscription } from './define.ts'
import type { Log } from './log.ts'
import { decode, parse } from './wire.ts'

/** A delivery that is neither judged nor renewed for this long goes to another member; it is renewed three times in that. */
export const leaseMs = 15_000
const firstRetryMs = 200
const maxRetryMs = 30_000
/** An old event, which waited behind others or was a dead letter, is tried this often too: 200 × 30 s ≈ 100 min. */
const minAttemptsThroughOutage = 200
/** Events whose faults are counted at once: only those that failed and are not done yet. */
const maxCounted = 10_000

export type DeliveryOptions = Required<
  Pick<Subscription<Event, never>, 'order' | 'maxInFlight' | 'maxAttempts' | 'limitMs'>
>

/** The limit is longer than queries wait: what does not answer is told as the outage that it is. */
export const deliveryDefaults = { order: 'key', maxInFlight: 16, maxAttempts: 5, limitMs: 60_000 } as const

type Handle = (body: unknown, delivery: Delivery, signal: AbortSignal) => Promise<void>
type Exhausted = (body: unknown, error: unknown, delivery: Delivery) => Promise<void>

/** Exponential, with a quarter of jitter, so that what failed together does not come back together. */
const retryAfterMs = (attempt: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 20)) * (0.75 + Math.random() / 2)

/** Which parts could not work at some time since then (`performance.now()`), checked now; none when all is well. */
export type UnavailableServices = (since: number) => Promise<string[]>

/** Taking too long is the event's fault while every part works, and an outage while one does not. */
async function tooLate(limitMs: number, since: number, partsAway: UnavailableServices): Promise<Error> {
  const away = await partsAway(since)
  const what = `the handler took longer than ${limitMs} ms`
  if (away.length === 0) return new Error(what)
  return new ServiceError('deadline_exceeded', { cause: new Error(`${what} while ${away.join(', ')} could not work`) })
}

async function withinLimit(
  { limitMs, shutdown, partsAway }: { limitMs: number; shutdown: AbortSignal; partsAway: UnavailableServices },
  work: (signal: AbortSignal) => Promise<void>,
) {
  const started = performance.now()
  const limit = new AbortController()
  const signal = AbortSignal.any([limit.signal, shutdown])
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      limit.abort()
      tooLate(limitMs, started, partsAway).then(reject, reject)
    }, limitMs)
  })
  try {
    await Promise.race([work(signal), tooLong])
  } catch (error) {
    // Work that the limit ended tells of its end, which says nothing of the cause.
    if (limit.signal.aborted) await tooLong
    throw error
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
  options: DeliveryOptions,
  parts: {
    handle: Handle
    exhausted?: Exhausted
    log: Log
    shutdown: AbortSignal
    clock: Clock
    partsAway: UnavailableServices
    /** Told how each delivery ended, and after how long. */
    ended(delivery: Delivery, verdict: Verdict, durationMs: number): void
  },
): (delivery: Delivery) => Promise<Verdict> {
  const { handle, exhausted, log, shutdown, clock, partsAway, ended } = parts
  /** How often each event failed in this process by its own fault: what an outage cost it does not count. */
  const faults = new Map<string, number>()

  function noteFault(id: string): number {
    const count = (faults.get(id) ?? 0) + 1
    faults.delete(id)
    faults.set(id, count)
    if (faults.size > maxCounted) faults.delete(faults.keys().next().value!)
    return count
  }

  /** Whether an outage has lasted too long for this event. One without a time has only its attempts. */
  const isOverdue = ({ attempt, headers }: Delivery): boolean =>
    attempt >= minAttemptsThroughOutage && !(clock.now() - Date.parse(headers.time ?? '') < maxOutageMs)

  const mayTryAgain = (error: unknown, delivery: Delivery): boolean =>
    isOutage(error) ? !isOverdue(delivery) : noteFault(delivery.id) < options.maxAttempts

  async function verdictOn(delivery: Delivery): Promise<{ verdict: Verdict; error?: unknown }> {
    let body: unknown
    try {
      body = parse(contract.body, decode(delivery.bytes))
    } catch (error) {
      const message = error instanceof ServiceError ? JSON.stringify(error.errors ?? error.message) : String(error)
      return { verdict: { kind: 'dead', reason: { code: 'invalid_request', message } }, error }
    }
    try {
      const limits = { limitMs: options.limitMs, shutdown, partsAway }
      await withinLimit(limits, (signal) => handle(body, delivery, signal))
      return { verdict: { kind: 'done' } }
    } catch (error) {
      if (shutdown.aborted) return { verdict: { kind: 'retry', afterMs: 0 }, error }
      const { code, message, retryable } = toWireError(error)
      if (retryable && mayTryAgain(error, delivery)) {
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
      const cause = loggedCause(causeOf(delivery.headers))
      log.error({ subject: contract.subject, id: delivery.id, ...cause, err: failed }, 'could not record a failure')
      if (isOverdue(delivery)) return { verdict: { kind: 'dead' as const, reason }, error }
      return { verdict: { kind: 'retry' as const, afterMs: maxRetryMs }, error }
    }
  }

  return async (delivery) => {
    const started = performance.now()
    const renewal = setInterval(() => delivery.working(), leaseMs / 3)
    try {
      const { verdict, error } = await verdictOn(delivery)
      const durationMs = performance.now() - started
      ended(delivery, verdict, durationMs)
      if (verdict.kind !== 'retry') faults.delete(delivery.id)
      const fields = () => ({
        subject: contract.subject,
        id: delivery.id,
        tenant: delivery.tenant,
        key: delivery.key,
        sequence: delivery.sequence,
        attempt: delivery.attempt,
        durationMs: Math.round(durationMs),
        outcome: verdict.kind,
        ...loggedCause(causeOf(delivery.headers)),
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
