import { limits } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import {
  done,
  event,
  eventually,
  gate,
  type OpenBus,
  onBackend,
  options,
  recorder,
  unique,
  uniqueSubject,
} from './backend.ts'

/** What every bus promises about storing and handing out events. */
export function eventConformance(open: OpenBus) {
  describe('events', () => {
    const { start, restart } = onBackend(open)

    it('gives each group one copy, shared inside the group', async () => {
      const bus = await start()
      const other = await start()
      const subject = uniqueSubject()
      const [group, solo] = [unique('group'), unique('solo')]
      const first = recorder()
      const second = recorder()
      const alone = recorder()
      await bus.consume(options(subject, group), first.deliver)
      await other.consume(options(subject, group), second.deliver)
      await other.consume(options(subject, solo), alone.deliver)
      const events = Array.from({ length: 20 }, (_, i) => event(subject, i + 1, { key: `key-${i}` }))
      await bus.publish(events)
      await eventually(() => {
        expect(first.seen.length + second.seen.length).toBe(20)
        expect(alone.seen).toHaveLength(20)
      })
      expect(new Set([...first.seen, ...second.seen].map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)))
    })

    it('lets every member of a group have its share', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const group = unique('group')
      const release = gate()
      const members = [1, 2].map(() => recorder(() => release.passed.then(() => done)))
      for (const { deliver } of members) {
        await bus.consume(options(subject, group, { order: 'none', maxInFlight: 4 }), deliver)
      }
      await bus.publish(Array.from({ length: 8 }, (_, i) => event(subject, i + 1, { key: `key-${i}` })))
      await eventually(() => expect(members.map(({ seen }) => seen.length)).toEqual([4, 4]))
      release.open()
    })

    it('delivers an event as it was published, whatever others do with the memory', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const { deliver, seen } = recorder()
      await bus.consume(options(subject, unique('scribbler')), async ({ bytes, headers }) => {
        bytes.fill(0)
        headers.a = 'changed'
        return done
      })
      await bus.consume(options(subject, unique('group')), deliver)
      const published = event(subject, 7, {
        key: 'conversation/ä',
        tenant: unique('tenant'),
        headers: { a: '1', b: 'två' },
      })
      const expected = structuredClone(published)
      const publishing = bus.publish([published])
      published.bytes.fill(0)
      published.headers.a = 'changed'
      await publishing
      await eventually(() => expect(seen).toHaveLength(1))
      const { attempt, working: _, ...received } = seen[0]!
      expect({ ...received, bytes: Uint8Array.from(received.bytes) }).toEqual(expected)
      expect(attempt).toBe(1)
    })

    it('replays what was published before a group first came', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      await bus.publish([event(subject, 1), event(subject, 2)])
      await bus.publish([event(subject, 3)])
      const late = recorder()
      await bus.consume(options(subject, unique('late')), late.deliver)
      await eventually(() => expect(late.sequences()).toEqual([1, 2, 3]))
    })

    it('keeps for a group what was published while it was away, and does not repeat what it was done with', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const group = unique('group')
      const before = recorder()
      const stop = await bus.consume(options(subject, group), before.deliver)
      await bus.publish([event(subject, 1)])
      await eventually(() => expect(before.sequences()).toEqual([1]))
      await stop()
      await bus.publish([event(subject, 2), event(subject, 3)])
      const after = recorder()
      await bus.consume(options(subject, group), after.deliver)
      await eventually(() => expect(after.sequences()).toEqual([2, 3]))
      expect(before.sequences()).toEqual([1])
    })

    it('has on disk what it said is published', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      await bus.publish([event(subject, 1), event(subject, 2)])
      const again = await restart()
      const { deliver, sequences } = recorder()
      await again.consume(options(subject, unique('group')), deliver)
      await eventually(() => expect(sequences()).toEqual([1, 2]))
    })

    it('keeps unfinished work across a restart, and its attempts with it', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const group = unique('group')
      const before = recorder(({ sequence }) => (sequence === 2 ? { kind: 'retry', afterMs: 1_000 } : done))
      await bus.consume(options(subject, group), before.deliver)
      await bus.publish([event(subject, 1), event(subject, 2), event(subject, 3)])
      await eventually(() => expect(before.sequences()).toEqual([1, 2]))
      const again = await restart()
      const after = recorder()
      await again.consume(options(subject, group), after.deliver)
      await eventually(() => expect(after.sequences()).toEqual([2, 3]))
      expect(after.seen.map(({ attempt }) => attempt)).toEqual([2, 1])
    })

    it('gives a member at most maxInFlight events at once when order does not matter', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      let inHand = 0
      let most = 0
      const all = gate()
      const { deliver, seen } = recorder(async () => {
        most = Math.max(most, ++inHand)
        if (inHand === 4) all.open()
        // However slowly they come, the first four are in hand at once; and a fifth would come meanwhile.
        await all.passed
        await new Promise((resolve) => setTimeout(resolve, 2))
        inHand--
        return done
      })
      await bus.consume(options(subject, unique('group'), { order: 'none', maxInFlight: 4 }), deliver)
      await bus.publish(Array.from({ length: 60 }, (_, i) => event(subject, i + 1)))
      await eventually(() => expect(seen).toHaveLength(60))
      expect(most).toBe(4)
    })

    it('works off far more than it keeps in memory, each key in order, also while more is published', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const count = 3_000
      const events = Array.from({ length: count }, (_, i) => event(subject, i + 1, { key: `key-${i % 40}` }))
      await bus.publish(events.slice(0, 2_500))
      const { deliver, seen } = recorder()
      await bus.consume(options(subject, unique('group')), deliver)
      for (let i = 2_500; i < count; i += 100) await bus.publish(events.slice(i, i + 100))
      await eventually(() => expect(seen.length).toBe(count))
      for (let key = 0; key < 40; key++) {
        const sequences = seen.filter((delivery) => delivery.key === `key-${key}`).map(({ sequence }) => sequence)
        expect(sequences).toEqual(Array.from({ length: count / 40 }, (_, i) => key + 1 + i * 40))
      }
    })

    it('takes nothing new after stop, which waits for what is in hand', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const release = gate()
      const { deliver, seen } = recorder(() => release.passed.then(() => done))
      const group = unique('group')
      const stop = await bus.consume(options(subject, group), deliver)
      await bus.publish([event(subject, 1), event(subject, 2)])
      await eventually(() => expect(seen).toHaveLength(1))
      let stopped = false
      const stopping = stop().then(() => {
        stopped = true
      })
      // The next one has gone round the whole bus: a stop that did not wait would be through by now.
      const other = recorder()
      await bus.consume(options(uniqueSubject(), unique('other')), other.deliver)
      expect(stopped).toBe(false)
      release.open()
      await stopping
      const next = recorder()
      await bus.consume(options(subject, group), next.deliver)
      await eventually(() => expect(next.sequences()).toEqual([2]))
      expect(seen).toHaveLength(1)
    })

    it('takes 512 kB and refuses more', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const large = event(subject, 1, { bytes: new Uint8Array(limits.busMessageBytes).fill(7) })
      const tooLarge = event(subject, 2, { bytes: new Uint8Array(limits.busMessageBytes + 1) })
      await expect(bus.publish([tooLarge])).rejects.toMatchObject({ code: 'payload_too_large' })
      await bus.publish([large])
      const { deliver, seen } = recorder()
      await bus.consume(options(subject, unique('group')), deliver)
      await eventually(() => expect(seen.map(({ bytes }) => bytes.length)).toEqual([limits.busMessageBytes]))
      expect(Buffer.from(seen[0]!.bytes).equals(large.bytes)).toBe(true)
    })

    it('refuses to publish or consume once it is closed', async () => {
      const bus = await start()
      await bus.check()
      await bus.close()
      const subject = uniqueSubject()
      await expect(bus.publish([event(subject, 1)])).rejects.toMatchObject({ code: 'unavailable' })
      await expect(bus.consume(options(subject, 'group'), recorder().deliver)).rejects.toMatchObject({
        code: 'unavailable',
      })
      await expect(bus.check()).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}
