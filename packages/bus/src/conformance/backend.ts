import { randomUUID } from 'node:crypto'
import { afterEach, vi } from 'vitest'
import type { Bus, BusEvent, ConsumeOptions, Delivery, Verdict } from '../port.ts'

export type OpenBus = () => Promise<Bus>

/** Buses on one backend, closed after each test. */
export function onBackend(open: OpenBus) {
  const opened: Bus[] = []
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()))
  }
  afterEach(closeAll)

  async function start(): Promise<Bus> {
    const bus = await open()
    opened.push(bus)
    return bus
  }

  return {
    start,
    /** Lets go of the backend altogether and comes back. */
    async restart() {
      await closeAll()
      return start()
    },
  }
}

/** A name nobody used on this backend before. */
export const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}`
export const uniqueSubject = (kind: 'event' | 'query' | 'stream' = 'event') =>
  `${kind}.conformance.${unique('t')}.run.v1`

export const text = (value: string) => new TextEncoder().encode(value)
export const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** An event of a key; `sequence` is told, the rest made up. */
export const event = (subject: string, sequence: number, more: Partial<BusEvent> = {}): BusEvent => ({
  id: unique('evt'),
  subject,
  tenant: 'tenant-a',
  key: 'key',
  sequence,
  headers: { time: '2026-01-01T00:00:00.000Z' },
  bytes: text(String(sequence)),
  ...more,
})

export const options = (
  subject: string | string[],
  group: string,
  more: Partial<ConsumeOptions> = {},
): ConsumeOptions => ({
  subjects: [subject].flat(),
  group,
  order: 'key',
  maxInFlight: 64,
  leaseMs: 5_000,
  ...more,
})

export const done: Verdict = { kind: 'done' }
export const dead: Verdict = { kind: 'dead', reason: { code: 'processing_failed', message: 'It does not work.' } }

/** A deliver that keeps what it saw, judged by `judge` (done unless told). */
export function recorder(judge: (delivery: Delivery) => Verdict | Promise<Verdict> = () => done) {
  const seen: Delivery[] = []
  return {
    seen,
    sequences: () => seen.map((delivery) => delivery.sequence),
    deliver: async (delivery: Delivery) => {
      seen.push(delivery)
      return judge(delivery)
    },
  }
}

export const eventually = <T>(assertion: () => T | Promise<T>) => vi.waitFor(assertion, { timeout: 8_000, interval: 3 })

/** A door that tests open. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}
