import { contacts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

let platform: TestContacts
let operations = 0
beforeEach(async () => {
  platform = await startTestContacts()
})
afterEach(() => platform.close())

const create = (contact: object, tenant?: string, operationId = `op_${++operations}`) =>
  platform.as(tenant).ask(contacts.queries.contactCreate, { operationId, contact })
const read = (contactId: string, tenant?: string) =>
  platform.as(tenant).ask(contacts.queries.contactRead, { contactId })
const list = async (filter: object = {}, tenant?: string) =>
  (await platform.as(tenant).ask(contacts.queries.contactList, filter)).items.map(({ name }) => name)

test('a contact is made once, read, changed and deleted', async () => {
  const anna = await create({ name: 'Anna', email: 'Anna@Example.com', tags: ['vip', 'vip'] }, 'acme', 'op_anna')
  expect(await create({ name: 'Anna', email: 'Anna@Example.com' }, 'acme', 'op_anna')).toEqual(anna)
  expect(anna).toMatchObject({
    email: 'Anna@Example.com',
    phone: null,
    externalId: null,
    tags: ['vip'],
    attributes: {},
  })
  platform.clock.at += 1_000
  const changed = await platform.as().ask(contacts.queries.contactUpdate, {
    contactId: anna.id,
    patch: { email: null, phone: '070-174 06 05', attributes: { plan: 'pro' } },
  })
  expect(changed).toMatchObject({ name: 'Anna', email: null, phone: '070-174 06 05', attributes: { plan: 'pro' } })
  expect(changed.updatedAt > changed.createdAt).toBe(true)
  await platform.as().ask(contacts.queries.contactDelete, { contactId: anna.id })
  await expect(read(anna.id)).rejects.toMatchObject({ code: 'not_found' })
  // Its addresses are free again.
  await create({ phone: '+46701740605' })
})

test('an address belongs to one contact, whatever its form; another tenant’s is another’s', async () => {
  const anna = await create({ name: 'Anna', email: 'Anna@Exämple.com', phone: '0701740605', externalId: 'A-1' })
  for (const taken of [{ email: 'anna@xn--exmple-cua.com' }, { phone: '+46 70 174 06 05' }, { externalId: 'A-1' }]) {
    await expect(create({ name: 'Other', ...taken })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(anna.id),
    })
  }
  await create({ email: 'anna@exämple.com' }, 'other')
  // A refused contact leaves none of its other addresses taken.
  await expect(create({ email: 'new@example.com', externalId: 'A-1' })).rejects.toMatchObject({ code: 'conflict' })
  await create({ email: 'new@example.com' })
})

