import { errorCodes, limits, ServiceError } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { eventually, gate, type OpenBus, onBackend, read, text, unique, uniqueSubject } from './backend.ts'

const asking = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) => ({
  tenant: 'tenant-a',
  headers: { deadline: 'soon' },
  timeoutMs: 5_000,
  ...more,
})

/** What every bus promises about one question and one reply. */
export function queryConformance(open: OpenBus) {
  describe('queries', () => {
    const { start } = onBackend(open)

    it('brings the question with its tenant and headers, and the reply back', async () => {
      const bus = await start()
      const other = await start()
      const subject = uniqueSubject('query')
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async ({ tenant, headers, bytes }) =>
        text(`${tenant} ${headers.deadline} ${read(bytes).toUpperCase()}`),
      )
      expect(read(await other.request(subject, text('fråga'), asking()))).toBe('tenant-a soon FRÅGA')
    })

    it('shares no memory between the two sides', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const reply = text('reply')
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async ({ bytes }) => {
        bytes.fill(0)
        return reply
      })
      const question = text('question')
      const received = await bus.request(subject, question, asking())
      received.fill(0)
      expect([read(question), read(reply)]).toEqual(['question', 'reply'])
    })

    it('throws what the responder threw: code, message and faults', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const errors = [{ path: 'a.b', message: 'is missing' }]
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => {
        throw new ServiceError('invalid_request', {
          detail: 'Two fields are wrong.',
          errors,
          cause: new Error('secret'),
        })
      })
      const error = await bus.request(subject, text('?'), asking()).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(ServiceError)
      expect(error).toMatchObject({ code: 'invalid_request', message: 'Two fields are wrong.', errors })
      expect(error.cause).toBeUndefined()
    })

    it('keeps the words of an unexpected error to the responder', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => {
        throw new TypeError('password is hunter2')
      })
      await expect(bus.request(subject, text('?'), asking())).rejects.toMatchObject({
        code: 'internal',
        message: errorCodes.internal.title,
      })
    })

    it('says at once that nobody responds', async () => {
      const bus = await start()
      const started = performance.now()
      await expect(bus.request(uniqueSubject('query'), text('?'), asking())).rejects.toMatchObject({
        code: 'unavailable',
      })
      expect(performance.now() - started).toBeLessThan(2_000)
    })

    it('says so again when the responder has stopped, which waits for what is in hand', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const [release, reached] = [gate(), gate()]
      const stop = await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => {
        reached.open()
        await release.passed
        return text('late')
      })
      const asked = bus.request(subject, text('?'), asking())
      await reached.passed
      let stopped = false
      const stopping = stop().then(() => {
        stopped = true
      })
      await eventually(() =>
        expect(bus.request(subject, text('?'), asking())).rejects.toMatchObject({ code: 'unavailable' }),
      )
      expect(stopped).toBe(false)
      release.open()
      expect(read(await asked)).toBe('late')
      await stopping
    })

    it('gives up at the deadline', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const release = gate()
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => {
        await release.passed
        return text('late')
      })
      const started = performance.now()
      await expect(bus.request(subject, text('?'), asking({ timeoutMs: 60 }))).rejects.toMatchObject({
        code: 'deadline_exceeded',
      })
      expect(performance.now() - started).toBeLessThan(2_000)
      release.open()
    })

    it('gives up when the caller aborts', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const [release, reached] = [gate(), gate()]
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => {
        reached.open()
        await release.passed
        return text('late')
      })
      const abort = new AbortController()
      const asked = bus.request(subject, text('?'), asking({ signal: abort.signal }))
      await reached.passed
      abort.abort(new Error('gone'))
      await expect(asked).rejects.toThrow()
      release.open()
    })

    it('refuses what is above maxInFlight, and takes questions again afterwards', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      const release = gate()
      let inHand = 0
      await bus.respond(subject, unique('group'), { maxInFlight: 2 }, async () => {
        inHand++
        await release.passed
        return text('ok')
      })
      const held = [1, 2].map(() => bus.request(subject, text('?'), asking()))
      await eventually(() => expect(inHand).toBe(2))
      await expect(bus.request(subject, text('?'), asking())).rejects.toMatchObject({ code: 'overloaded' })
      release.open()
      expect((await Promise.all(held)).map(read)).toEqual(['ok', 'ok'])
      expect(read(await bus.request(subject, text('?'), asking()))).toBe('ok')
    })

    it('shares questions among the members of a group, each answered once', async () => {
      const bus = await start()
      const other = await start()
      const subject = uniqueSubject('query')
      const group = unique('group')
      const answered = [0, 0]
      for (const [member, on] of [bus, other].entries()) {
        await on.respond(subject, group, { maxInFlight: 100 }, async ({ bytes }) => {
          answered[member]!++
          return bytes
        })
      }
      await Promise.all(Array.from({ length: 60 }, () => bus.request(subject, text('?'), asking())))
      expect(answered[0]! + answered[1]!).toBe(60)
      expect(Math.min(...answered)).toBeGreaterThan(0)
    })

    it('takes 512 kB both ways and refuses more', async () => {
      const bus = await start()
      const subject = uniqueSubject('query')
      let replyBytes: number = limits.busMessageBytes
      await bus.respond(subject, unique('group'), { maxInFlight: 4 }, async () => new Uint8Array(replyBytes))
      const largest = new Uint8Array(limits.busMessageBytes)
      expect((await bus.request(subject, largest, asking())).length).toBe(limits.busMessageBytes)
      await expect(bus.request(subject, new Uint8Array(limits.busMessageBytes + 1), asking())).rejects.toMatchObject({
        code: 'payload_too_large',
      })
      replyBytes++
      await expect(bus.request(subject, text('?'), asking())).rejects.toMatchObject({ code: 'payload_too_large' })
    })
  })
}
