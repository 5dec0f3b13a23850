import { endpointReplay, endpointUpdate, messageReceived, messageSent, replayRead } from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aMessage, type Dispatcher, openSubscriber, type Subscriber, startDispatcher } from './open-for-test.ts'

let store: SqliteStore
let now: number
let dispatcher: Dispatcher
let hook: Subscriber
beforeEach(async () => {
  store = openSqlite(':memory:')
  now = Date.parse('2026-03-01T12:00:00Z')
  dispatcher = await startDispatcher(store, { now: () => now }, {})
  hook = await openSubscriber()
})
afterEach(async () => {
  await dispatcher.stop()
  await hook.close()
  await store.close()
})
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 10_000, interval: 20 })
const words = () => hook.received.map(({ body }) => body.data.message.content)

it('a time range is delivered again under the same ids and in order, the types that are asked for', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.publish(messageReceived, 'cnv_1', [aMessage('before')])
  await until(() => expect(words()).toEqual(['before']))
  now += 60_000
  const from = new Date(now).toISOString()
  await dispatcher.publish(messageReceived, 'cnv_1', [aMessage('one'), aMessage('two')])
  await dispatcher.publish(messageSent, 'cnv_1', [aMessage('answer')])
  await until(() => expect(words()).toEqual(['before', 'one', 'two', 'answer']))
  const ids = hook.received.map(({ body }) => body.id)
  const to = new Date(now + 1_000).toISOString()
  hook.received.length = 0

  const wanted = { operationId: 'op_1', endpointId, from, to, events: ['message.received' as const] }
  const { jobId } = await dispatcher.ask(endpointReplay, wanted)
  expect(await dispatcher.ask(endpointReplay, wanted)).toEqual({ jobId })
  await until(async () =>
    expect(await dispatcher.ask(replayRead, { jobId })).toMatchObject({ state: 'finished', done: 2 }),
  )
  await until(() => expect(words()).toEqual(['one', 'two']))
  expect(hook.received.map(({ body }) => body.id)).toEqual(ids.slice(1, 3))
})

it('a disabled endpoint is not replayed to', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.ask(endpointUpdate, { endpointId, patch: { enabled: false } })
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
  await expect(dispatcher.ask(endpointReplay, { operationId: 'op_1', endpointId, ...range })).rejects.toMatchObject({
    code: 'conflict',
  })
})

it('a range that ends before it begins is refused, and one that is a moment is not', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  const ask = (from: string, to: string) =>
    dispatcher.ask(endpointReplay, { operationId: 'op_1', endpointId, from, to })
  await expect(ask('2026-03-02T00:00:00+02:00', '2026-03-01T21:59:59Z')).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'to', message: expect.stringContaining('from') }],
  })
  await expect(ask('2026-03-02T00:00:00+02:00', '2026-03-01T22:00:00Z')).resolves.toHaveProperty('jobId')
})
