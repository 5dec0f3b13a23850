import { describe, expect, it } from 'vitest'
import type { Bus } from '../port.ts'
import {
  done,
  event,
  eventually,
  gate,
  type OpenBus,
  onBackend,
  options,
  recorder,
  text,
  unique,
  uniqueSubject,
} from './backend.ts'

/** A server of the test's own, that may be killed. */
export type Server = {
  open: OpenBus
  /** SIGKILL. */
  kill(): Promise<void>
  /** Resolves when it serves again, on the data it had. */
  start(): Promise<void>
  /** The same with nothing of what it had. */
  startEmpty(): Promise<void>
}

const asking = { tenant: 'tenant-a', headers: {}, timeoutMs: 5_000 }

/** Publishes until it is taken, as the relay of a service does. */
async function publishAnyhow(bus: Bus, ...events: Parameters<Bus['publish']>[0]): Promise<void> {
  for (;;) {
    try {
      return await bus.publish(events)
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const firstSightings = (sequences: number[]) => [...new Set(sequences)]

/** What only a bus with a network between its parts can break. */
export function networkConformance(server: Server) {
  describe('when the network or the server fails', () => {
    const { start } = onBackend(server.open)

    it('loses nothing and keeps order when the server is killed in the middle of work', async () => {
      const [bus, other] = [await start(), await start()]
      const subject = uniqueSubject()
      const group = unique('group')
      const members = [recorder(), recorder()]
      const seen: { key: string; sequence: number }[] = []
      for (const [i, on] of [bus, other].entries()) {
        await on.consume(options(subject, group, { leaseMs: 1_000 }), async (delivery) => {
          seen.push(delivery)
          return members[i]!.deliver(delivery)
        })
      }
      const keys = ['a', 'b', 'c', 'd']
      const count = 60
      const publishing = Promise.all(
        keys.map(async (key) => {
          for (let sequence = 1; sequence <= count; sequence++) {
            await publishAnyhow(bus, event(subject, sequence, { key, id: `${subject}-${key}-${sequence}` }))
          }
        }),
      )
      await eventually(() => expect(seen.length).toBeGreaterThan(40))
      await server.kill()
      await server.start()
      await publishing
      const all = Array.from({ length: count }, (_, i) => i + 1)
      await eventually(() => {
        for (const key of keys) {
          const sequences = seen.filter((delivery) => delivery.key === key).map(({ sequence }) => sequence)
          expect(firstSightings(sequences)).toEqual(all)
        }
      })
    })

    it('fails within two seconds while the server is away, and works again by itself', async () => {
      const bus = await start()
      const [subject, question, stream] = [uniqueSubject(), uniqueSubject('query'), uniqueSubject('stream')]
      const { deliver, sequences } = recorder()
      await bus.consume(options(subject, unique('group')), deliver)
      await bus.respond(question, unique('group'), { maxInFlight: 1 }, async ({ bytes }) => bytes)
      await bus.serveStream(stream, unique('group'), { maxInFlight: 1 }, async function* () {
        yield text('part')
      })
      await server.kill()
      const calls: Record<string, () => Promise<unknown>> = {
        publish: () => bus.publish([event(subject, 1)]),
        consume: () => bus.consume(options(uniqueSubject(), 'away'), deliver),
        request: () => bus.request(question, text('?'), asking),
        respond: () => bus.respond(uniqueSubject('query'), 'away', { maxInFlight: 1 }, async ({ bytes }) => bytes),
        openStream: () => bus.openStream(stream, text('?'), asking)[Symbol.asyncIterator]().next(),
        check: () => bus.check(),
        lag: () => bus.lag(),
        prune: () => bus.prune(0),
        deadLetters: () => bus.deadLetters.list('tenant-a', { limit: 1 }),
        eraseTenant: () => bus.eraseTenant('nobody'),
      }
      for (const [name, call] of Object.entries(calls)) {
        const started = performance.now()
        const outcome = await call().then(
          () => 'works',
          (error) => error.code,
        )
        expect([name, outcome]).toEqual([name, 'unavailable'])
        expect(performance.now() - started, name).toBeLessThan(2_000)
      }
      await server.start()
      await eventually(() => bus.check())
      await publishAnyhow(bus, event(subject, 2))
      await eventually(() => expect(sequences()).toEqual([2]))
      expect((await bus.request(question, text('?'), asking)).length).toBe(1)
      for await (const part of bus.openStream(stream, text('?'), asking)) expect(part.length).toBe(4)
    })

    it('does not give out again what was being handled when the server went and came back', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const finish = gate()
      const { deliver, seen, sequences } = recorder(({ sequence }) =>
        sequence === 1 ? finish.passed.then(() => done) : done,
      )
      // The lease outlasts the outage, however slow the machine, and what is waited for below.
      await bus.consume(options(subject, unique('group'), { leaseMs: 60_000 }), deliver)
      await bus.publish([event(subject, 1), event(subject, 2)])
      await eventually(() => expect(seen).toHaveLength(1))
      await server.kill()
      // Its verdict comes while nobody can be told.
      finish.open()
      await server.start()
      await eventually(() => expect(sequences()).toContain(2))
      expect(sequences()).toEqual([1, 2])
    })

    it('breaks streams that were open: an error at the reader, a signal at the server', async () => {
      const [bus, other] = [await start(), await start()]
      const stream = uniqueSubject('stream')
      const aborted = gate()
      await bus.serveStream(stream, unique('group'), { maxInFlight: 1 }, async function* ({ signal }) {
        signal.addEventListener('abort', () => aborted.open(), { once: true })
        yield text('part')
        await aborted.passed
      })
      const parts = other.openStream(stream, text('?'), asking)[Symbol.asyncIterator]()
      await parts.next()
      const next = parts.next()
      const outcome = next.then(
        () => 'ended',
        (error) => error.code,
      )
      await server.kill()
      expect(await outcome).toBe('stream_broken')
      await aborted.passed
      await server.start()
    })

    it('makes everything again when the server lost all it had', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const { deliver, sequences } = recorder()
      await bus.consume(options(subject, unique('group')), deliver)
      await bus.publish([event(subject, 1)])
      await eventually(() => expect(sequences()).toEqual([1]))
      await server.kill()
      await server.startEmpty()
      await eventually(() => bus.check())
      await publishAnyhow(bus, event(subject, 2))
      await eventually(() => expect(sequences()).toEqual([1, 2]))
      expect((await bus.deadLetters.list('tenant-a', { limit: 1 })).items).toEqual([])
    })

    it('stops while the server is away', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      await bus.consume(options(subject, unique('group')), recorder().deliver)
      await bus.respond(uniqueSubject('query'), 'group', { maxInFlight: 1 }, async ({ bytes }) => bytes)
      await server.kill()
      await bus.close()
      await server.start()
    })
  })
}
