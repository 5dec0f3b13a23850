import { setTimeout as work } from 'node:timers/promises'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Delivery, Verdict } from '../port.ts'
import {
  dead,
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

/** What every bus promises about trying again, and about order while it does. */
export function redeliveryConformance(open: OpenBus) {
  describe('redelivery and order', () => {
    const { start } = onBackend(open)

    it('delivers again after a retry, and counts', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const { deliver, seen } = recorder(({ attempt }) => (attempt < 4 ? { kind: 'retry', afterMs: 5 } : done))
      await bus.consume(options(subject, unique('group')), deliver)
      await bus.publish([event(subject, 1)])
      await eventually(() => expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]))
    })

    it('does not deliver again before the time that was asked for', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const times: number[] = []
      await bus.consume(options(subject, unique('group')), async ({ attempt }) => {
        times.push(performance.now())
        return attempt === 1 ? { kind: 'retry', afterMs: 150 } : done
      })
      await bus.publish([event(subject, 1)])
      await eventually(() => expect(times).toHaveLength(2))
      expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(145)
    })

    it('takes a throw for a retry after a second', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const times: number[] = []
      await bus.consume(options(subject, unique('group')), async () => {
        times.push(performance.now())
        if (times.length === 1) throw new Error('broken')
        return done
      })
      await bus.publish([event(subject, 1)])
      await eventually(() => expect(times).toHaveLength(2))
      expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(950)
    })

    it('lets other partitions pass while one waits for its retry', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const release = gate()
      let released = false
      const { deliver, seen } = recorder(({ key }) =>
        key === 'stuck' && !released ? { kind: 'retry', afterMs: 20 } : done,
      )
      await bus.consume(options(subject, unique('group')), deliver)
      const keys = Array.from({ length: 30 }, (_, i) => `key-${i}`)
      await bus.publish([event(subject, 1, { key: 'stuck' }), event(subject, 2, { key: 'stuck' })])
      await bus.publish(keys.map((key) => event(subject, 1, { key })))
      // Keys that share the partition wait too; at least half of thirty do not.
      await eventually(() => expect(new Set(seen.map(({ key }) => key)).size).toBeGreaterThan(15))
      expect(seen.some(({ key, sequence }) => key === 'stuck' && sequence === 2)).toBe(false)
      released = true
      release.open()
      await eventually(() => expect(new Set(seen.map(({ key }) => key)).size).toBe(31))
      await eventually(() => expect(seen.some(({ key, sequence }) => key === 'stuck' && sequence === 2)).toBe(true))
    })

    it(
      'keeps the order of a key with two consumers, whatever is tried again or given up',
      async () => {
        const bus = await start()
        const other = await start()
        const verdicts = fc.array(
          fc.record({
            key: fc.constantFrom('a', 'b', 'c'),
            retries: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
            last: fc.constantFrom<Verdict>(done, dead),
            workMs: fc.integer({ min: 0, max: 2 }),
          }),
          { minLength: 1, maxLength: 12 },
        )
        // One group for all runs: each group has durable consumers on a server, which limits how many there are.
        const [subject, group] = [uniqueSubject(), unique('group')]
        let current: { deliver(delivery: Delivery): Promise<Verdict> }
        for (const member of [bus, other])
          await member.consume(options(subject, group), (delivery) => current.deliver(delivery))
        await fc.assert(
          fc.asyncProperty(verdicts, async (plan) => {
            const started: string[] = []
            const busy = new Set<string>()
            const overlaps: string[] = []
            let finished = 0
            current = {
              async deliver({ key, sequence, attempt }) {
                if (busy.has(key)) overlaps.push(key)
                busy.add(key)
                started.push(`${key}${sequence}.${attempt}`)
                const { retries, last, workMs } = plan[sequence]!
                await work(workMs)
                busy.delete(key)
                const afterMs = retries[attempt - 1]
                if (afterMs !== undefined) return { kind: 'retry', afterMs }
                finished++
                return last
              },
            }
            await bus.publish(plan.map(({ key }, sequence) => event(subject, sequence, { key })))
            await eventually(() => expect(finished).toBe(plan.length))
            expect(overlaps).toEqual([])
            for (const key of ['a', 'b', 'c']) {
              const expected = plan.flatMap((planned, sequence) =>
                planned.key === key ? [...planned.retries, 0].map((_, i) => `${key}${sequence}.${i + 1}`) : [],
              )
              expect(started.filter((step) => step.startsWith(key))).toEqual(expected)
            }
          }),
          { numRuns: runs(20) },
        )
      },
      limitMs(60_000),
    )

    it('keeps the order of a key over all subjects that are consumed together', async () => {
      const bus = await start()
      const [opened, changed] = [uniqueSubject(), uniqueSubject()]
      const subjects = [opened, changed, opened, opened, changed, changed, opened, changed]
      const { deliver, seen, sequences } = recorder(({ sequence, attempt }) =>
        sequence % 3 === 0 && attempt < 3 ? { kind: 'retry', afterMs: 3 } : done,
      )
      await bus.consume(options([opened, changed], unique('group')), deliver)
      await bus.publish(subjects.slice(0, 4).map((subject, i) => event(subject, i + 1)))
      await bus.publish(subjects.slice(4).map((subject, i) => event(subject, i + 5)))
      await eventually(() => expect(sequences()).toEqual([1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 8]))
      expect(seen.filter(({ attempt }) => attempt === 1).map(({ subject }) => subject)).toEqual(subjects)
    })

    it('delivers again when a lease is missed, and does not listen to who missed it', async () => {
      const bus = await start()
      const [subject, tenant] = [uniqueSubject(), unique('tenant')]
      const [hung, second] = [gate(), gate()]
      const { deliver, seen } = recorder(async ({ sequence, attempt }) => {
        if (sequence === 1 && attempt === 1) await hung.passed
        if (sequence === 1 && attempt === 2) await second.passed
        return attempt === 1 && sequence === 1 ? dead : done
      })
      await bus.consume(options(subject, unique('group'), { leaseMs: 400 }), deliver)
      await bus.publish([event(subject, 1, { tenant }), event(subject, 2, { tenant })])
      await eventually(() =>
        expect(seen.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
          [1, 1],
          [1, 2],
        ]),
      )
      hung.open()
      // Round the whole bus, so that a verdict which counted would have been written.
      await bus.publish([event(subject, 3, { tenant })])
      expect((await bus.deadLetters.list(tenant, { limit: 9 })).items).toEqual([])
      expect(seen).toHaveLength(2)
      second.open()
      await eventually(() => expect(seen.map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3]))
      expect((await bus.deadLetters.list(tenant, { limit: 9 })).items).toEqual([])
    })

    it('does not deliver again while working() renews the lease', async () => {
      const bus = await start()
      const subject = uniqueSubject()
      const leaseMs = 200
      const { deliver, sequences } = recorder(async (delivery) => {
        for (let i = 0; i < 6 && delivery.sequence === 1; i++) {
          await work(leaseMs / 3)
          delivery.working()
        }
        return done
      })
      await bus.consume(options(subject, unique('group'), { leaseMs }), deliver)
      await bus.publish([event(subject, 1), event(subject, 2)])
      await eventually(() => expect(sequences()).toContain(2))
      expect(sequences()).toEqual([1, 2])
    })
  })
}
