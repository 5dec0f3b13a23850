import { contacts, newId } from '@frontdesk/contracts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestConnectors } from '../../testing/start-test-connectors.ts'
import { beginSyncs, syncWork } from './run-syncs.ts'

let set: Awaited<ReturnType<typeof startTestConnectors>>
beforeAll(async () => {
  set = await startTestConnectors()
})
afterAll(() => set.close())
beforeEach(() => set.reset())

test('of many conversations that end at once a connector writes four at a time, and all in the end', async () => {
  const own = set.tenantOf()
  const connectorId = await own.connect('hubspot', { pushConversations: ['resolved'] })
  let open = 0
  let most = 0
  const four = Promise.withResolvers<void>()
  set.hubspot.holdReplies(async () => {
    most = Math.max(most, ++open)
    if (open === 4) four.resolve()
    await four.promise
    await new Promise((resolve) => setTimeout(resolve, 5))
    open--
  })
  const many = 100
  for (let i = 0; i < many; i++) await own.tell(own.say('resolved', `Help ${i}`), 'resolved')
  const { connectorDeliveries } = set.own().collections
  await vi.waitFor(async () => {
    expect(await connectorDeliveries.count(own.tenant, { connectorId, state: 'delivered' })).toBe(many)
  })
  expect([most, set.hubspot.tickets.length]).toEqual([4, many])
  expect((await own.as().ask(contacts.queries.connectorDeliveryList, { connectorId })).items[0]?.attempts).toHaveLength(
    1,
  )
}, 20_000)

test('a sync that takes long, resumed after a crash, holds up nobody else’s', async () => {
  const [slow, quick] = [set.tenantOf(), set.tenantOf()]
  const [slowId, quickId] = [
    await slow.connect('hubspot', { pullContacts: true }),
    await quick.connect('zendesk', { pullContacts: true }),
  ]
  const letGo = Promise.withResolvers<void>()
  set.hubspot.holdReplies(() => letGo.promise)
  const { clock } = set.platform
  const left = (connectorId: string, dueAt: number) => ({
    ...{ connectorId, createdAt: new Date(clock.at).toISOString(), state: 'running' as const, phase: 'pull' as const },
    counts: { pulled: 0, created: 0, updated: 0, unchanged: 0, pushed: 0, rejected: 0 },
    ...{ items: [], tries: 1, dueAt },
  })
  const { connectorSyncs } = set.own().collections
  const [slowJob, quickJob] = [newId('syn'), newId('syn')]
  await connectorSyncs.put(slow.tenant, slowJob, left(slowId, clock.at - 2))
  await connectorSyncs.put(quick.tenant, quickJob, left(quickId, clock.at - 1))
  const swept = syncWork.runDue(set.own())
  await quick.finished(quickJob)
  expect((await connectorSyncs.get(slow.tenant, slowJob))?.body.state).toBe('running')
  letGo.resolve()
  await slow.finished(slowJob)
  await swept
}, 20_000)

test('a sync by itself that can’t begin keeps no other from beginning', async () => {
  const { connectors } = set.own().collections
  const all = Array.from({ length: 6 }, () => set.tenantOf())
  const ids = await Promise.all(all.map((own) => own.connect('zendesk', { pullContacts: true, syncEveryMinutes: 5 })))
  // Switched off in the moment in which it came due, as the sweep would see it.
  for (const [i, own] of all.entries()) {
    const stored = await connectors.get(own.tenant, ids[i]!)
    if (i % 2 === 0) await connectors.replace(stored!, { ...stored!.body, enabled: false })
  }
  set.platform.clock.at += 5 * 60_000
  await beginSyncs(set.own())
  const { connectorSyncs } = set.own().collections
  const begun = await Promise.all(all.map(({ tenant }, i) => connectorSyncs.count(tenant, { connectorId: ids[i]! })))
  expect(begun).toEqual([0, 1, 0, 1, 0, 1])
})