test('of twenty at once with one address one is made', async () => {
  const made = await Promise.allSettled(Array.from({ length: 20 }, () => create({ email: 'one@example.com' })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('lists filter by words, tag and address, within the tenant', async () => {
  await create({ name: 'Åsa Öberg', email: 'asa@example.com', tags: ['vip'] })
  await create({ name: 'Bo', phone: '0701740606', tags: ['vip', 'new'] })
  await create({ name: 'Cia', externalId: 'C-9' }, 'other')
  expect(await list({ q: 'ÖBERG' })).toEqual(['Åsa Öberg'])
  expect(await list({ tag: 'new' })).toEqual(['Bo'])
  expect((await list({ tag: 'vip' })).sort()).toEqual(['Bo', 'Åsa Öberg'])
  expect(await list({ phone: '+46701740606' })).toEqual(['Bo'])
  expect(await list({ email: 'ASA@example.com' })).toEqual(['Åsa Öberg'])
  expect(await list({ email: 'asa@example.com', phone: '+46701740606' })).toEqual([])
  expect(await list({ externalId: 'C-9' })).toEqual([])
})

test('a conversation is linked to the contact that its address proves, or to a new one', async () => {
  const anna = await create({ name: 'Anna', email: 'anna@example.com' })
  await platform.begin('cnv_1', { email: 'ANNA@example.com', phone: '+46701740605', name: 'A.' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_1')).toBe(anna.id))
  expect(await read(anna.id)).toMatchObject({ name: 'Anna', phone: '+46701740605' })
  // Now the phone number proves the same person over another channel.
  await platform.begin('cnv_2', { phone: '070-174 06 05' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_2')).toBe(anna.id))
  await platform.begin('cnv_3', { email: 'bo@example.com', name: 'Bo' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_3')).toBeTruthy())
  expect(await read(platform.linked.get('cnv_3')!)).toMatchObject({ name: 'Bo', email: 'bo@example.com' })
  // A name alone proves nothing.
  await platform.begin('cnv_4', { name: 'Bo' })
  await platform.begin('cnv_5', { email: 'bo@example.com' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_5')).toBe(platform.linked.get('cnv_3')))
  expect(platform.linked.has('cnv_4')).toBe(false)
})

test('ten conversations of one new customer at once make one contact', async () => {
  const ids = Array.from({ length: 10 }, (_, i) => `cnv_${i}`)
  await Promise.all(ids.map((id) => platform.begin(id, { email: 'new@example.com' })))
  await vi.waitFor(
    () => {
      platform.clock.at += 1_000
      expect(new Set(ids.map((id) => platform.linked.get(id))).size).toBe(1)
      expect(platform.linked.get('cnv_0')).toBeTruthy()
    },
    { timeout: 20_000, interval: 50 },
  )
})

test('merging keeps what is there, adds what lacks, and takes the conversations along', async () => {
  const into = await create({ name: 'Anna', email: 'anna@example.com', tags: ['a'], attributes: { plan: 'pro' } })
  const from = await create({
    name: 'A. Berg',
    phone: '+46701740605',
    tags: ['b'],
    attributes: { plan: 'free', city: 'Lund' },
  })
  await platform.begin('cnv_1', { phone: '+46701740605' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_1')).toBe(from.id))
  const merged = await platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: from.id })
  expect(merged).toMatchObject({
    id: into.id,
    name: 'Anna',
    email: 'anna@example.com',
    phone: '+46701740605',
    tags: ['a', 'b'],
    attributes: { plan: 'pro', city: 'Lund' },
  })
  expect(platform.linked.get('cnv_1')).toBe(into.id)
  await expect(read(from.id)).rejects.toMatchObject({ code: 'not_found' })
  await platform.begin('cnv_2', { phone: '+46701740605' })
  await vi.waitFor(() => expect(platform.linked.get('cnv_2')).toBe(into.id))
  await expect(
    platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: into.id }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
})

const bulk = (wanted: object): Promise<any> =>
  platform
    .as()
    .ask(contacts.queries.contactBulk, { operationId: `op_${++operations}`, ...(wanted as { action: 'tag' }) })

test('many are tagged and untagged, with a verdict each', async () => {
  const made = await Promise.all(['a', 'b', 'c'].map((name) => create({ name, email: `${name}@example.com` })))
  const ids = made.map(({ id }) => id)
  expect(await bulk({ action: 'tag', ids: [...ids, 'con_none'], tag: 'vip' })).toMatchObject({
    requested: 4,
    succeeded: 3,
    failed: 1,
    results: expect.arrayContaining([{ id: 'con_none', ok: false, code: 'not_found' }]),
  })
  expect(await bulk({ action: 'untag', filter: { q: 'a@' }, tag: 'vip' })).toMatchObject({ requested: 1, succeeded: 1 })
  expect((await list({ tag: 'vip' })).sort()).toEqual(['b', 'c'])
  await expect(bulk({ action: 'tag', ids })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a delete by filter asks first, and then deletes exactly what it showed', async () => {
  await create({ name: 'one', tags: ['old'], email: 'one@example.com' })
  const asked = await bulk({ action: 'delete', filter: { tag: 'old' } })
  expect(asked.contacts.map(({ name }: any) => name)).toEqual(['one'])
  await create({ name: 'two', tags: ['old'], email: 'two@example.com' })
  expect(await list({ tag: 'old' })).toHaveLength(2)
  expect(await bulk({ action: 'delete', confirm: asked.confirm })).toMatchObject({ requested: 1, succeeded: 1 })
  expect(await list({ tag: 'old' })).toEqual(['two'])
  await expect(bulk({ action: 'delete', confirm: 'cfm_none' })).rejects.toMatchObject({ code: 'invalid_request' })
  const late = await bulk({ action: 'delete', filter: { tag: 'old' } })
  platform.clock.at += 16 * 60_000
  await expect(bulk({ action: 'delete', confirm: late.confirm })).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await list({ tag: 'old' })).toEqual(['two'])
})
