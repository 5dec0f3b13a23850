import { contactLimits, contacts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'
import { changed, emptyContact, contacts as kept } from './contact-document.ts'

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  platform = await startTestContacts()
  imports = runTestImports(platform)
})
afterEach(() => platform.close())

const patch = (contactId: string, changes: object) =>
  platform.as().ask(contacts.queries.contactUpdate, { contactId, patch: changes as { name: string } })
const list = async (filter: object) =>
  (await platform.as().ask(contacts.queries.contactList, filter)).items.map(({ id }) => id)

/** A second contact with an address of another one's, as an import that was told to makes it. */
async function twinOf(email: string): Promise<string> {
  const { rows } = await imports.run(`Name,E-mail\nTwin,${email}\n`, {
    onDuplicate: 'create',
    mapping: { Name: 'name', 'E-mail': 'email' },
  })
  return rows[0]!.contactId!
}

test('addresses that a merge brought stay, whatever changes the contact', async () => {
  const into = await imports.create({ name: 'A', email: 'a@example.com' })
  const from = await imports.create({ email: 'b@example.com', phone: '0701740605' })
  await platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: from.id })
  await patch(into.id, { name: 'A2' })
  await patch(into.id, { email: 'c@example.com' })
  await imports.run('E-mail,Plan\nb@example.com,pro\n', {
    onDuplicate: 'update',
    mapping: { Plan: 'attributes.plan', 'E-mail': 'externalId' },
  })
  await platform.begin('cnv_1', { phone: '0701740605', externalId: 'X-1' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_1')).toBe(into.id))
  for (const filter of [{ email: 'B@example.com' }, { email: 'c@example.com' }, { phone: '+46701740605' }]) {
    expect(await list(filter), JSON.stringify(filter)).toEqual([into.id])
  }
  await expect(imports.create({ email: 'b@example.com' })).rejects.toMatchObject({ code: 'conflict' })
  // What it gave up is free.
  await imports.create({ email: 'a@example.com' })
})

test('a contact that shares an address with another can be changed, and is found by it', async () => {
  const first = await imports.create({ name: 'First', email: 'one@example.com' })
  const twin = await twinOf('ONE@example.com')
  await patch(twin, { tags: ['new'], name: 'Second' })
  await patch(twin, { email: 'One@example.com' })
  expect((await list({ email: 'one@example.com' })).sort()).toEqual([first.id, twin].sort())
  expect(await list({ email: 'one@example.com', tag: 'new' })).toEqual([twin])
  // It takes what is free, and still not what is another's.
  await patch(twin, { email: 'two@example.com' })
  expect(await list({ email: 'one@example.com' })).toEqual([first.id])
  await expect(patch(twin, { email: 'one@example.com' })).rejects.toMatchObject({ code: 'conflict' })
})

test('words find a phone number in every form, and an address that no field shows any more', async () => {
  const into = await imports.create({ name: 'Route 66-77', phone: '0701112233', externalId: '2024-01' })
  await imports.create({ name: 'Other', phone: '0709998877' })
  for (const q of ['+46701112233', '070-111', '+46 70 111', '0701112', '2024-01', '66-77', 'ROUTE']) {
    expect(await list({ q }), q).toEqual([into.id])
  }
  const from = await imports.create({ email: 'merged@example.com', phone: '+46 70 555 66 77' })
  await platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: from.id })
  expect(await list({ q: 'merged@' })).toEqual([into.id])
  expect(await list({ q: '070-555 66' })).toEqual([into.id])
})

test('a change leaves something that tells who it is', async () => {
  const { id } = await imports.create({ name: 'Anna', email: 'anna@example.com' })
  await expect(patch(id, { name: null, email: null })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(imports.create({ email: 'anna@example.com' })).rejects.toMatchObject({ code: 'conflict' })
  await patch(id, { email: null })
  expect(await platform.as().ask(contacts.queries.contactRead, { contactId: id })).toMatchObject({
    name: 'Anna',
    email: null,
  })
})

test('a bulk action whose filter fits more than its limit is refused and changes nothing', async () => {
  const collection = await platform.documents.collection(kept)
  const people = Array.from({ length: contactLimits.bulkContacts }, (_, n) => ({
    id: `con_${n}`,
    body: changed(
      emptyContact('2026-03-01T00:00:00.000Z'),
      { name: `Person ${n}` },
      '2026-03-01T00:00:00.000Z',
      () => [],
    ),
  }))
  await collection.putMany('acme', people)
  const bulk = (action: 'tag' | 'delete'): Promise<any> =>
    platform.as().ask(contacts.queries.contactBulk, {
      operationId: `op_${action}`,
      action,
      filter: { q: 'person' },
      ...(action === 'tag' && { tag: 'vip' }),
    })
  expect((await bulk('delete')).contacts).toHaveLength(contactLimits.bulkContacts)
  await imports.create({ name: 'Person too many' })
  for (const action of ['tag', 'delete'] as const) {
    await expect(bulk(action)).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'filter' }] })
  }
  expect(await list({ tag: 'vip' })).toEqual([])
})
