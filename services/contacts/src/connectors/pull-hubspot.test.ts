import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestConnectors } from '../../testing/start-test-connectors.ts'

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

const numbers = Array.from({ length: 250 }, (_, i) => i + 1)
const addressOf = (i: number) => `c${i}@example.com`
const addresses = async () => (await own.contacts()).map(({ email }) => email).sort()

test.each([
  ['each of its own time', () => numbers.map((i) => set.hubspot.write(String(i), { email: addressOf(i) }))],
  ['all of one time', () => set.hubspot.writeAtOnce(numbers.map((i) => [String(i), { email: addressOf(i) }]))],
])(
  'a pull misses no contact although some are edited between its pages: %s',
  async (_, writeAll) => {
    const connectorId = await own.connect('hubspot', { pullContacts: true })
    writeAll()
    let edits = 0
    set.hubspot.holdReplies(async ({ path }) => {
      if (path.endsWith('/search') && edits < 3) set.hubspot.write(String(++edits), { firstname: `Edited ${edits}` })
    })
    const { counts, error } = await own.sync(connectorId)
    expect([error, counts.created, counts.updated]).toEqual([undefined, 250, expect.any(Number)])
    expect(await addresses()).toEqual(numbers.map(addressOf).sort())
    expect(edits).toBeGreaterThan(2)
    await own.sync(connectorId)
    expect((await own.contacts()).filter(({ name }) => name?.startsWith('Edited'))).toHaveLength(edits)
  },
  20_000,
)

test('what their search shows late comes with the next sync, and what is old comes no more', async () => {
  const { hubspot, platform } = set
  const connectorId = await own.connect('hubspot', { pullContacts: true })
  hubspot.write('1', { email: addressOf(1) })
  hubspot.write('2', { email: addressOf(2) })
  hubspot.hidden.add('1')
  await own.sync(connectorId)
  expect(await addresses()).toEqual([addressOf(2)])
  hubspot.hidden.clear()
  await own.sync(connectorId)
  expect(await addresses()).toEqual([addressOf(1), addressOf(2)])
  platform.clock.at += 10 * 60_000
  await own.sync(connectorId)
  expect((await own.sync(connectorId)).counts.pulled).toBe(1)
})

test('a contact that was stamped before a push and stored after it goes with the next one', async () => {
  const { hubspot, platform } = set
  const connectorId = await own.connect('hubspot', { pushContacts: true })
  await own.make({ name: 'Eva', email: 'eva@example.com' })
  platform.clock.at += 3_000
  await own.make({ name: 'Bo', email: 'bo@example.com' })
  await own.sync(connectorId)
  const { contacts } = set.own().collections
  const [eva] = (await contacts.find(own.tenant, { where: { name: 'Eva' } })).items
  await contacts.put(own.tenant, eva!.id, { ...eva!.body, name: 'Evelina' })
  await own.sync(connectorId)
  expect(hubspot.contacts.map(({ properties }) => properties.firstname).sort()).toEqual(['Bo', 'Evelina'])
})
