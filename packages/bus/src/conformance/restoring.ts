import { describe, expect, it } from 'vitest'
import {
  dead,
  event,
  eventually,
  type OpenBus,
  onBackend,
  options,
  read,
  recorder,
  unique,
  uniqueSubject,
} from './backend.ts'

async function* each<T>(items: T[]) {
  yield* items
}

/** What every bus promises about backups: what is left to do is told, and given again to those who had it to do. */
export function restoringConformance(open: OpenBus) {
  describe('what is left to do', () => {
    const { start } = onBackend(open)

    it('tells each group what it has not done, and no group what it has', async () => {
      const bus = await start()
      const [subject, tenant] = [uniqueSubject(), unique('tenant')]
      const [quick, slow] = [unique('quick'), unique('slow')]
      const stopped = await bus.consume(options(subject, slow), async () => ({ kind: 'retry', afterMs: 60_000 }))
      const seen = recorder()
      await bus.consume(options(subject, quick), seen.deliver)
      const published = [1, 2].map((sequence) => event(subject, sequence, { tenant, headers: { cause: 'x' } }))
      await bus.publish(published)
      await eventually(() => expect(seen.seen).toHaveLength(2))
      await eventually(async () => {
        const { groups, events } = await bus.outstanding()
        expect(groups.find(({ group }) => group === slow)?.subjects).toEqual([subject])
        const ours = (await Array.fromAsync(events())).filter((item) => item.event.tenant === tenant)
        expect(ours.map(({ group }) => group)).toEqual([slow, slow])
        expect(ours.map((item) => ({ ...item.event, bytes: read(item.event.bytes) }))).toEqual(
          published.map((item) => ({ ...item, bytes: read(item.bytes) })),
        )
      })
      await stopped()
    })

    it('tells of dead letters with their reason', async () => {
      const bus = await start()
      const [subject, group, tenant] = [uniqueSubject(), unique('group'), unique('tenant')]
      await bus.consume(options(subject, group), async () => dead)
      await bus.publish([event(subject, 7, { tenant })])
      const letter = await eventually(async () => {
        const { items } = await bus.deadLetters.list(tenant, { limit: 10 })
        expect(items).toHaveLength(1)
        return items[0]!
      })
      const { events } = await bus.outstanding()
      const ours = (await Array.fromAsync(events())).filter((item) => item.event.tenant === tenant)
      expect(ours).toHaveLength(1)
      expect(ours[0]).toMatchObject({
        group,
        event: { subject, sequence: 7 },
        dead: { reason: letter.reason, attempts: 1, at: letter.at },
      })
    })

    it('gives what is restored to its group alone, in order, and once; dead letters wait for a decision', async () => {
      const bus = await start()
      const [subject, tenant] = [uniqueSubject(), unique('tenant')]
      const [mine, other] = [unique('mine'), unique('other')]
      const waiting = [1, 2, 3].map((sequence) => ({ group: mine, event: event(subject, sequence, { tenant }) }))
      const letter = {
        group: mine,
        event: event(subject, 4, { tenant, key: 'other-key' }),
        dead: { reason: { code: 'internal', message: 'No.' }, attempts: 5, at: 1_700_000_000_000 },
      }
      const groups = [mine, other].map((group) => ({ group, subjects: [subject] }))
      await bus.restore(groups, each([...waiting, letter]))
      const [own, others] = [recorder(), recorder()]
      await bus.consume(options(subject, mine), own.deliver)
      await bus.consume(options(subject, other), others.deliver)
      await bus.publish([event(subject, 9, { tenant, key: 'new' })])
      await eventually(() => expect(others.sequences()).toEqual([9]))
      await eventually(() => expect(own.seen).toHaveLength(4))
      expect(own.seen.filter(({ key }) => key === 'key').map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ])
      const { items } = await bus.deadLetters.list(tenant, { limit: 10 })
      expect(items).toMatchObject([{ group: mine, subject, sequence: 4, attempts: 5, reason: letter.dead.reason }])
      expect(await bus.deadLetters.retry(tenant, items[0]!.id)).toBe(true)
      await eventually(() => expect(own.sequences()).toContain(4))
    })
  })
}
