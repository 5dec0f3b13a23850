import { contacts, ServiceError } from '@frontdesk/contracts'
import type { Collection, Documents } from '@frontdesk/documents'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'
import { addresses, contacts as kept } from '../contacts/contact-document.ts'
import type { ContactsContext } from '../context.ts'
import type { RowDocument } from '../import/import-document.ts'
import type { Judged } from '../import/judge-batch.ts'
import { writeBatch } from '../import/write-batch.ts'
import { contactsService } from '../service.ts'
import { mergeWork } from './merge-contacts.ts'
import { merges } from './merge-document.ts'

let platform: TestContacts
let sweep: () => Promise<void>
let book: ContactsContext
/** Writes of the contact book that still succeed. */
let writesLeft: number
let beforeClaim: () => Promise<void>
let made = 0

function useUp(): void {
  if (writesLeft <= 0) throw new ServiceError('unavailable')
  writesLeft--
}

const writes = new Set(['insert', 'replace', 'put', 'putMany', 'addMany', 'remove'])

/** A store that dies after so many writes, as if its process had been killed there. */
const mortal = (documents: Documents): Documents => ({
  ...documents,
  check: () => documents.check(),
  close: () => documents.close(),
  async collection(definition) {
    const real = await documents.collection(definition)
    if (!definition.name.startsWith('contacts-')) return real
    return new Proxy(real, {
      get(of, name: keyof Collection<object> & string) {
        if (!writes.has(name)) return of[name]
        return async (...given: unknown[]) => {
          useUp()
          if (definition.name === addresses.name && name === 'insert') await beforeClaim()
          return (of[name] as (...given: unknown[]) => unknown)(...given)
        }
      },
    })
  },
})

beforeEach(async () => {
  writesLeft = Number.POSITIVE_INFINITY
  beforeClaim = async () => {}
  const watched = {
    ...contactsService,
    async start(own: Parameters<typeof mergeWork.runDue>[0]) {
      sweep = () => mergeWork.runDue(own)
      book = own.forTenant('acme')
      return { close: async () => {} }
    },
  }
  platform = await startTestContacts({ service: watched as typeof contactsService, wrap: mortal })
  platform.hooks.beforeRelink = async () => useUp()
})
afterEach(() => platform.close())

/** A contact with an address and a conversation of its own. */
async function person() {
  const n = ++made
  const email = `p${n}@example.com`
  const { id } = await platform
    .as()
    .ask(contacts.queries.contactCreate, { operationId: `op_${n}`, contact: { name: `P${n}`, email } })
  platform.linked.set(`cnv_${n}`, id)
  return { id, email, conversation: `cnv_${n}`, tag: `t${n}` }
}
type Person = Awaited<ReturnType<typeof person>>

const merge = (into: Person, from: Person) =>
  platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: from.id })
const livesAs = async ({ email }: Person) => (await platform.as().ask(contacts.queries.contactList, { email })).items
const isThere = ({ id }: Person) =>
  platform
    .as()
    .ask(contacts.queries.contactRead, { contactId: id })
    .then(
      () => true,
      () => false,
    )
const underWay = async () => (await platform.documents.collection(merges)).count('acme')

/** Sweeps until no merge is under way. */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      platform.clock.at += 20_000
      await sweep()
      expect(await underWay()).toBe(0)
    },
    { timeout: 30_000, interval: 10 },
  )
}

test('of two opposite merges at once one is made and the other refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await person(), await person()]
    const results = await Promise.allSettled([merge(a, b), merge(b, a)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((each) => each.status === 'rejected')!
    expect(refused.reason).toMatchObject({ code: 'conflict' })
    const [lives] = await livesAs(a)
    expect(await livesAs(b)).toEqual([lives])
    expect([platform.linked.get(a.conversation), platform.linked.get(b.conversation)]).toEqual([lives!.id, lives!.id])
  }
})

