import { describe, expect, it } from 'vitest'
import {
  dead,
  done,
  event,
  eventually,
  type OpenBus,
  onBackend,
  options,
  read,
  recorder,
  text,
  unique,
  uniqueSubject,
} from './backend.ts'

/** What every bus promises about dead letters, lag, pruning and erasing. */
export function keepingConformance(open: OpenBus) {
  describe('dead letters, lag, pruning and erasing', () => {
    const { start, restart } = onBackend(open)

    it('keeps a dead letter with all that is needed to decide, across a restart', async () => {
      const bus = await start()
      const [subject, group, tenant] = [uniqueSubject(), unique('group'), unique('tenant')]
      const { deliver } = recorder(({ attempt }) => (attempt < 3 ? { kind: 'retry', afterMs: 1 } : dead))
      await bus.consume(options(subject, group), deliver)
      const before = Date.now()
      await bus.publish([event(subject, 5, { tenant, key: 'cnv', bytes: text('poison') })])
      await eventually(async () => expect((await bus.deadLetters.list(tenant, { limit: 10 })).items).toHaveLength(1))
      const again = await restart()
      const { items, nextCursor } = await again.deadLetters.list(tenant, { limit: 10 })
      expect(nextCursor).toBeNull()
      expect(items).toHaveLength(1)
      const { id, at, bytes, ...rest } = items[0]!
      expect(rest).toEqual({
        tenant,
        group,
        subject,
        key: 'cnv',
        sequence: 5,
        attempts: 3,
        reason: { code: 'processing_failed', message: 'It does not work.' },
      })
      expect(id).not.toBe('')
      expect(at).toBeGreaterThanOrEqual(before - 1_000)
      expect(read(bytes)).toBe('poison')
    })

    it('gives a dead letter back to its group alone, as a first attempt', async () => {
      const bus = await start()
      const [subject, group, tenant] = [uniqueSubject(), unique('group'), unique('tenant')]
      let mended = false
      const broken = recorder(() => (mended ? done : dead))
      const healthy = recorder()
      await bus.consume(options(subject, group), broken.deliver)
      await bus.consume(options(subject, unique('healthy')), healthy.deliver)
      const published = event(subject, 1, { tenant, headers: { cause: 'x' } })
      await bus.publish([published])
      const letter = await eventually(async () => {
        const { items } = await bus.deadLetters.list(tenant, { limit: 10 })
        expect(items).toHaveLength(1)
        return items[0]!
      })
      mended = true
      expect(await bus.deadLetters.retry(tenant, letter.id)).toBe(true)
      await eventually(() => expect(broken.seen).toHaveLength(2))
      expect(broken.seen[1]).toMatchObject({
        id: published.id,
        attempt: 1,
        sequence: 1,
        headers: { cause: 'x' },
        tenant,
      })
      expect((await bus.deadLetters.list(tenant, { limit: 10 })).items).toEqual([])
      expect(await bus.deadLetters.retry(tenant, letter.id)).toBe(false)
      // A later event has come to both groups, so a second copy would have come before it.
      await bus.publish([event(subject, 2, { tenant })])
      await eventually(() => expect(healthy.sequences()).toEqual([1, 2]))
    })

    it('shows dead letters newest first, page by page, to their tenant alone', async () => {
      const bus = await start()
      const [subject, tenant, other] = [uniqueSubject(), unique('tenant'), unique('other')]
      await bus.consume(options(subject, unique('group')), recorder(() => dead).deliver)
      await bus.publish(Array.from({ length: 7 }, (_, i) => event(subject, i + 1, { tenant })))
      await bus.publish([event(subject, 99, { tenant: other })])
      await eventually(async () => {
        expect((await bus.deadLetters.list(tenant, { limit: 100 })).items).toHaveLength(7)
        expect((await bus.deadLetters.list(other, { limit: 100 })).items).toHaveLength(1)
      })
      const seen: number[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page = await bus.deadLetters.list(tenant, { limit: 3, ...(cursor && { cursor }) })
        expect(page.items.length).toBeLessThanOrEqual(3)
        seen.push(...page.items.map(({ sequence }) => sequence))
        cursor = page.nextCursor
      }
      expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
      const [mine] = (await bus.deadLetters.list(tenant, { limit: 1 })).items
      expect(await bus.deadLetters.retry(other, mine!.id)).toBe(false)
      expect(await bus.deadLetters.remove(other, mine!.id)).toBe(false)
      expect(await bus.deadLetters.remove(tenant, mine!.id)).toBe(true)
      expect(await bus.deadLetters.remove(tenant, mine!.id)).toBe(false)
      expect((await bus.deadLetters.list(tenant, { limit: 100 })).items).toHaveLength(6)
      await expect(bus.deadLetters.list(tenant, { limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    })

    it('goes on with a key after one of its events died', async () => {
      const bus = await start()
      const [subject, tenant] = [uniqueSubject(), unique('tenant')]
      const { deliver, sequences } = recorder(({ sequence }) => (sequence === 1 ? dead : done))
      await bus.consume(options(subject, unique('group')), deliver)
      await bus.publish([1, 2, 3].map((sequence) => event(subject, sequence, { tenant })))
      await eventually(() => expect(sequences()).toEqual([1, 2, 3]))
    })

    it('says how far each group is behind', async () => {
      const bus = await start()
      const [subject, group] = [uniqueSubject(), unique('group')]
      const lagOf = async () => (await bus.lag()).find((row) => row.group === group)
      const stop = await bus.consume(options(subject, group), recorder().deliver)
      await eventually(async () =>
        expect(await lagOf()).toEqual({ group, subjects: [subject], waiting: 0, inFlight: 0 }),
      )
      await stop()
      await bus.publish([1, 2, 3].map((sequence) => event(subject, sequence)))
      await eventually(async () => expect(await lagOf()).toMatchObject({ waiting: 3, inFlight: 0 }))
      const { deliver, seen } = recorder(() => new Promise(() => undefined))
      await bus.consume(options(subject, group, { leaseMs: 300 }), deliver)
      await eventually(() => expect(seen.length).toBeGreaterThan(0))
      await eventually(async () => expect(await lagOf()).toMatchObject({ waiting: 2, inFlight: 1 }))
    })

    it('prunes what every group is done with and what is old enough, nothing else', async () => {
      const bus = await start()
      const [subject, group] = [uniqueSubject(), unique('group')]
      const { deliver, sequences } = recorder()
      const stop = await bus.consume(options(subject, group), deliver)
      await bus.publish([1, 2, 3].map((sequence) => event(subject, sequence)))
      await eventually(() => expect(sequences()).toEqual([1, 2, 3]))
      await stop()
      await bus.publish([event(subject, 4)])
      await bus.prune(3_600_000)
      const whole = recorder()
      await bus.consume(options(subject, unique('whole')), whole.deliver)
      await eventually(() => expect(whole.sequences()).toEqual([1, 2, 3, 4]))
      await eventually(async () => expect(await bus.prune(0)).toBeGreaterThanOrEqual(3))
      const late = recorder()
      await bus.consume(options(subject, unique('late')), late.deliver)
      await bus.consume(options(subject, group), deliver)
      await eventually(() => expect(sequences()).toEqual([1, 2, 3, 4]))
      await bus.publish([event(subject, 5)])
      await eventually(() => expect(late.sequences()).toContain(5))
      expect(late.sequences().filter((sequence) => sequence < 4)).toEqual([])
    })

    it('erases what is stored of a tenant, and leaves the others', async () => {
      const bus = await start()
      const [subject, group, gone, stays] = [uniqueSubject(), unique('group'), unique('gone'), unique('stays')]
      const buried = recorder(({ sequence }) => (sequence === 0 ? dead : done))
      const stop = await bus.consume(options(subject, group), buried.deliver)
      await bus.publish([event(subject, 0, { tenant: gone }), event(subject, 0, { tenant: stays })])
      await eventually(async () => {
        expect((await bus.deadLetters.list(gone, { limit: 9 })).items).toHaveLength(1)
        expect((await bus.deadLetters.list(stays, { limit: 9 })).items).toHaveLength(1)
      })
      await stop()
      await bus.publish(
        [1, 2].flatMap((sequence) => [gone, stays].map((tenant) => event(subject, sequence, { tenant }))),
      )
      await bus.eraseTenant(gone)
      const left = recorder()
      await bus.consume(options(subject, group), left.deliver)
      await bus.publish([event(subject, 3, { tenant: stays })])
      await eventually(() => expect(left.sequences()).toEqual([1, 2, 3]))
      expect(new Set(left.seen.map(({ tenant }) => tenant))).toEqual(new Set([stays]))
      const late = recorder()
      await bus.consume(options(subject, unique('late')), late.deliver)
      await eventually(() => expect(late.sequences()).toContain(3))
      expect(new Set(late.seen.map(({ tenant }) => tenant))).toEqual(new Set([stays]))
      expect((await bus.deadLetters.list(gone, { limit: 9 })).items).toEqual([])
      expect((await bus.deadLetters.list(stays, { limit: 9 })).items).toHaveLength(1)
    })

    it('erases what waits for a retry', async () => {
      const bus = await start()
      const [subject, tenant] = [uniqueSubject(), unique('gone')]
      const { deliver, seen } = recorder((delivery) =>
        delivery.tenant === tenant ? { kind: 'retry', afterMs: 300 } : done,
      )
      await bus.consume(options(subject, unique('group')), deliver)
      await bus.publish([event(subject, 1, { tenant })])
      await eventually(() => expect(seen).toHaveLength(1))
      await eventually(async () =>
        // Where a backend counts it as in hand, an erased event is gone all the same.
        expect(
          (await bus.lag()).some((row) => row.subjects.includes(subject) && (bus.traits.network || row.inFlight === 0)),
        ).toBe(true),
      )
      await bus.eraseTenant(tenant)
      // Of the same key, so it comes after the retry would have.
      await bus.publish([event(subject, 2)])
      await eventually(() => expect(seen.at(-1)!.sequence).toBe(2))
      expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2])
    })
  })
}
