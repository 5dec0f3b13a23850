import { describe, expect, it } from 'vitest'
import type { CountBy, CountEach, Counted } from '../port.ts'
import { type OpenDocuments, onBackend } from './backend.ts'
import { people } from './people.ts'

/** What every document store promises about counting by values. */
export function countConformance(open: OpenDocuments) {
  describe('counts', () => {
    const { fresh } = onBackend(open)

    it('counts by the values of fields, each combination once', async () => {
      const things = await fresh([{ fields: ['active', 'age'] }])
      await things.putMany(
        't',
        people.map(({ id, ...body }) => ({ id, body })),
      )
      await things.put('t', 'fia', {
        name: 'Bo',
        age: 1,
        active: false,
        tags: [],
        address: { city: 'Kiruna' },
        note: null,
      })
      await things.put('other', 'anna', people[0]!)
      const inOrder = (counted: Counted[]) => counted.map((each) => JSON.stringify(each)).sort()
      const cases: [CountBy, [values: Counted['values'], count: number][]][] = [
        [{ fields: [] }, [[[], 6]]],
        [
          { fields: ['active'] },
          [
            [[true], 2],
            [[false], 2],
            [[1], 1],
            [[null], 1],
          ],
        ],
        [
          { fields: ['address.city', 'age'] },
          [
            [['Umeå', 30], 1],
            [['Kiruna', 1], 2],
            [[null, 45.5], 1],
            [[null, '30'], 1],
            [[null, 0], 1],
          ],
        ],
        [
          { where: { active: { in: [true, false] } }, fields: ['tags'] },
          [
            [[['vip', 'se']], 1],
            [[[]], 2],
            [[['se', 7, true, null]], 1],
          ],
        ],
        // A field that is null and one that is absent are the same here, as in `where`.
        [{ where: { age: 1 }, fields: ['note', 'name'] }, [[[null, 'Bo'], 2]]],
        [{ where: { id: { gt: 'bo', lte: 'cleo' } }, fields: ['name', 'id'] }, [[['100% Cleo_x', 'cleo'], 1]]],
        [{ where: { age: 99 }, fields: ['name'] }, []],
      ]
      for (const [asked, expected] of cases) {
        const counted = await things.countBy('t', asked)
        expect([asked, inOrder(counted)]).toEqual([
          asked,
          inOrder(expected.map(([values, count]) => ({ values, count }))),
        ])
      }
      await expect(things.countBy('t', { fields: [`a') --`] })).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('counts every one of many groups', async () => {
      const things = await fresh([{ fields: ['n'] }])
      const many = Array.from({ length: 2_600 }, (_, i) => ({
        id: `d${i}`,
        body: { n: i % 1_300, text: 'x'.repeat(500) },
      }))
      await things.addMany('t', many)
      const counted = await things.countBy('t', { fields: ['n', 'text'] })
      expect(new Set(counted.map(({ values }) => values[0]))).toEqual(new Set(many.map(({ body }) => body.n)))
      expect(counted.every(({ count }) => count === 2)).toBe(true)
      expect(counted).toHaveLength(1_300)
    })

    it('counts each text of a list, the most frequent first, alike with and without an index', async () => {
      const lists: unknown[] = [['vip', 'se'], ['se', 'Ärende'], ['se'], [], undefined, null, 'se', ['vip', 7, true]]
      for (const indexes of [[], [{ fields: ['tags'] }, { fields: ['gone', 'tags'] }]]) {
        const things = await fresh(indexes)
        const bodies = lists.map((tags, i) => ({ id: `d${i}`, body: { tags, n: i } }))
        await things.putMany('t', [...bodies, { id: 'gone', body: { tags: ['se', 'old'], gone: true, n: 9 } }])
        await things.put('other', 'd0', { tags: ['se', 'theirs'] })
        const counted = async (asked: Partial<CountEach>) =>
          (await things.countEach('t', { field: 'tags', limit: 10, ...asked })).map(({ value, count }) => [
            value,
            count,
          ])
        expect(await counted({ where: { gone: null } })).toEqual([
          ['se', 3],
          ['vip', 2],
          ['Ärende', 1],
        ])
        expect(await counted({})).toContainEqual(['old', 1])
        expect(await counted({ where: { gone: null }, limit: 1 })).toEqual([['se', 3]])
        expect(await counted({ contains: 'äREN' })).toEqual([['Ärende', 1]])
        expect(await counted({ contains: 'nowhere' })).toEqual([])
        expect(await counted({ where: { n: { gte: 2 }, gone: null } })).toEqual([
          ['se', 1],
          ['vip', 1],
        ])
        for (const limit of [0, 1_001])
          await expect(counted({ limit })).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(counted({ field: `a') --` })).rejects.toMatchObject({ code: 'invalid_request' })
      }
    })
  })
}