test('whoever comes after a merge has ended is refused as before, and told whom the contact became part of', async () => {
  const [a, b, c] = [await person(), await person(), await person()]
  await merge(a, b)
  const gone = { code: 'conflict', message: expect.stringContaining(`${b.id} was merged into ${a.id}`) }
  await expect(merge(b, a)).rejects.toMatchObject(gone)
  await expect(merge(c, b)).rejects.toMatchObject(gone)
  expect(await merge(a, b)).toMatchObject({ id: a.id })
  await merge(c, a)
  const followed = { code: 'conflict', message: expect.stringContaining(`${b.id} was merged into ${c.id}`) }
  await expect(merge(b, c)).rejects.toMatchObject(followed)
  expect(await merge(c, b)).toMatchObject({ id: c.id })
  // Of a contact that was never there nothing is known.
  await expect(merge(a, { ...b, id: `cnt_${'0'.repeat(32)}` })).rejects.toMatchObject({ code: 'conflict' })
  await expect(merge(c, { ...b, id: `cnt_${'0'.repeat(32)}` })).rejects.toMatchObject({ code: 'not_found' })
})

test(
  'whatever is merged and changed at once, nobody and nothing that was accepted is lost',
  async () => {
    const pair = fc.tuple(fc.nat(3), fc.nat(3)).filter(([into, from]) => into !== from)
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 5 }), async (pairs) => {
        const people = await Promise.all([person(), person(), person(), person()])
        const merging = pairs.map(([into, from]) => merge(people[into]!, people[from]!))
        // Those alone that others don't merge into, for a change replaces all tags.
        const changeable = people.filter((_, n) => pairs.every(([into]) => into !== n))
        const changing = changeable.map(({ id, tag }) =>
          platform.as().ask(contacts.queries.contactUpdate, { contactId: id, patch: { tags: [tag] } }),
        )
        const [merged, changed] = await Promise.all([Promise.allSettled(merging), Promise.allSettled(changing)])
        const gone = new Set(pairs.filter((_, n) => merged[n]!.status === 'fulfilled').map(([, from]) => from))
        expect(gone.size).toBeGreaterThan(0)
        expect(await underWay()).toBe(0)
        for (const [n, each] of people.entries()) {
          expect(await isThere(each)).toBe(!gone.has(n))
          const [lives, ...others] = await livesAs(each)
          expect(others).toEqual([])
          expect(platform.linked.get(each.conversation)).toBe(lives!.id)
        }
        for (const [n, each] of changeable.entries()) {
          if (changed[n]!.status === 'fulfilled') expect((await livesAs(each))[0]!.tags).toContain(each.tag)
        }
      }),
      { numRuns: runs(25) },
    )
  },
  limitMs(30_000),
)

test('a change of a contact that is being merged is refused and leaves nothing behind', async () => {
  const [into, from] = [await person(), await person()]
  const locked = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  platform.hooks.beforeRelink = async () => {
    locked.resolve()
    await refused.promise
  }
  let merging: Promise<unknown> | undefined
  beforeClaim = async () => {
    beforeClaim = async () => {}
    merging = merge(into, from)
    await locked.promise
  }
  const change = platform
    .as()
    .ask(contacts.queries.contactUpdate, { contactId: from.id, patch: { phone: '0701740605', tags: ['new'] } })
  await expect(change.finally(refused.resolve)).rejects.toMatchObject({ code: 'not_found' })
  await merging
  expect(await livesAs(from)).toMatchObject([{ id: into.id, phone: null, tags: [] }])
  await platform.as().ask(contacts.queries.contactCreate, { operationId: 'op_phone', contact: { phone: '0701740605' } })
})

test('while conversations still name a contact that is being merged, it can be read', async () => {
  const [into, from] = [await person(), await person()]
  const named: boolean[] = []
  platform.hooks.beforeRelink = async () => {
    named.push(platform.linked.get(from.conversation) === from.id && (await isThere(from)))
  }
  await merge(into, from)
  expect(named[0]).toBe(true)
  expect(await isThere(from)).toBe(false)
  expect(platform.linked.get(from.conversation)).toBe(into.id)
})

test('an address of a contact that is only just being made is refused without naming it', async () => {
  const claimed = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const create = (operationId: string) =>
    platform
      .as()
      .ask(contacts.queries.contactCreate, { operationId, contact: { email: 'new@example.com', phone: '0701740605' } })
  beforeClaim = async () => {
    // Before its second address is claimed, the first is.
    beforeClaim = async () => {
      beforeClaim = async () => {}
      claimed.resolve()
      await goOn.promise
    }
  }
  const first = create('op_first')
  await claimed.promise
  await expect(create('op_second')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('another contact'),
  })
  goOn.resolve()
  const { id } = await first
  await expect(create('op_third')).rejects.toMatchObject({ message: expect.stringContaining(id) })
})

