import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notificationFor, signedNotification } from '../../testing/fakes/meta-fake.ts'
import { startTestChannels } from '../../testing/start-test-channels.ts'

const appSecret = 'the secret of an app'
const secrets = { appSecret, verifyToken: 'a word', accessToken: 'a token' }
const [one, two] = ['111111111', '222222222'] as const
const path = '/api/webhooks/whatsapp'

let channels: Awaited<ReturnType<typeof startTestChannels>>
let store: ReturnType<typeof openSqlite>
beforeEach(async () => {
  store = openSqlite(':memory:')
  channels = await startTestChannels({ store })
})
afterEach(async () => {
  await channels.stop()
  await store.close()
})

const make = (address: string, tenant = 'acme') =>
  channels.create({ kind: 'whatsapp', provider: 'meta', address }, secrets, tenant)

/** A message to each of these numbers, in one notification. */
function post(numbers: readonly string[], target = path, secret = appSecret) {
  const parts = numbers.map((number) => {
    const text = { body: `To ${number}` }
    const message = { id: `wamid.${number}`, from: '46701234567', type: 'text', timestamp: '1767225600', text }
    return notificationFor(number, { messages: [message] })
  })
  const entry = parts.flatMap((part) => part.entry)
  return channels.receive(target, signedNotification({ ...parts[0]!, entry }, secret))
}
const taken = (count: number) =>
  vi.waitFor(() => {
    expect(channels.taken).toHaveLength(count)
    return channels.taken.map(({ tenant, message }) => `${tenant}: ${message}`).sort()
  }, 5_000)

it('a notification for two numbers is taken by both, of whatever tenants', async () => {
  await make(one)
  await make(two, 'globex')
  expect((await post([one, two])).status).toBe(200)
  expect(await taken(2)).toEqual([`acme: To ${one}`, `globex: To ${two}`])
  expect((await post([one, two])).status).toBe(200)
  expect((await post([one, two], path, 'another secret')).status).toBe(401)
  expect(channels.taken).toHaveLength(2)
})

it("so is one that comes to one channel's URL, if it says nothing to that channel too", async () => {
  const { id } = await make(one)
  await make(two)
  expect((await post([two], `${path}/${id}`)).status).toBe(200)
  expect(await taken(1)).toEqual([`acme: To ${two}`])
  expect((await post([one, two], `${path}/${id}`)).status).toBe(200)
  expect(await taken(2)).toEqual([`acme: To ${one}`, `acme: To ${two}`])
})

it('a channel whose secrets can not be opened hides no other', async () => {
  await make(one)
  const { id } = await make(two)
  await channels.stop()
  channels = await startTestChannels({ store, env: { ENCRYPTION_KEY: 'another key' } })
  await expect(post([one, two])).rejects.toMatchObject({ code: 'internal' })
  await channels.rotate(id, secrets)
  expect((await post([one, two])).status).toBe(200)
  expect(await taken(1)).toEqual([`acme: To ${two}`])
  const counted = await channels.context().health.registry.metrics()
  expect(counted).toMatch(/verdict="unopened"\} 2$/m)
})

it('what could not be stored for one channel comes again, and the other knows its part', async () => {
  await make(one)
  await make(two, 'globex')
  const { requests } = channels.context().collections
  const insert = vi.spyOn(requests, 'insert').mockRejectedValueOnce(new Error('the disk is full'))
  await expect(post([one, two])).rejects.toMatchObject({ code: 'internal' })
  expect(await taken(1)).toHaveLength(1)
  insert.mockRestore()
  expect((await post([one, two])).status).toBe(200)
  expect(await taken(2)).toEqual([`acme: To ${one}`, `globex: To ${two}`])
})

it('a message that can not be read fails none of its neighbours, and is a dead letter', async () => {
  await make(one)
  const base = { timestamp: '1767225600', type: 'text' }
  const messages = [
    { ...base, id: 'wamid.1', from: '46701234567', text: { body: 'Fine' } },
    { ...base, id: 'wamid.2', text: { body: 'From nobody' } },
    { ...base, id: 'wamid.3', from: '46701234568', type: 'location', location: { latitude: 1, name: null } },
  ]
  const sent = signedNotification(notificationFor(one, { messages }), appSecret)
  expect((await channels.receive(path, sent)).status).toBe(200)
  expect(await taken(2)).toEqual(['acme: Fine', 'acme: [A message that could not be read]'])
  await vi.waitFor(async () => {
    const { items } = await channels.ports.bus.deadLetters.list('acme', { limit: 10 })
    expect(items).toMatchObject([{ reason: { code: 'invalid_request', message: expect.stringContaining('wamid.2') } }])
  })
  await vi.waitFor(async () => {
    const { items } = await channels.context().collections.requests.find('acme', {})
    expect(items).toMatchObject([{ body: { state: 'failed', lanes: [expect.any(String)] } }])
  })
})
