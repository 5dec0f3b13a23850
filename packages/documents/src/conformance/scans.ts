import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Collection, Scan } from '../port.ts'
import { type OpenDocuments, onBackend } from './backend.ts'

const indexes = [{ fields: ['at'] }, { fields: ['kind', 'at'] }, { fields: ['kind', 'side', 'at'] }]
const covering = indexes.map((index) => ({ ...index, covers: ['n', 'owner', 'pausedAt'] }))

/** Every page of a scan. */
async function allScanned(things: Collection<any>, scan: Scan) {
  const ids: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await things.scan('t', { ...scan, ...(cursor !== null && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    sizes.push(page.items.length)
    cursor = page.nextCursor
    if (cursor === null) return { ids, sizes }
  }
}

/** What every document store promises about scans. */
export function scanConformance(open: OpenDocuments) {
  describe('scans', () => {
    const { fresh } = onBackend(open)

    it('answer ids and values in order, and look no further than they may', async () => {
      const things = await fresh(indexes)
      const documents = Array.from({ length: 10 }, (_, i) => ({
        id: `d${i}`,
        body: { at: `2026-01-0${i}`, kind: i % 2 ? 'odd' : 'even', n: i, deep: { isIt: i > 5 } },
      }))
      await things.putMany('t', documents)
      await things.put('t', 'without', { kind: 'odd', n: 1 })
      await things.put('other', 'd5', { at: '2026-01-05', kind: 'odd', n: 5 })
      const sort = { field: 'at', direction: 'desc' } as const
      const fields = ['n', 'deep.isIt', 'nothing', 'id']
      const first = await things.scan('t', { sort, lookAtMost: 4, limit: 10, fields, where: { n: { lt: 8 } } })
      expect(first.items).toEqual([
        { id: 'd7', values: [7, true, null, 'd7'] },
        { id: 'd6', values: [6, true, null, 'd6'] },
      ])
      const second = await things.scan('t', {
        ...{ sort, lookAtMost: 4, limit: 10, where: { n: { lt: 3 } }, cursor: first.nextCursor! },
      })
      // Looked at: d5, d4, d3 and d2.
      expect(second.items.map(({ id }) => id)).toEqual(['d2'])
      const third = await things.scan('t', { sort, lookAtMost: 4, limit: 10, cursor: second.nextCursor! })
      expect([third.items.map(({ id }) => id), third.nextCursor]).toEqual([['d1', 'd0'], null])
      const along = await things.scan('t', { along: { kind: 'odd' }, sort, lookAtMost: 2, limit: 10 })
      expect(along.items.map(({ id }) => id)).toEqual(['d9', 'd7'])
      expect(await things.count('t', { kind: 'odd' }, 3)).toBe(3)
      expect(await things.count('t', { kind: 'odd' }, 30)).toBe(6)
    })

    it('join their pages without gaps or doubles, along one value or several, whatever ties and however little is looked at', async () => {
      const kinds = ['a', 'b', 'c']
      const list = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 4 }), fc.boolean()), {
        maxLength: 30,
      })
      const alongs = fc.constantFrom(undefined, 'a', ['a', 'b'], ['b', 'c', 'a'], ['a', 'nothing'])
      const bounds = fc.record({ lookAtMost: fc.integer({ min: 1, max: 12 }), limit: fc.integer({ min: 1, max: 6 }) })
      await fc.assert(
        fc.asyncProperty(
          list,
          alongs,
          bounds,
          fc.constantFrom('asc', 'desc'),
          async (rows, along, bound, direction) => {
            const things = await fresh(indexes)
            const bodies = rows.map(([kind, at, isWanted], i) => ({
              id: `d${(i * 7) % 30}`,
              kind,
              at: `t${at}`,
              isWanted,
            }))
            await things.putMany(
              't',
              bodies.map(({ id, ...body }) => ({ id, body })),
            )
            const among = along === undefined ? kinds : [along].flat()
            const scanned = await allScanned(things, {
              ...bound,
              ...(along !== undefined && { along: { kind: Array.isArray(along) ? { in: along } : along } }),
              where: { isWanted: true },
              sort: { field: 'at', direction: direction as 'asc' | 'desc' },
            })
            const expected = bodies
              .filter(({ kind, isWanted }) => among.includes(kind) && isWanted)
              .sort((x, y) => (x.at < y.at ? -1 : x.at > y.at ? 1 : x.id < y.id ? -1 : 1))
              .map(({ id }) => id)
            expect(scanned.ids).toEqual(direction === 'asc' ? expected : expected.reverse())
            expect(scanned.sizes.every((size) => size <= bound.limit)).toBe(true)
            // No page looks at more than it may, so there are as many as that takes.
            const met = bodies.filter(({ kind }) => among.includes(kind)).length
            expect(scanned.sizes.length).toBeGreaterThanOrEqual(Math.floor(met / (bound.lookAtMost + among.length)))
          },
        ),
        { numRuns: runs(20) },
      )
    })

    it('answer the same whether or not an index covers what they read', async () => {
      const bodies = Array.from({ length: 60 }, (_, i) => ({
        id: `d${i}`,
        body: {
          ...{ at: `t${String((i * 7) % 60).padStart(2, '0')}`, kind: i % 3 ? 'a' : 'b', side: i % 2 ? 'left' : null },
          ...{ n: i % 7, owner: i % 4 === 0 ? null : i % 4 === 1 ? '[1]' : `o${i % 5}`, isWanted: i % 2 > 0 },
          ...(i % 6 === 0 && { pausedAt: 't1' }),
        },
      }))
      const stores = [await fresh(indexes), await fresh(covering)]
      for (const things of stores) {
        await things.putMany('t', bodies)
        await things.put('t', 'number', { at: 1, kind: 'a', n: 1 })
        await things.put('other', 'd1', { at: 't01', kind: 'a', n: 3, owner: 'o1' })
      }
      const wheres: Scan['where'][] = [
        {},
        { pausedAt: { exists: false } },
        { pausedAt: { exists: true }, owner: null },
        { owner: 'o3' },
        { owner: '[1]' },
        { owner: { in: ['o1', '[1]', null] }, n: { in: [0, 1, 2, 3] } },
        { n: 1 },
        { n: { gte: 4 } },
        { isWanted: true, owner: { in: ['o2', 'o3'] } },
      ]
      const alongs: Scan['along'][] = [
        undefined,
        { kind: 'a' },
        { kind: { in: ['a', 'b'] }, side: { in: ['left', null] } },
        { at: { gte: 't10', lt: 't40' } },
      ]
      let found = 0
      for (const [i, where] of wheres.entries()) {
        for (const [k, along] of alongs.entries()) {
          const direction = (i + k) % 2 ? 'asc' : 'desc'
          const scan: Scan = {
            ...{ ...(where && { where }), ...(along && { along }), sort: { field: 'at', direction } },
            ...{ lookAtMost: 40, limit: 12, fields: ['n', 'owner', 'pausedAt', 'at'] },
          }
          const [one, other] = await Promise.all(stores.map((things) => things.scan('t', scan)))
          expect(other).toEqual(one)
          found += one!.items.length
        }
      }
      expect(found).toBeGreaterThan(150)
    })

    it('walk along every combination of the values of two fields', async () => {
      const things = await fresh(indexes)
      const [kinds, sides] = [
        ['a', 'b', 'c'],
        ['left', 'right', null],
      ]
      const bodies = Array.from({ length: 54 }, (_, i) => ({
        id: `d${String(i).padStart(2, '0')}`,
        body: {
          kind: kinds[i % 3],
          side: sides[Math.floor(i / 3) % 3],
          at: `t${Math.floor(i / 4)}`,
          isWanted: i % 5 > 0,
        },
      }))
      await things.putMany('t', bodies)
      const along = { kind: { in: ['a', 'c', 'a'] }, side: { in: ['left', null] } }
      const sort = { field: 'at', direction: 'asc' } as const
      const isMet = ({ kind, side }: (typeof bodies)[number]['body']) => kind !== 'b' && side !== 'right'
      for (const bound of [
        { lookAtMost: 100, limit: 100 },
        { lookAtMost: 5, limit: 3 },
      ]) {
        const { ids } = await allScanned(things, { ...bound, along, where: { isWanted: true }, sort })
        const inOrder = (one: { body: { at: string }; id: string }, other: typeof one) =>
          one.body.at === other.body.at ? (one.id < other.id ? -1 : 1) : one.body.at < other.body.at ? -1 : 1
        const expected = bodies.filter(({ body }) => isMet(body) && body.isWanted).sort(inOrder)
        expect(ids).toEqual(expected.map(({ id }) => id))
      }
      const many = { in: Array.from({ length: 9 }, (_, i) => `v${i}`) }
      const tooMany = things.scan('t', { along: { kind: many, side: many }, sort, lookAtMost: 10, limit: 10 })
      await expect(tooMany).rejects.toMatchObject({ code: 'invalid_request' })
    })

    it('answer fields of documents by their ids', async () => {
      const things = await fresh()
      const documents = Array.from({ length: 250 }, (_, n) => ({
        id: `d${n}`,
        body: { n, deep: { isEven: n % 2 === 0 } },
      }))
      await things.putMany('t', documents)
      await things.put('other', 'd1', { n: 100 })
      const read = async (...ids: string[]) =>
        new Map(
          (await things.readFields('t', ids, ['n', 'deep.isEven', 'id', 'nothing'])).map(({ id, values }) => [
            id,
            values,
          ]),
        )
      expect(await read('d1', 'd2', 'nowhere', 'd1')).toEqual(
        new Map([
          ['d1', [1, false, 'd1', null]],
          ['d2', [2, true, 'd2', null]],
        ]),
      )
      expect(await read()).toEqual(new Map())
      const all = await read(...documents.map(({ id }) => id))
      expect([...all.values()].map(([n]) => n as number).sort((a, b) => a - b)).toEqual(
        documents.map(({ body }) => body.n),
      )
    })

    it('answer fields that an index covers as they are stored', async () => {
      for (const things of [await fresh(), await fresh([{ fields: ['id'], covers: ['n', 'name'] }])]) {
        const names = ['Åsa', '[1]', null, undefined]
        const documents = Array.from({ length: 220 }, (_, n) => {
          const name = names[n % 4]
          return { id: `d${n}`, body: { n, ...(name !== undefined && { name }) } }
        })
        await things.putMany('t', documents)
        await things.put('other', 'd300', { n: 1 })
        await things.remove('t', 'd1')
        await things.put('t', 'd2', { n: 1_000, name: 'Bo' })
        const asked = ['nowhere', 'd300', 'd219', 'd218', 'd217', 'd216', 'd2', 'd1', 'd216']
        for (const ids of [asked, [...asked, ...documents.slice(3).map(({ id }) => id)]]) {
          const read = new Map(
            (await things.readFields('t', ids, ['name', 'n'])).map(({ id, values }) => [id, values] as const),
          )
          expect(read.size).toBe(ids === asked ? 5 : 218)
          expect(['d219', 'd218', 'd217', 'd216', 'd2', 'd1'].map((id) => read.get(id))).toEqual([
            ...[
              [null, 219],
              [null, 218],
              ['[1]', 217],
              ['Åsa', 216],
            ],
            ['Bo', 1_000],
            undefined,
          ])
        }
      }
    })

    it('find by any of several elements of a list', async () => {
      const things = await fresh()
      await things.put('t', 'one', { tags: ['a', 'b'] })
      await things.put('t', 'two', { tags: ['c'] })
      await things.put('t', 'three', { tags: 'a' })
      const having = async (...tags: (string | number)[]) =>
        (await things.find('t', { where: { tags: { hasAny: tags } } })).items.map(({ id }) => id)
      expect([await having('a', 'c'), await having('b', 'x'), await having(), await having(1)]).toEqual([
        ['one', 'two'],
        ['one'],
        [],
        [],
      ])
    })

    it('refuse bounds, cursors and alternatives that make no sense', async () => {
      const things = await fresh(indexes)
      const refused = { code: 'invalid_request' }
      const sort = { field: 'at', direction: 'asc' } as const
      for (const scan of [
        { sort, lookAtMost: 0, limit: 1 },
        { sort, lookAtMost: 20_001, limit: 1 },
        { sort, lookAtMost: 1, limit: 2_001 },
        { sort, lookAtMost: 1, limit: 1, cursor: 'x' },
        { sort, lookAtMost: 1, limit: 1, fields: [`a') --`] },
      ])
        await expect(things.scan('t', scan)).rejects.toMatchObject(refused)
    })
  })
}
