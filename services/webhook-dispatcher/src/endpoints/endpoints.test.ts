import { chat, newId, webhookDispatcher } from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  aMessage,
  type Dispatcher,
  openSubscriber,
  type Subscriber,
  startDispatcher,
} from '../../testing/start-test-dispatcher.ts'
import { healthAfter } from './endpoint-health.ts'
import { signPayload } from './sign-payload.ts'

const day = 24 * 3_600_000
let store: SqliteStore
let now: number
let hook: Subscriber
let dispatcher: Dispatcher

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  store = openSqlite(':memory:')
  hook = await openSubscriber()
  dispatcher = await startDispatcher(store, { now: () => now })
})
afterEach(async () => {
  await dispatcher.stop()
  await hook.close()
  await store.close()
})

const rotate = (endpointId: string, operationId = newId('op')) =>
  dispatcher.ask(webhookDispatcher.queries.secretRotate, { operationId, endpointId })
const signatures = (text: string, id: string, secrets: string[]) =>
  signPayload({ id, body: text, timestampSeconds: Math.floor(now / 1_000) }, secrets)
async function delivered(word: string) {
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', [aMessage(word)])
  return vi.waitFor(() => {
    const found = hook.received.find(({ body }) => body.data.message.content === word)
    expect(found).toBeDefined()
    return found!
  })
}

const tested = (endpointId: string, operationId = 'op_1') =>
  dispatcher.ask(webhookDispatcher.queries.endpointTest, { operationId, endpointId })
/** The ledger entry of a delivery, once it waits for nothing any more. */
const settled = (endpointId: string, deliveryId: string) =>
  vi.waitFor(async () => {
    const { items } = await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId })
    const entry = items.find(({ id }: { id: string }) => id === deliveryId)!
    expect(entry.state).not.toBe('pending')
    return entry
  })

describe('endpoints', () => {
  it('show their secret once, when they are made', async () => {
    const made = await dispatcher.create(hook.url, { events: ['message.sent'], description: 'CRM' })
    expect(made).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: hook.url,
      events: ['message.sent'],
      description: 'CRM',
      enabled: true,
      createdAt: '2026-03-01T12:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    })
    const { secret, ...shown } = made
    expect(await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: made.id })).toEqual(shown)
    expect(await dispatcher.ask(webhookDispatcher.queries.endpointList, {})).toEqual({
      items: [shown],
      nextCursor: null,
    })
    const kept = await dispatcher.documents.collection<any>({ name: 'webhook-dispatcher-endpoints', indexes: [] })
    expect(JSON.stringify(await kept.get('acme', made.id))).not.toContain(secret.slice(6))
  })

  it('are made once for an operation, with the same secret', async () => {
    const request = { operationId: 'op_1', endpoint: { url: hook.url } }
    const [one, again] = [
      await dispatcher.ask(webhookDispatcher.queries.endpointCreate, request),
      await dispatcher.ask(webhookDispatcher.queries.endpointCreate, request),
    ]
    expect(again).toEqual(one)
    expect((await dispatcher.ask(webhookDispatcher.queries.endpointList, {})).items).toHaveLength(1)
    expect((await dispatcher.ask(webhookDispatcher.queries.endpointCreate, request, 'other-tenant')).secret).not.toBe(
      one.secret,
    )
  })

  it.each([
    'http://10.0.0.1/hook',
    'http://169.254.169.254/',
    'https://[::1]/',
    'http://0x7f000002/',
    'http://127.1.1.1/',
  ])('at %s are refused, naming the setting that would permit it', async (url) => {
    const refusal = {
      code: 'invalid_request',
      errors: [{ path: 'url', message: expect.stringContaining('OUTBOUND_ALLOW') }],
    }
    await expect(dispatcher.create(url)).rejects.toMatchObject(refusal)
    const { id } = await dispatcher.create(hook.url)
    await expect(
      dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { url } }),
    ).rejects.toMatchObject(refusal)
  })

  it('change in what is given, and nothing else', async () => {
    const { id, secret: _, ...made } = await dispatcher.create(hook.url, { description: 'CRM' })
    const patched = await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, {
      endpointId: id,
      patch: { events: ['message.sent'] },
    })
    expect(patched).toEqual({ id, ...made, events: ['message.sent'] })
  })

  it('of another tenant are not found, by any question', async () => {
    const { id } = await dispatcher.create(hook.url)
    const { id: deliveryId } = await dispatcher.ask(webhookDispatcher.queries.endpointTest, {
      operationId: 'op_1',
      endpointId: id,
    })
    const questions: [any, object][] = [
      [webhookDispatcher.queries.endpointRead, { endpointId: id }],
      [webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { enabled: false } }],
      [webhookDispatcher.queries.endpointDelete, { endpointId: id }],
      [webhookDispatcher.queries.endpointTest, { endpointId: id, operationId: 'op_2' }],
      [webhookDispatcher.queries.secretRotate, { endpointId: id, operationId: 'op_3' }],
      [webhookDispatcher.queries.deliveryList, { endpointId: id }],
      [webhookDispatcher.queries.deliveryRetry, { deliveryId }],
    ]
    for (const [contract, body] of questions)
      await expect(dispatcher.ask(contract, body, 'other-tenant')).rejects.toMatchObject({ code: 'not_found' })
    expect((await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).enabled).toBe(true)
  })
})

