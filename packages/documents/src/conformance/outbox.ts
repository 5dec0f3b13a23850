import { describe, expect, it } from 'vitest'
import { collection } from '../port.ts'
import { update } from '../update.ts'
import { event, type OpenDocuments, onBackend, uniqueName } from './backend.ts'

/** What every document store promises about the events inside a document. */
export function outboxConformance(open: OpenDocuments) {
  describe('outbox', () => {
    const { start, restart, fresh } = onBackend(open)

    it('commits events with the write that causes them, numbered without gaps', async () => {
      const things = await fresh()
      const [a, b, c, d] = [event('a'), event('b'), event('c'), event('d')]
      const { stored } = await things.insert('t', 'one', { n: 1 }, [a, b])
      expect(stored.outbox).toEqual([
        { ...a, sequence: 1 },
        { ...b, sequence: 2 },
      ])
      const second = await things.replace(stored, { n: 2 })
      expect([second.sequence, second.outbox.length]).toEqual([2, 2])
      await expect(things.replace(stored, { n: 3 }, [event('lost')])).rejects.toMatchObject({
        code: 'version_conflict',
      })
      const third = await things.replace(second, { n: 3 }, [c, d])
      expect(third.sequence).toBe(4)
      expect(third.outbox.map(({ body, sequence }) => [body, sequence])).toEqual([
        ['a', 1],
        ['b', 2],
        ['c', 3],
        ['d', 4],
      ])
      expect(await things.get('t', 'one')).toEqual(third)
    })

    it('goes on counting after events are settled', async () => {
      const things = await fresh()
      const [a, b, c, d] = [event('a'), event('b'), event('c'), event('d')]
      const { stored } = await things.insert('t', 'one', {}, [a, b, c])
      await things.settle('t', 'one', b.id)
      expect((await things.get('t', 'one'))!.outbox.map(({ body }) => body)).toEqual(['c'])
      const next = await things.replace(stored, {}, [d])
      expect(next.outbox.map(({ body, sequence }) => [body, sequence])).toEqual([
        ['c', 3],
        ['d', 4],
      ])
      await things.settle('t', 'one', d.id)
      await things.settle('t', 'one', d.id)
      const settled = (await things.get('t', 'one'))!
      expect([settled.outbox, settled.sequence, settled.revision]).toEqual([[], 4, 2])
    })

    it('never makes a compare-and-set fail by settling', async () => {
      const things = await fresh()
      let { stored } = await things.insert('t', 'one', { n: 0 }, [event()])
      for (let n = 1; n <= 20; n++) {
        const [replaced] = await Promise.all([
          things.replace(stored, { n }, [event(n)]),
          things.settle('t', 'one', stored.outbox.at(-1)!.id),
        ])
        stored = replaced
      }
      const last = (await things.get('t', 'one'))!
      expect([last.revision, last.sequence, last.body]).toEqual([21, 21, { n: 20 }])
      expect(last.outbox.map(({ sequence }) => sequence)).toEqual([21])
    })

    it('settles nothing of a document that is gone, of another tenant, or made again since', async () => {
      const things = await fresh()
      const [before, after] = [event(), event()]
      await things.insert('t', 'one', {}, [before])
      await things.settle('other', 'one', before.id)
      await things.settle('t', 'absent', before.id)
      expect((await things.get('t', 'one'))!.outbox).toHaveLength(1)
      await things.remove('t', 'one')
      await things.insert('t', 'one', {}, [after])
      await things.settle('t', 'one', before.id)
      expect((await things.get('t', 'one'))!.outbox.map(({ id }) => id)).toEqual([after.id])
    })

    it('lists what is not settled over all tenants, oldest write first, also after a restart', async () => {
      const definition = collection<any>(uniqueName())
      const before = await (await start()).collection(definition)
      const settled = event()
      for (const [tenant, id] of [
        ['b', 'z'],
        ['a', 'y'],
        ['c', 'x'],
        ['a', 'w'],
      ] as const) {
        await before.insert(tenant, id, {}, [id === 'x' ? settled : event()])
      }
      // What is written again keeps its place: a busy document must not wait for ever.
      await update(before, 'b', 'z', (stored) => ({ body: stored!.body, events: [event()] }))
      await before.insert('a', 'quiet', {})
      await before.put('a', 'put', {})
      await before.settle('c', 'x', settled.id)
      const after = await (await restart()).collection(definition)
      const listed = (await after.unsettled(10)).map(({ tenant, id }) => `${tenant}/${id}`)
      expect(listed).toEqual(['b/z', 'a/y', 'a/w'])
      expect((await after.unsettled(2)).map(({ id }) => id)).toEqual(['z', 'y'])
    })
  })
}
