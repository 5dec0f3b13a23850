import { describe, expect, it } from 'vitest'
import { collection } from '../port.ts'
import { event, type OpenDocuments, onBackend, uniqueName } from './backend.ts'

/** What every document store promises about walking over all of a collection and writing it again elsewhere. */
export function restoringConformance(open: OpenDocuments) {
  describe('all documents', () => {
    const { start, fresh } = onBackend(open)

    it('are walked over by tenant and id, whatever their number', async () => {
      const from = await fresh<{ n: number }>()
      expect(await Array.fromAsync(from.all())).toEqual([])
      for (const tenant of ['b', 'a']) {
        await from.putMany(
          tenant,
          Array.from({ length: 130 }, (_, n) => ({ id: `id-${String(n).padStart(3, '0')}`, body: { n } })),
        )
      }
      const found = await Array.fromAsync(from.all())
      expect(found).toHaveLength(260)
      expect(found.map(({ tenant, body }) => `${tenant}${body.n}`)).toEqual(
        ['a', 'b'].flatMap((tenant) => Array.from({ length: 130 }, (_, n) => `${tenant}${n}`)),
      )
    })

    it('come back as they were: revision, sequence, outbox, odd field names; and go on from there', async () => {
      const documents = await start()
      const [one, other] = await Promise.all(
        [uniqueName(), uniqueName()].map((name) => documents.collection(collection<any>(name))),
      )
      await one!.insert('a', 'settled', { 'a.b': 1, $c: [null, { '%': 'x' }] })
      const { stored } = await one!.insert('a', 'waiting', { n: 1 }, [event(), event()])
      const changed = await one!.replace(stored, { n: 2 }, [event({ last: true })])
      await one!.settle('a', 'waiting', changed.outbox[0]!.id)
      const before = await Array.fromAsync(one!.all())
      await other!.restore(before)
      expect(await Array.fromAsync(other!.all())).toEqual(before)
      await expect(other!.restore(before.slice(0, 1))).rejects.toMatchObject({ code: 'conflict' })

      const [unsettled] = await other!.unsettled(10)
      expect(unsettled).toMatchObject({ id: 'waiting', revision: 2, sequence: 3 })
      expect(unsettled!.outbox.map(({ sequence }) => sequence)).toEqual([2, 3])
      await other!.settle('a', 'waiting', unsettled!.outbox[1]!.id)
      expect(await other!.unsettled(10)).toEqual([])
      const next = await other!.replace(unsettled!, { n: 3 }, [event()])
      expect(next).toMatchObject({ revision: 3, sequence: 4 })
    })
  })
}
