import { contacts } from '@frontdesk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestConnectors } from '../../testing/start-test-connectors.ts'
import { linkIdOf } from './find-links.ts'

let set: Awaited<ReturnType<typeof startTestConnectors>>
let own: ReturnType<(typeof set)['tenantOf']>
beforeAll(async () => {
  set = await startTestConnectors()
})
afterAll(() => set.close())
beforeEach(() => {
  set.reset()
  own = set.tenantOf()
})

const namesThere = () => set.hubspot.contacts.map(({ properties }) => properties.firstname).sort()

/** The reply to the first request for `path` waits until it is let go; what it asked for is done by then. */
function holdFirst(path: string) {
  const isHeld = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  let isFirst = true
  set.hubspot.holdReplies(async (request) => {
    if (!isFirst || request.method !== 'POST' || request.path !== path) return
    isFirst = false
    isHeld.resolve()
    await letGo.promise
  })
  return { isHeld: isHeld.promise, letGo: letGo.resolve }
}

test('a sync that outlived its lease stops, and whoever goes on with it makes no contact a second time', async () => {
  const connectorId = await own.connect('hubspot', { pushContacts: true })
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  for (const [i, name] of names.entries()) await own.make({ name, phone: `+4670123456${i}` })
  const first = holdFirst('/crm/v3/objects/contacts')
  const jobId = await own.startSync(connectorId)
  await first.isHeld
  set.platform.clock.at += 130_000
  await set.platform.another()
  // The second process has begun to write; now the first one hears of what it did.
  await vi.waitFor(() => expect(namesThere().length).toBeGreaterThan(2))
  first.letGo()
  await own.finished(jobId)
  await vi.waitFor(async () => expect((await own.links()).map(({ theirs }) => theirs)).not.toContain(undefined))
  expect(namesThere()).toEqual(names)
  expect(new Set((await own.links()).map(({ theirs }) => theirs)).size).toBe(names.length)
}, 20_000)

describe('a contact without e-mail address, of which no reply came', () => {
  test('is looked for by its phone number before another is made', async () => {
    const connectorId = await own.connect('hubspot', { pushContacts: true })
    await own.make({ name: 'Eva Ek', phone: '+46701234567' })
    set.hubspot.fail('break after')
    expect(await own.syncWithRetries(connectorId)).toMatchObject({ counts: { pushed: 1, rejected: 0 } })
    expect(namesThere()).toEqual(['Eva'])
    expect(await own.links()).toMatchObject([{ theirs: set.hubspot.contacts[0]!.id, base: { name: 'Eva Ek' } }])
  }, 20_000)

  test('is made when it turns out that it is not there', async () => {
    const connectorId = await own.connect('hubspot', { pushContacts: true })
    await own.make({ name: 'Eva Ek', phone: '+46701234567' })
    set.hubspot.write('7', { firstname: 'Someone', lastname: 'Else', phone: '+46701234567' })
    set.hubspot.fail('break')
    await own.syncWithRetries(connectorId)
    expect(namesThere()).toEqual(['Eva', 'Someone'])
  }, 20_000)

  test('is reported as unknown when it has no address, and not made again until it gets one', async () => {
    const connectorId = await own.connect('hubspot', { pushContacts: true })
    const contactId = await own.make({ name: 'Eva' })
    set.hubspot.fail('break after')
    const { items, counts } = await own.syncWithRetries(connectorId)
    expect(items).toMatchObject([{ contactId, error: { code: 'unknown' } }])
    expect([counts.rejected, namesThere()]).toEqual([1, ['Eva']])
    await own.as().ask(contacts.queries.contactUpdate, { contactId, patch: { email: 'eva@example.com' } })
    await own.sync(connectorId)
    expect(set.hubspot.contacts.map(({ properties }) => properties.email)).toEqual([undefined, 'eva@example.com'])
  }, 20_000)

  test('is written as if nothing had been when the request was refused', async () => {
    const connectorId = await own.connect('hubspot', { pushContacts: true })
    await own.make({ name: 'Eva' })
    set.hubspot.fail({ status: 429, body: {} })
    expect(await own.syncWithRetries(connectorId)).toMatchObject({ counts: { pushed: 1, rejected: 0 } })
    expect(namesThere()).toEqual(['Eva'])
  }, 20_000)
})

describe('a conversation', () => {
  const delivered = (connectorId: string) =>
    vi.waitFor(async () => {
      const { items } = await own.as().ask(contacts.queries.connectorDeliveryList, { connectorId })
      expect(items).toMatchObject([{ state: 'delivered' }])
      return items[0]!
    })

  test('that outlived its lease is given up by who had it, so it is one ticket', async () => {
    const connectorId = await own.connect('hubspot', { pushConversations: ['escalated'] })
    const contactId = await own.make({ name: 'Eva', email: 'eva@example.com' })
    // Their search does not show what was made a moment ago.
    set.hubspot.hidden.add('9001')
    const first = holdFirst('/crm/v3/objects/contacts')
    await own.tell(own.say('escalated', 'Help', contactId), 'escalated')
    await first.isHeld
    set.platform.clock.at += 100_000
    await set.platform.another()
    await vi.waitFor(() => expect(set.hubspot.tickets).toHaveLength(1))
    const { remoteId } = await delivered(connectorId)
    const { connectorLinks } = set.own().collections
    const revision = async () => (await connectorLinks.get(own.tenant, linkIdOf(connectorId, contactId)))!.revision
    const before = await revision()
    first.letGo()
    // The first process hears of the contact that it wrote; what it does then is over before another one has arrived.
    await vi.waitFor(async () => expect(await revision()).toBeGreaterThan(before))
    await own.tell(own.say('escalated', 'Another'), 'escalated')
    await vi.waitFor(() => expect(set.hubspot.tickets.map(({ properties }) => properties.subject)).toContain('Another'))
    expect(set.hubspot.tickets.filter(({ properties }) => properties.subject === 'Help')).toHaveLength(1)
    expect(remoteId).toBe('9001')
  }, 20_000)

  test('of which more becomes while it is written is written again after that, not beside it', async () => {
    const connectorId = await own.connect('hubspot', { pushConversations: ['escalated', 'resolved'] })
    set.hubspot.hidden.add('9001')
    const first = holdFirst('/crm/v3/objects/tickets')
    const id = own.say('escalated', 'Help')
    await own.tell(id, 'escalated')
    await first.isHeld
    const known = set.platform.said.get(id)!
    known.conversation = { ...known.conversation, status: 'resolved' }
    await own.tell(id, 'resolved')
    const { connectorDeliveries } = set.own().collections
    await vi.waitFor(async () => {
      const { items } = await connectorDeliveries.find(own.tenant, { where: { connectorId } })
      expect(items[0]?.body.wish).toBe(2)
    })
    first.letGo()
    await vi.waitFor(() => expect(set.hubspot.tickets[0]!.properties.hs_pipeline_stage).toBe('4'))
    await delivered(connectorId)
    expect(set.hubspot.tickets).toHaveLength(1)
  }, 20_000)
})
