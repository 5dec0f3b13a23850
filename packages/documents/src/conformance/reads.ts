import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorAcrossTenants } from '../cursor.ts'
import { collection, type Where } from '../port.ts'
import { allPages, event, type OpenDocuments, onBackend, uniqueName } from './backend.ts'
import { people } from './people.ts'

/** What every document store promises about reading. */
export function readConformance(open: OpenDocuments) {
  describe('reads', () => {
    const { start, fresh } = onBackend(open)

    it('finds by every condition, alike with and without an index', async () => {
      const cases: [Where, string[]][] = [
        [{}, ['anna', 'bo', 'cleo', 'dag', 'eva']],
        [{ id: 'bo' }, ['bo']],
        [{ id: { in: ['bo', 'eva', 'nobody'] } }, ['bo', 'eva']],
        [{ id: { gt: 'bo', lte: 'dag' } }, ['cleo', 'dag']],
        [{ name: 'Bo' }, ['bo']],
        [{ name: '["vip","se"]' }, ['dag']],
        [{ tags: '["vip","se"]' }, []],
        [{ age: 30 }, ['anna']],
        [{ age: '30' }, ['dag']],
        [{ active: true }, ['anna', 'cleo']],
        [{ active: false }, ['bo']],
        [{ active: 1 }, ['eva']],
        [{ note: null }, ['anna', 'bo', 'cleo', 'dag', 'eva']],
        [{ active: null }, ['dag']],
        [{ 'address.city': 'Umeå' }, ['anna']],
        [{ age: { in: [1, '30', 99] } }, ['bo', 'dag']],
        [{ active: { in: [true, null] } }, ['anna', 'cleo', 'dag']],
        [{ active: { in: [] } }, []],
        [{ age: { gte: 1 } }, ['anna', 'bo', 'cleo']],
        [{ age: { gt: 1, lt: 45.5 } }, ['anna']],
        [{ age: { lte: 1 } }, ['bo', 'eva']],
        [{ age: { gte: '' } }, ['dag']],
        [{ age: { lt: '4' } }, ['dag']],
        [{ active: { gte: 0 } }, ['eva']],
        [{ tags: { has: 'se' } }, ['anna', 'cleo']],
        [{ tags: { has: 'vip' } }, ['anna']],
        [{ tags: { has: 7 } }, ['cleo']],
        [{ tags: { has: true } }, ['cleo']],
        [{ tags: { has: 1 } }, []],
        [{ tags: { has: null } }, ['cleo']],
        [{ name: { contains: 'åNGS' } }, ['anna']],
        [{ name: { contains: '0% c' } }, ['cleo']],
        [{ name: { contains: '_' } }, ['cleo']],
        [{ name: { contains: '.*' } }, []],
        [{ tags: { contains: 'vip' } }, ['dag']],
        [{ note: { exists: true } }, ['anna']],
        [{ note: { exists: false } }, ['bo', 'cleo', 'dag', 'eva']],
        [{ active: true, tags: { has: 'vip' } }, ['anna']],
      ]
      const indexed = ['name', 'age', 'active', 'note', 'address.city'].map((field) => ({ fields: [field] }))
      for (const things of [await fresh(), await fresh(indexed)]) {
        await things.putMany(
          't',
          people.map(({ id, ...body }) => ({ id, body })),
        )
        await things.put('other', 'anna', people[0]!)
        for (const [where, expected] of cases) {
          const { items } = await things.find('t', { where })
          expect([where, items.map(({ id }) => id)]).toEqual([where, expected])
          expect([where, await things.count('t', where)]).toEqual([where, expected.length])
        }
      }
    })

    it('refuses a field, bound, limit or cursor that makes no sense', async () => {
      const things = await fresh()
      const refused = { code: 'invalid_request' }
      for (const field of [`a') OR 1=1 --`, 'a.$where', '', 'a..b', '"', `a'b`, 'x'.repeat(100)]) {
        await expect(things.find('t', { where: { [field]: 1 } })).rejects.toMatchObject(refused)
        await expect(things.find('t', { sort: { field, direction: 'asc' } })).rejects.toMatchObject(refused)
        await expect(things.count('t', { [field]: 1 })).rejects.toMatchObject(refused)
      }
      await expect(things.find('t', { where: { a: { near: 1 } as any } })).rejects.toMatchObject(refused)
      await expect(things.find('t', { where: { a: { gte: true } } })).rejects.toMatchObject(refused)
      for (const limit of [0, 1_001, 1.5]) await expect(things.find('t', { limit })).rejects.toMatchObject(refused)
      for (const cursor of [
        'x',
        '!',
        Buffer.from('{}').toString('base64url'),
        Buffer.from('[1,2,3,4]').toString('base64url'),
      ]) {
        await expect(things.find('t', { cursor })).rejects.toMatchObject(refused)
      }
      await things.putMany(
        't',
        [1, 2, 3].map((n) => ({ id: `d${n}`, body: { n } })),
      )
      const { nextCursor } = await things.find('t', { sort: { field: 'n', direction: 'asc' }, limit: 1 })
      await expect(
        things.find('t', { sort: { field: 'n', direction: 'desc' }, limit: 1, cursor: nextCursor! }),
      ).rejects.toMatchObject(refused)
      // Without a cursor, however that is said, it begins.
      for (const cursor of [undefined, null, '']) expect((await things.find('t', { cursor })).items).toHaveLength(3)
    })

    it('pages through a sorted list without gaps or doubles, whatever ties', async () => {
      const values = fc.array(fc.constantFrom<unknown>(undefined, null, 0, 1, 1, 2.5, -1, 'a', 'b', 'b'), {
        maxLength: 25,
      })
      await fc.assert(
        fc.asyncProperty(values, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (list, limit, isIndexed) => {
          const things = await fresh(isIndexed ? [{ fields: ['kind', 'v'] }] : [])
          await things.putMany(
            't',
            list.map((v, i) => ({ id: `d${(i * 7) % 25}`, body: { v, kind: 'x' } })),
          )
          await things.put('t', 'another', { v: 1, kind: 'y' })
          const where = { kind: 'x' }
          const up = await allPages(things, 't', { where, limit, sort: { field: 'v', direction: 'asc' } })
          const down = await allPages(things, 't', { where, limit, sort: { field: 'v', direction: 'desc' } })
          expect(new Set(up.ids)).toEqual(new Set(list.map((_, i) => `d${(i * 7) % 25}`)))
          expect(up.ids).toHaveLength(list.length)
          expect(down.ids).toEqual([...up.ids].reverse())
          expect(up.sizes.slice(0, -1).every((size) => size === limit)).toBe(true)
          // Nothing, then numbers, then texts; ties by id.
          const rank = (v: unknown) => (v === undefined || v === null ? 0 : typeof v === 'number' ? 1 : 2)
          const sorted = list
            .map((v, i) => ({ v: v ?? null, id: `d${(i * 7) % 25}` }))
            .sort((a, b) => rank(a.v) - rank(b.v) || (a.v! < b.v! ? -1 : a.v! > b.v! ? 1 : 0) || (a.id < b.id ? -1 : 1))
          expect(up.ids).toEqual(sorted.map(({ id }) => id))
        }),
        { numRuns: runs(20) },
      )
    })

    it('does not show again or skip what stays, while others are written between two pages', async () => {
      const things = await fresh([{ fields: ['v'] }])
      await things.putMany(
        't',
        Array.from({ length: 20 }, (_, i) => ({ id: `d${String(i).padStart(2, '0')}`, body: { v: i >> 2 } })),
      )
      const seen: string[] = []
      let cursor: string | null = null
      for (let n = 0; ; n++) {
        const page = await things.find('t', {
          sort: { field: 'v', direction: 'asc' },
          limit: 3,
          ...(cursor !== null && { cursor }),
        })
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
        if (cursor === null) break
        await things.put('t', `new-${n}`, { v: -1 })
        await things.remove('t', seen[0]!)
      }
      expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `d${String(i).padStart(2, '0')}`))
    })

    it('reads every write that resolved before, in every list', async () => {
      const name = uniqueName()
      const [one, two] = await Promise.all([start(), start()])
      const writer = await one.collection(collection<any>(name, [{ fields: ['n'] }]))
      const reader = await two.collection(collection<any>(name, [{ fields: ['n'] }]))
      for (let n = 0; n < 10; n++) {
        await writer.put('t', 'one', { n })
        expect((await reader.get('t', 'one'))!.body.n).toBe(n)
        expect(await reader.count('t', { n })).toBe(1)
        expect((await reader.getMany('t', ['one']))[0]!.body.n).toBe(n)
      }
    })

    it('keeps tenants apart in every read', async () => {
      const things = await fresh([{ fields: ['v'], acrossTenants: true }])
      for (const tenant of ['a', 'b']) await things.insert(tenant, 'same', { v: 1, of: tenant }, [event()])
      expect((await things.get('a', 'same'))!.body.of).toBe('a')
      expect(await things.get('c', 'same')).toBeUndefined()
      expect((await things.getMany('b', ['same', 'same'])).map(({ body }) => body.of)).toEqual(['b'])
      expect((await things.find('a', { where: { v: 1 } })).items.map(({ body }) => body.of)).toEqual(['a'])
      expect(await things.count('b')).toBe(1)
    })

    it('finds over all tenants where an index says so, and refuses where none does', async () => {
      const things = await fresh([{ fields: ['due'], acrossTenants: true }])
      for (const [tenant, due] of [
        ['a', 3],
        ['b', 1],
        ['c', 2],
        ['a2', 9],
      ] as const)
        await things.put(tenant, 'x', { due })
      const due = await things.findAcrossTenants({
        where: { due: { lte: 5 } },
        sort: { field: 'due', direction: 'asc' },
        limit: 2,
      })
      expect(due.map(({ tenant }) => tenant)).toEqual(['b', 'c'])
      await expect((await fresh()).findAcrossTenants({})).rejects.toThrow('acrossTenants')
    })

    it('walks over all tenants a page at a time, also where many are of one value and have one id', async () => {
      const things = await fresh([{ fields: ['due'], acrossTenants: true }])
      const wanted = ['a', 'b', 'c'].flatMap((tenant) => ['x', 'y', 'z'].map((id) => ({ tenant, id })))
      for (const { tenant, id } of wanted) await things.put(tenant, id, { due: 1 })
      await things.put('a', 'later', { due: 2 })
      const sort = { field: 'due', direction: 'asc' } as const
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await things.findAcrossTenants({
          where: { due: { lte: 5 } },
          sort,
          limit: 2,
          ...(cursor && { cursor }),
        })
        found.push(...page.map(({ tenant, id }) => `${tenant}/${id}`))
        if (page.length < 2 || found.length > 20) break
        cursor = cursorAcrossTenants(page.at(-1)!, sort)
      }
      expect([found.at(-1), found.slice(0, -1).sort()]).toEqual([
        'a/later',
        wanted.map(({ tenant, id }) => `${tenant}/${id}`).sort(),
      ])
    })

    it('answers nothing once it is closed', async () => {
      const documents = await start()
      await documents.check()
      await documents.close()
      await expect(documents.check()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(documents.collection(collection(uniqueName()))).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}