describe('rotation', () => {
  it('both secrets sign for 24 hours, then the new one alone', async () => {
    const { id, secret: old } = await dispatcher.create(hook.url)
    const { secret } = await rotate(id)
    expect(secret).not.toBe(old)
    now += day - 1
    const both = await delivered('both')
    expect(both.headers).toMatchObject(signatures(both.text, both.body.id, [secret, old]))
    now += 1
    const alone = await delivered('alone')
    expect(alone.headers).toMatchObject(signatures(alone.text, alone.body.id, [secret]))
  })

  it('happens once for an operation', async () => {
    const { id } = await dispatcher.create(hook.url)
    const once = await rotate(id, 'op_1')
    expect(await rotate(id, 'op_1')).toEqual(once)
    const one = await delivered('hello')
    expect(String(one.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  it('is refused while ten secrets are live', async () => {
    const { id } = await dispatcher.create(hook.url)
    for (let i = 0; i < 9; i++) await rotate(id)
    await expect(rotate(id)).rejects.toMatchObject({ code: 'conflict' })
    now += day
    await rotate(id)
  })
})

it('another ENCRYPTION_KEY is told in the ledger, and a rotation mends it', async () => {
  const { id } = await dispatcher.create(hook.url)
  await dispatcher.stop()
  dispatcher = await startDispatcher(store, { now: () => now }, { env: { ENCRYPTION_KEY: 'another' } })
  const test = async (operationId: string) => settled(id, (await tested(id, operationId)).id)
  expect(await test('op_1')).toMatchObject({
    state: 'failed',
    attempts: [{ error: expect.stringContaining('ENCRYPTION_KEY') }],
  })
  expect(hook.received).toEqual([])
  const { secret } = await rotate(id)
  expect(await test('op_2')).toMatchObject({ state: 'delivered' })
  const { headers, text, body } = hook.received[0]!
  expect(headers).toMatchObject(signatures(text, body.id, [secret]))
})

describe('a test event', () => {
  it('is sent at once and answers its ledger entry, disabled or not, whatever the filter', async () => {
    const { id } = await dispatcher.create(hook.url, { events: ['message.sent'] })
    await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { enabled: false } })
    const { id: deliveryId } = await tested(id)
    const entry = await settled(id, deliveryId)
    expect(entry).toMatchObject({ state: 'delivered', attempts: [{ status: 200, reply: 'thanks' }] })
    expect(hook.received[0]!.body).toMatchObject({ type: 'knowledge.updated', data: { change: 'updated' } })
    expect(await tested(id)).toEqual(entry)
    expect(hook.received).toHaveLength(1)
  })

  it('does not wait for what the endpoint says, and asked again meanwhile goes out once', async () => {
    const held = Promise.withResolvers<void>()
    hook.answer = (_received, response) => void held.promise.then(() => response.end('at last'))
    const { id } = await dispatcher.create(hook.url)
    const entry = await tested(id)
    expect(entry).toMatchObject({ state: 'pending', attempts: [] })
    await vi.waitFor(() => expect(hook.received).toHaveLength(1))
    expect(await tested(id)).toEqual(entry)
    held.resolve()
    expect(await settled(id, entry.id)).toMatchObject({ state: 'delivered', attempts: [{ reply: 'at last' }] })
    expect(hook.received).toHaveLength(1)
  })

  it('that fails is not tried again', async () => {
    hook.answer = (_received, response) => response.writeHead(500).end()
    const { id } = await dispatcher.create(hook.url)
    const entry = await settled(id, (await tested(id)).id)
    expect(entry).toMatchObject({ state: 'failed', attempts: [{ status: 500 }] })
    expect(entry).not.toHaveProperty('nextAttemptAt')
  })
})

describe('health', () => {
  const endpoint = { url: 'https://x.example/', events: [], enabled: true, createdAt: '', secrets: [] }

  it('five days of nothing but failure disable an endpoint and say so', () => {
    const failing = healthAfter(endpoint, 'failed', now)!
    expect(failing).toEqual({ ...endpoint, failingSince: now, awaySince: now })
    expect(healthAfter(failing, 'failed', now + 5 * day - 1)).toBeUndefined()
    expect(healthAfter(failing, 'failed', now + 5 * day)).toMatchObject({
      enabled: false,
      disabledReason: 'No delivery has succeeded for five days, since 2026-03-01T12:00:00.000Z.',
    })
  })

  it('one success starts the five days anew', () => {
    const release = { at: now + day, what: 'failed' }
    expect(healthAfter({ ...endpoint, failingSince: now }, 'delivered', now + day)).toEqual({ ...endpoint, release })
    expect(healthAfter(endpoint, 'delivered', now)).toBeUndefined()
  })
})

it('the ledger forgets after 30 days', async () => {
  const { id } = await dispatcher.create(hook.url)
  await delivered('hello')
  await vi.waitFor(async () =>
    expect((await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId: id })).items[0].state).toBe(
      'delivered',
    ),
  )
  await dispatcher.stop()
  now += 30 * day + 1
  dispatcher = await startDispatcher(store, { now: () => now })
  await vi.waitFor(async () =>
    expect((await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId: id })).items).toEqual([]),
  )
})

it('without an ENCRYPTION_KEY the service does not start, and says why', async () => {
  const env = { ENCRYPTION_KEY: undefined as unknown as string }
  await expect(startDispatcher(store, { now: () => now }, { env })).rejects.toThrow('ENCRYPTION_KEY: your own secret')
})
