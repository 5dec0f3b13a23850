import { setTimeout as work } from 'node:timers/promises'
import { limits, ServiceError } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { eventually, type OpenBus, onBackend, read, text, unique, uniqueSubject } from './backend.ts'

const asking = { tenant: 'tenant-a', headers: { trace: 'x' } }
const group = () => unique('group')

/** Collects a stream: its parts as text, and what it ended with. */
async function collect(parts: AsyncIterable<Uint8Array>): Promise<{ parts: string[]; error?: any }> {
  const collected: string[] = []
  try {
    for await (const part of parts) collected.push(read(part))
    return { parts: collected }
  } catch (error) {
    return { parts: collected, error }
  }
}

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** What every bus promises about one question and many parts. */
export function streamConformance(open: OpenBus) {
  describe('streams', () => {
    const { start } = onBackend(open)

    it('brings every part in order, and the end', async () => {
      const bus = await start()
      const other = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* ({ tenant, headers, bytes }) {
        yield text(`${tenant} ${headers.trace} ${read(bytes)}`)
        for (let i = 0; i < 1_000; i++) yield text(String(i))
      })
      const { parts, error } = await collect(other.openStream(subject, text('fråga'), asking))
      expect(error).toBeUndefined()
      expect(parts).toEqual(['tenant-a x fråga', ...Array.from({ length: 1_000 }, (_, i) => String(i))])
    })

    it('brings far more than may wait unread to a reader that keeps up', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const part = new Uint8Array(16 * 1024)
      const count = (limits.streamUnreadBytes / part.length) * 8
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {
        for (let i = 0; i < count; i++) yield part
      })
      let bytes = 0
      for await (const received of bus.openStream(subject, text('?'), asking)) bytes += received.length
      expect(bytes).toBe(count * part.length)
    })

    it('ends an empty stream as empty', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {})
      expect(await collect(bus.openStream(subject, text('?'), asking))).toEqual({ parts: [] })
    })

    it('gives the first part while the server still works on the rest', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const { promise: more, resolve } = Promise.withResolvers<void>()
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {
        yield text('first')
        await more
        yield text('second')
      })
      const iterator = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
      expect(read((await iterator.next()).value)).toBe('first')
      resolve()
      expect(read((await iterator.next()).value)).toBe('second')
      expect((await iterator.next()).done).toBe(true)
    })

    it('makes a failure after some parts an error, not a short answer', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {
        yield text('one')
        yield text('two')
        throw new ServiceError('model_unavailable', { detail: 'The model went away.' })
      })
      const { parts, error } = await collect(bus.openStream(subject, text('?'), asking))
      expect(parts).toEqual(['one', 'two'])
      expect(error).toBeInstanceOf(ServiceError)
      expect(error).toMatchObject({ code: 'model_unavailable', message: 'The model went away.' })
    })

    it('keeps the words of an unexpected error to the server', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, () => {
        throw new TypeError('password is hunter2')
      })
      const { error } = await collect(bus.openStream(subject, text('?'), asking))
      expect(error.code).toBe('internal')
      expect(error.message).not.toContain('hunter2')
    })

    it('says at once that nobody serves', async () => {
      const bus = await start()
      const started = performance.now()
      const { error } = await collect(bus.openStream(uniqueSubject('stream'), text('?'), asking))
      expect(error.code).toBe('unavailable')
      expect(performance.now() - started).toBeLessThan(2_000)
    })

    it('cancels the server when the reader leaves the loop', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const ended = Promise.withResolvers<void>()
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* ({ signal }) {
        try {
          yield text('one')
          await aborted(signal)
          yield text('nobody reads this')
        } finally {
          ended.resolve()
        }
      })
      for await (const part of bus.openStream(subject, text('?'), asking)) {
        expect(read(part)).toBe('one')
        break
      }
      await ended.promise
    })

    it('cancels the server when the reader aborts, also while it waits for a part', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const cancelled = Promise.withResolvers<void>()
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* ({ signal }) {
        yield text('one')
        await aborted(signal)
        cancelled.resolve()
      })
      const abort = new AbortController()
      const iterator = bus.openStream(subject, text('?'), { ...asking, signal: abort.signal })[Symbol.asyncIterator]()
      await iterator.next()
      const next = iterator.next()
      abort.abort(new Error('gone'))
      await expect(next).rejects.toThrow()
      await cancelled.promise
    })

    it('cancels the server of a slow reader, who then gets `overloaded`', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const part = new Uint8Array(16 * 1024)
      let sent = 0
      const cancelled = Promise.withResolvers<void>()
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* ({ signal }) {
        signal.addEventListener('abort', () => cancelled.resolve(), { once: true })
        while (!signal.aborted && sent < 400) {
          sent++
          yield part
          if (sent % 8 === 0) await work(1)
        }
      })
      const iterator = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
      await iterator.next()
      await cancelled.promise
      expect(sent * part.length).toBeLessThan(limits.streamUnreadBytes * 4)
      const outcome = await collect({ [Symbol.asyncIterator]: () => iterator })
      expect(outcome.error?.code).toBe('overloaded')
      expect(outcome.parts.length).toBeLessThanOrEqual((limits.streamUnreadBytes * 2) / part.length)
    })

    it('refuses streams above maxInFlight, and takes them again afterwards', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 1 }, async function* ({ signal }) {
        yield text('one')
        await aborted(signal)
      })
      const first = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
      await first.next()
      expect((await collect(bus.openStream(subject, text('?'), asking))).error?.code).toBe('overloaded')
      await first.return?.()
      await eventually(async () => {
        const second = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
        expect(read((await second.next()).value)).toBe('one')
        await second.return?.()
      })
    })

    it('refuses a question or a part above 512 kB', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {
        yield text('one')
        yield new Uint8Array(limits.busMessageBytes + 1)
      })
      const { parts, error } = await collect(bus.openStream(subject, text('?'), asking))
      expect([parts, error?.code]).toEqual([['one'], 'payload_too_large'])
      const tooLarge = new Uint8Array(limits.busMessageBytes + 1)
      expect((await collect(bus.openStream(subject, tooLarge, asking))).error?.code).toBe('payload_too_large')
    })

    it('lets streams in hand finish when their server stops', async () => {
      const bus = await start()
      const subject = uniqueSubject('stream')
      const { promise: more, resolve } = Promise.withResolvers<void>()
      const stop = await bus.serveStream(subject, group(), { maxInFlight: 4 }, async function* () {
        yield text('one')
        await more
        yield text('two')
      })
      const iterator = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
      await iterator.next()
      let stopped = false
      const stopping = stop().then(() => {
        stopped = true
      })
      await eventually(async () =>
        expect((await collect(bus.openStream(subject, text('?'), asking))).error?.code).toBe('unavailable'),
      )
      expect(stopped).toBe(false)
      resolve()
      expect(read((await iterator.next()).value)).toBe('two')
      expect((await iterator.next()).done).toBe(true)
      await stopping
    })
  })
}
