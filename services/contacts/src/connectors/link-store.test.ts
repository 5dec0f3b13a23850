import { contacts } from '@frontdesk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestConnectors } from '../../testing/start-test-connectors.ts'
import { eraseWords } from './erase-words.ts'
import { linkIdOf } from './find-links.ts'
import { purgeFinishedWork } from './purge-finished-work.ts'

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

/** The id of the only contact with this name. */
const idOf = async (name: string) => (await own.contacts()).find((each) => each.name === name)!.id

describe('after a merge', () => {
  test('the remote contact belongs to the one that stayed, and its changes are taken', async () => {
    const connectorId = await own.connect('hubspot', { pullContacts: true })
    set.hubspot.write('77', { firstname: 'Eva', email: 'eva@example.com' })
    await own.sync(connectorId)
    const into = await own.make({ name: null, phone: '+46701234567' })
    await own.as().ask(contacts.queries.contactMerge, { into, from: await idOf('Eva') })
    expect(await own.links()).toMatchObject([{ ours: into, theirs: '77', base: { email: 'eva@example.com' } }])
    set.hubspot.write('77', { firstname: 'Evelina' })
    expect((await own.sync(connectorId)).counts).toMatchObject({ updated: 1, rejected: 0 })
    expect(await own.contacts()).toMatchObject([{ id: into, name: 'Evelina', email: 'eva@example.com' }])
  })

  test('of two that are there, both stay known, and none of them comes back', async () => {
    const connectorId = await own.connect('hubspot', { pullContacts: true })
    set.hubspot.write('1', { firstname: 'Eva', email: 'eva@example.com' })
    set.hubspot.write('2', { firstname: 'Eva E', email: 'eva@work.example.com' })
    await own.sync(connectorId)
    const into = await idOf('Eva')
    await own.as().ask(contacts.queries.contactMerge, { into, from: await idOf('Eva E') })
    const linked = async () => (await own.links()).map(({ ours, theirs }) => [ours, theirs]).sort()
    expect(await linked()).toEqual([
      [into, '1'],
      [into, '2'],
    ])
    for (const id of ['1', '2']) set.hubspot.write(id, { lastname: 'Ek' })
    expect((await own.sync(connectorId)).counts).toMatchObject({ created: 0, rejected: 0 })
    expect(await linked()).toHaveLength(2)
    expect(await own.contacts()).toHaveLength(1)
    await own.as().ask(contacts.queries.contactDelete, { contactId: into })
    expect(await own.links()).toEqual([])
  })
})

test('a contact that is deleted leaves nothing of itself in links', async () => {
  const connectorId = await own.connect('hubspot', { pullContacts: true })
  set.hubspot.write('77', { firstname: 'Eva', email: 'eva@example.com' })
  await own.sync(connectorId)
  await own.as().ask(contacts.queries.contactDelete, { contactId: await idOf('Eva') })
  expect(await own.links()).toEqual([])
})

test('a link to a contact that is gone gives way to whom the address belongs to now', async () => {
  const connectorId = await own.connect('hubspot', { pullContacts: true })
  const eva = await own.make({ name: 'Eva', email: 'eva@example.com' })
  const base = { name: 'Eva', email: 'eva@example.com', phone: null }
  const stale = { connectorId, kind: 'contact' as const, ours: 'con_gone', theirs: '77', base }
  await set.own().collections.connectorLinks.put(own.tenant, linkIdOf(connectorId, 'con_gone'), stale)
  set.hubspot.write('77', { firstname: 'Evelina', email: 'eva@example.com', phone: '+46701234567' })
  expect((await own.sync(connectorId)).counts).toMatchObject({ updated: 1, rejected: 0 })
  expect(await own.links()).toMatchObject([{ ours: eva, theirs: '77' }])
})

describe('what a report of a sync says of a contact', () => {
  async function refused() {
    const connectorId = await own.connect('hubspot', { pushContacts: true })
    const contactId = await own.make({ name: 'Eva', email: 'eva@example.com' })
    set.hubspot.fail({ status: 400, body: { message: 'Email address eva@example.com is invalid' } })
    const { id: jobId, items } = await own.sync(connectorId)
    expect(items).toMatchObject([{ contactId, error: { message: expect.stringContaining('eva@example.com') } }])
    return { connectorId, contactId, jobId }
  }
  const reportOf = async (jobId: string) => JSON.stringify(await own.as().ask(contacts.queries.syncRead, { jobId }))

  test.each(['deleted', 'merged', 'erased'])('goes when it is %s', async (what) => {
    const { contactId, jobId } = await refused()
    if (what === 'deleted') await own.as().ask(contacts.queries.contactDelete, { contactId })
    else if (what === 'erased') await eraseWords(contactId, set.own().forTenant(own.tenant))
    else await own.as().ask(contacts.queries.contactMerge, { into: await own.make({ name: 'Bo' }), from: contactId })
    expect(await reportOf(jobId)).not.toContain('eva@example.com')
    expect(await reportOf(jobId)).not.toContain(contactId)
  })

  test('is gone after 30 days with the report, and deliveries with it, but not what is under way', async () => {
    const { connectorId, jobId } = await refused()
    const pushes = await own.connect('hubspot', { pushConversations: ['escalated', 'resolved'] })
    const id = own.say('escalated', 'Help')
    await own.tell(id, 'escalated')
    const deliveries = async () =>
      (await own.as().ask(contacts.queries.connectorDeliveryList, { connectorId: pushes })).items
    const delivered = async () =>
      (await deliveries()).flatMap(({ state, conversationId }) => (state === 'delivered' ? conversationId : []))
    await vi.waitFor(async () => expect(await delivered()).toEqual([id]))
    const forget = () => purgeFinishedWork(set.own())
    set.platform.clock.at += 29 * 24 * 3_600_000
    await forget()
    expect([await reportOf(jobId), await deliveries()]).toEqual([expect.any(String), [expect.anything()]])
    const again = own.say('escalated', 'Once more')
    await own.tell(again, 'escalated')
    await vi.waitFor(async () => expect(await delivered()).toEqual([again, id]))
    const first = Promise.withResolvers<void>()
    set.hubspot.holdReplies(() => first.promise)
    const running = await own.startSync(connectorId)
    set.platform.clock.at += 31 * 24 * 3_600_000
    await own.tell(again, 'resolved')
    await vi.waitFor(async () => expect((await deliveries())[0]?.state).toBe('pending'))
    await forget()
    await expect(reportOf(jobId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await deliveries()).map(({ conversationId }) => conversationId)).toEqual([again])
    expect(await reportOf(running)).toContain('running')
    first.resolve()
    // It is still the same ticket there.
    for (const ticket of set.hubspot.tickets) set.hubspot.hidden.add(ticket.id)
    await own.tell(id, 'resolved')
    await vi.waitFor(async () => expect((await delivered()).sort()).toEqual([again, id].sort()))
    expect(set.hubspot.tickets).toHaveLength(2)
    await own.as().ask(contacts.queries.connectorDelete, { connectorId: pushes })
  }, 20_000)
})