test('a merge that dies after any of its writes is finished, and nothing is lost on the way', async () => {
  let died = 0
  for (let after = 0; after < 30; after++) {
    const [into, from] = [await person(), await person()]
    writesLeft = after
    const answered = await merge(into, from).then(
      () => true,
      () => false,
    )
    const isWhole = answered && (await underWay()) === 0
    writesLeft = Number.POSITIVE_INFINITY
    if (!isWhole) died++
    await settle()
    const wasBegun = after > 0
    expect(await isThere(from), `died after ${after} writes`).toBe(!wasBegun)
    const expected = wasBegun ? into.id : from.id
    expect((await livesAs(from)).map(({ id }) => id)).toEqual([expected])
    expect(platform.linked.get(from.conversation)).toBe(expected)
    expect((await livesAs(into)).map(({ id }) => id)).toEqual([into.id])
    // Nothing of the merge holds it any more.
    await platform.as().ask(contacts.queries.contactDelete, { contactId: into.id })
    if (isWhole) break
  }
  expect(died).toBeGreaterThan(8)
  expect(died).toBeLessThan(30)
}, 30_000)

test('a refused merge that dies lets both go again, and nobody has seen anything of it', async () => {
  const collection = await platform.documents.collection(kept)
  for (let after = 1; after < 13; after++) {
    const pair = [await person(), await person()]
    // The smaller id is locked first, and then the other one is not to be had.
    const [other, erasing] = pair.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person]
    const [into, from] = after % 2 ? [erasing, other] : [other, erasing]
    const stored = (await collection.get('acme', erasing.id))!
    await collection.replace(stored, { ...stored.body, isErasing: true })
    writesLeft = Math.ceil(after / 2)
    await expect(merge(into, from)).rejects.toBeInstanceOf(ServiceError)
    writesLeft = Number.POSITIVE_INFINITY
    expect(await Promise.all(pair.map(isThere))).toEqual([true, true])
    await settle()
    expect(await Promise.all(pair.map(isThere))).toEqual([true, true])
    await platform.as().ask(contacts.queries.contactUpdate, { contactId: other.id, patch: { tags: ['free'] } })
    await platform.as().ask(contacts.queries.contactDelete, { contactId: other.id })
  }
})

test('a row of an import that is tried again after a merge remembers the contact that stays', async () => {
  const [into, from] = [await person(), await person()]
  const update = ({ id: contactId }: Person): Judged[] => [
    {
      row: { row: 1 } as never,
      verdict: { row: 1, verdict: 'updated', contactId },
      todo: 'update',
      contactId,
      contact: { tags: ['imported'] },
    },
  ]
  await writeBatch('job_1', update(from), book)
  let again: RowDocument[] = []
  // By now the address is the other one's.
  platform.hooks.beforeRelink = async () => {
    if (again.length === 0) again = await writeBatch('job_1', update(into), book)
  }
  await merge(into, from)
  expect(again[0]!.before!.fields).toMatchObject({ email: into.email })
})

test('once more changes nothing, and is answered', async () => {
  const [into, from] = [await person(), await person()]
  const first = await merge(into, from)
  platform.clock.at += 1_000
  expect(await merge(into, from)).toEqual(first)
})

test('a conversation that is linked when its contact has just been merged or deleted follows', async () => {
  const [into, from] = [await person(), await person()]
  platform.hooks.beforeLink = async () => {
    platform.hooks.beforeLink = async () => {}
    await merge(into, from)
  }
  await platform.begin('cnv_late', { email: from.email })
  await vi.waitFor(() => {
    platform.clock.at += 1_000
    expect(platform.linked.get('cnv_late')).toBe(into.id)
  })
  platform.hooks.beforeLink = async () => {
    platform.hooks.beforeLink = async () => {}
    await platform.as().ask(contacts.queries.contactDelete, { contactId: into.id })
  }
  await platform.begin('cnv_later', { email: from.email })
  await vi.waitFor(async () => {
    platform.clock.at += 1_000
    const contactId = platform.linked.get('cnv_later') ?? ''
    expect((await livesAs(from)).map(({ id }) => id)).toEqual([contactId])
  })
})
