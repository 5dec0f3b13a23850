import { describe, expect, it } from 'vitest'
import { collection } from '../port.ts'
import { claimLease, type Lease, update } from '../update.ts'
import { event, type OpenDocuments, onBackend, uniqueName } from './backend.ts'

/** What every document store promises about writing. */
export function writeConformance(open: OpenDocuments) {
  describe('writes', () => {
    const { start, restart, fresh } = onBackend(open)

    it('stores a body as JSON does, sharing no memory with the caller', async () => {
      const things = await fresh()
      const body = {
        text: 'Åsa "x" \u0000 😀',
        n: 1.5,
        big: 2 ** 53 - 1,
        flag: false,
        none: null,
        list: [1, { a: [] }],
        gone: undefined,
      }
      const expected = JSON.parse(JSON.stringify(body))
      const inserted = await things.insert('t', 'one', body)
      expect(inserted).toEqual({
        inserted: true,
        stored: { tenant: 't', id: 'one', revision: 1, sequence: 0, body: expected, outbox: [] },
      })
      body.list.push(2)
      ;(inserted.stored.body as any).text = 'changed'
      expect((await things.get('t', 'one'))!.body).toEqual(expected)
    })

    it('inserts an id once, and answers what stands there', async () => {
      const things = await fresh()
      await things.insert('t', 'one', { n: 1 })
      const second = await things.insert('t', 'one', { n: 2 }, [event()])
      expect(second.inserted).toBe(false)
      expect(second.stored).toMatchObject({ revision: 1, sequence: 0, body: { n: 1 }, outbox: [] })
    })

    it('has one winner among twenty that insert the same id', async () => {
      const things = await fresh()
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => things.insert('t', 'one', { n })))
      const winners = outcomes.filter(({ inserted }) => inserted)
      expect(winners).toHaveLength(1)
      expect(new Set(outcomes.map(({ stored }) => stored.body.n))).toEqual(new Set([winners[0]!.stored.body.n]))
    })

    it('replaces only what the writer has seen', async () => {
      const things = await fresh()
      const { stored } = await things.insert('t', 'one', { n: 1 })
      const next = await things.replace(stored, { n: 2 })
      expect(next).toMatchObject({ revision: 2, body: { n: 2 } })
      await expect(things.replace(stored, { n: 3 }, [event()])).rejects.toMatchObject({ code: 'version_conflict' })
      expect(await things.get('t', 'one')).toEqual(next)
      await things.remove('t', 'one')
      await expect(things.replace(next, { n: 4 })).rejects.toMatchObject({ code: 'not_found' })
      await expect(things.replace({ ...next, tenant: 'other' }, { n: 4 })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('counts twenty parallel increments as twenty', async () => {
      const name = uniqueName()
      const two = await Promise.all([start(), start()])
      const counters = await Promise.all(two.map((documents) => documents.collection(collection<{ n: number }>(name))))
      await counters[0]!.insert('t', 'counter', { n: 0 })
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          update(counters[i % 2]!, 't', 'counter', (stored) => ({
            body: { n: stored!.body.n + 1 },
            events: [event(i)],
          })),
        ),
      )
      const counted = (await counters[0]!.get('t', 'counter'))!
      expect([counted.body.n, counted.revision, counted.sequence]).toEqual([20, 21, 20])
      expect(counted.outbox.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    })

    it('creates with update what is not there, and changes nothing when told so', async () => {
      const things = await fresh()
      expect(await update(things, 't', 'one', () => undefined)).toBeUndefined()
      const created = await update(things, 't', 'one', (stored) => ({
        body: { isNew: stored === undefined },
        events: [event()],
      }))
      expect(created).toMatchObject({ revision: 1, sequence: 1, body: { isNew: true } })
      expect(await update(things, 't', 'one', () => undefined)).toEqual(created)
    })

    it('has one winner among twenty that claim a lease', async () => {
      const things = await fresh<{ lease?: Lease | null }>()
      await things.insert('t', 'turn', {})
      const claim = (owner: string, now: number) => claimLease(things, 't', 'turn', { owner, now, forMs: 1_000 })
      const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(`owner-${i}`, 5_000)))
      const winners = claims.filter((claimed) => claimed !== undefined)
      expect(winners).toHaveLength(1)
      const { owner } = winners[0]!.body.lease!
      expect(await claim('late', 5_999)).toBeUndefined()
      expect((await claim(owner, 5_500))!.body.lease!.until).toBe(6_500)
      expect((await claim('late', 6_500))!.body.lease).toEqual({ owner: 'late', until: 7_500 })
      expect(await claimLease(things, 't', 'absent', { owner, now: 0, forMs: 1 })).toBeUndefined()
    })

    it('puts whatever was there before, and leaves the outbox alone', async () => {
      const things = await fresh()
      await things.put('t', 'new', { n: 1 })
      expect(await things.get('t', 'new')).toMatchObject({ revision: 1, sequence: 0, body: { n: 1 }, outbox: [] })
      await things.insert('t', 'old', { n: 1 }, [event('kept')])
      await things.put('t', 'old', { n: 2 })
      expect(await things.get('t', 'old')).toMatchObject({
        revision: 2,
        sequence: 1,
        body: { n: 2 },
        outbox: [{ sequence: 1, body: 'kept' }],
      })
    })

    it('puts many', async () => {
      const things = await fresh()
      await things.put('t', 'd7', { n: -1 })
      await things.putMany(
        't',
        Array.from({ length: 1_200 }, (_, n) => ({ id: `d${n}`, body: { n } })),
      )
      await things.putMany('t', [])
      expect(await things.count('t')).toBe(1_200)
      expect((await things.getMany('t', ['d1199', 'absent', 'd7'])).map(({ body }) => body.n).sort()).toEqual(
        [1199, 7].sort(),
      )
    })

    it('puts many again', async () => {
      const things = await fresh()
      const all = (n: number) => Array.from({ length: 150 }, (_, i) => ({ id: `d${i}`, body: { n } }))
      await things.putMany('t', all(1))
      await things.putMany('t', [...all(2), { id: 'new', body: { n: 2 } }, { id: 'd3', body: { n: 3 } }])
      expect([await things.count('t', { n: 1 }), await things.count('t', { n: 2 })]).toEqual([0, 150])
      expect(await things.get('t', 'd3')).toMatchObject({ body: { n: 3 } })
    })

    it('adds many, and leaves those that are there as they are', async () => {
      const things = await fresh()
      await things.insert('t', 'd7', { n: -1 }, [event('kept')])
      const all = Array.from({ length: 1_200 }, (_, n) => ({ id: `d${n}`, body: { n } }))
      await things.addMany('t', all.slice(0, 30))
      await things.addMany('t', all)
      await things.addMany('t', [])
      await things.addMany('other', all.slice(0, 1))
      expect(await things.count('t')).toBe(1_200)
      expect(await things.get('t', 'd7')).toMatchObject({ revision: 1, body: { n: -1 }, outbox: [{ body: 'kept' }] })
      expect(await things.get('t', 'd1199')).toMatchObject({ revision: 1, sequence: 0, body: { n: 1_199 }, outbox: [] })
      expect(await things.get('other', 'd0')).toMatchObject({ body: { n: 0 } })
    })

    it('removes, and only at the revision when one is given', async () => {
      const things = await fresh()
      await things.insert('t', 'one', { n: 1 })
      expect(await things.remove('t', 'one', 2)).toBe(false)
      expect(await things.remove('other', 'one')).toBe(false)
      expect(await things.remove('t', 'one', 1)).toBe(true)
      expect(await things.remove('t', 'one')).toBe(false)
      expect(await things.get('t', 'one')).toBeUndefined()
    })

    it('refuses two documents of a tenant with the same unique value', async () => {
      const things = await fresh([{ fields: ['owner.email'], unique: true }])
      const first = await things.insert('t', 'one', { owner: { email: 'a@x' } })
      expect(await things.insert('t', 'two', { owner: { email: 'a@x' } }, [event()])).toEqual({
        inserted: false,
        stored: first.stored,
      })
      expect(await things.get('t', 'two')).toBeUndefined()
      expect((await things.insert('other', 'two', { owner: { email: 'a@x' } })).inserted).toBe(true)
      // Nothing is not a value.
      expect((await things.insert('t', 'three', {})).inserted).toBe(true)
      const four = await things.insert('t', 'four', {})
      expect(four.inserted).toBe(true)
      await expect(things.replace(four.stored, { owner: { email: 'a@x' } })).rejects.toMatchObject({ code: 'conflict' })
      await expect(things.put('t', 'four', { owner: { email: 'a@x' } })).rejects.toMatchObject({ code: 'conflict' })
      expect(await things.get('t', 'four')).toEqual(four.stored)
      await expect(update(things, 't', 'five', () => ({ body: { owner: { email: 'a@x' } } }))).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    it('has on disk what it said is written', async () => {
      const name = uniqueName()
      const definition = collection<{ n: number }>(name, [{ fields: ['n'] }])
      const before = await (await start()).collection(definition)
      const { stored } = await before.insert('t', 'one', { n: 1 }, [event('a')])
      const replaced = await before.replace(stored, { n: 2 }, [event('b')])
      await before.put('t', 'two', { n: 3 })
      const after = await (await restart()).collection(definition)
      expect(await after.get('t', 'one')).toEqual(replaced)
      expect(
        (await after.find('t', { where: { n: { gte: 2 } }, sort: { field: 'n', direction: 'desc' } })).items.map(
          ({ id }) => id,
        ),
      ).toEqual(['two', 'one'])
    })

    it('takes a collection whose indexes have changed', async () => {
      const name = uniqueName()
      const before = await (await start()).collection(collection<any>(name, [{ fields: ['a'], unique: true }]))
      await before.insert('t', 'one', { a: 1, b: 1 })
      const after = await (await restart()).collection(collection<any>(name, [{ fields: ['b'] }]))
      expect((await after.insert('t', 'two', { a: 1, b: 1 })).inserted).toBe(true)
      expect(await after.count('t', { b: 1 })).toBe(2)
    })

    it('answers the same collection for the same name', async () => {
      const documents = await start()
      const definition = collection(uniqueName())
      expect(await documents.collection(definition)).toBe(await documents.collection(definition))
    })

    it('erases a tenant and leaves the others', async () => {
      const things = await fresh()
      await things.putMany(
        'gone',
        Array.from({ length: 700 }, (_, n) => ({ id: `d${n}`, body: { n } })),
      )
      await things.insert('gone', 'pending', {}, [event()])
      await things.insert('stays', 'd1', { n: 1 }, [event()])
      await things.eraseTenant('gone')
      expect(await things.count('gone')).toBe(0)
      expect(await things.count('stays')).toBe(1)
      expect((await things.unsettled(10)).map(({ tenant }) => tenant)).toEqual(['stays'])
    })
  })
}
