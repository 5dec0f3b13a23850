import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  aMessage,
  type Dispatcher,
  openSubscriber,
  type Subscriber,
  startDispatcher,
} from '../../testing/start-test-dispatcher.ts'

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
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds)
/** The end of a replay is an event too, which may come before or after what is looked at. */
const messages = () => hook.received.map(({ body }) => body).filter(({ data }) => data.message)
const words = () => messages().map(({ data }) => data.message.content)

it('a time range is delivered again under the same ids and in order, the types that are asked for', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('before')])
  await until(() => expect(words()).toEqual(['before']))
  now += 60_000
  const from = new Date(now).toISOString()
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('one'), aMessage('two')])
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', [aMessage('answer')])
  await until(() => expect(words()).toEqual(['before', 'one', 'two', 'answer']))
  const ids = messages().map(({ id }) => id)
  const to = new Date(now + 1_000).toISOString()
  hook.received.length = 0

  const wanted = { operationId: 'op_1', endpointId, from, to, events: ['message.received' as const] }
  const { jobId } = await dispatcher.ask(webhookDispatcher.queries.endpointReplay, wanted)
  expect(await dispatcher.ask(webhookDispatcher.queries.endpointReplay, wanted)).toEqual({ jobId })
  await until(async () => {
    now += 1_000
    expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })).toMatchObject({
      state: 'finished',
      done: 2,
    })
  })
  await until(() => expect(words()).toEqual(['one', 'two']))
  expect(messages().map(({ id }) => id)).toEqual(ids.slice(1, 3))
})

it('test events are not replayed', async () => {
  hook.answer = (_received, response) => response.writeHead(500).end()
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.ask(webhookDispatcher.queries.endpointTest, { operationId: 'op_1', endpointId })
  const states = async () =>
    (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId })).items.map(({ state }: any) => state)
  await until(async () => expect(await states()).toEqual(['failed']))
  hook.answer = (_received, response) => response.end()
  for (const [operationId, selection] of [
    ['op_2', { state: 'failed' }],
    ['op_3', { since: '2026-01-01T00:00:00Z' }],
  ] as const) {
    const wanted = { operationId, endpointId, events: ['knowledge.updated' as const], ...selection }
    const { jobId } = await dispatcher.ask(webhookDispatcher.queries.endpointReplay, wanted)
    await until(async () => {
      now += 1_000
      const job = await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })
      expect(job).toMatchObject({ state: 'finished', total: 0 })
    })
  }
  expect(hook.received.filter(({ body }) => body.test)).toHaveLength(1)
})

it('a disabled endpoint is not replayed to', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: { enabled: false } })
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
  await expect(
    dispatcher.ask(webhookDispatcher.queries.endpointReplay, { operationId: 'op_1', endpointId, ...range }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
})

it('a range that ends before it begins is refused, and one that is a moment is not', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  const ask = (from: string, to: string) =>
    dispatcher.ask(webhookDispatcher.queries.endpointReplay, { operationId: 'op_1', endpointId, from, to })
  await expect(ask('2026-03-02T00:00:00+02:00', '2026-03-01T21:59:59Z')).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'to', message: expect.stringContaining('from') }],
  })
  await expect(ask('2026-03-02T00:00:00+02:00', '2026-03-01T22:00:00Z')).resolves.toHaveProperty('jobId')
})

it('counts as done what was delivered, and has finished when nothing is pending', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('one'), aMessage('two')])
  await dispatcher.publish(chat.events.messageReceived, 'cnv_2', [aMessage('three')])
  await until(() => expect(words().sort()).toEqual(['one', 'three', 'two']))
  hook.answer = ({ body }, response) => response.writeHead(body.key === 'cnv_1' ? 500 : 200).end()
  const since = new Date(now - 1_000).toISOString()
  const { jobId } = await dispatcher.ask(webhookDispatcher.queries.endpointReplay, {
    operationId: 'op_1',
    endpointId,
    since,
  })
  const job = () => dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })
  await until(async () => {
    now += 1_000
    expect(await job()).toMatchObject({ state: 'running', total: 3, done: 1, delivered: 1, pending: 2, failed: 0 })
  })
  hook.answer = (_received, response) => response.end()
  await until(async () => {
    now += 60_000
    expect(await job()).toMatchObject({ state: 'finished', total: 3, done: 3, delivered: 3, pending: 0, failed: 0 })
  })
})

it('what fails again is counted as that, and is what the next replay of what failed picks', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url, { events: ['message.received'] })
  const enable = (enabled: boolean) =>
    dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: { enabled } })
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('fine')])
  await until(() => expect(words()).toEqual(['fine']))
  await enable(false)
  const many = Array.from({ length: 120 }, (_, i) => aMessage(`${i}`))
  await dispatcher.publish(chat.events.messageReceived, 'cnv_2', many)
  const failed = async () => {
    const page = { endpointId, state: 'failed', limit: 100 }
    const { items, nextCursor } = await dispatcher.ask(webhookDispatcher.queries.deliveryList, page)
    return nextCursor
      ? items.length +
          (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { ...page, cursor: nextCursor })).items.length
      : items.length
  }
  await until(async () => expect(await failed()).toBe(120))
  await enable(true)
  hook.answer = (_received, response) => response.writeHead(410).end()
  const replay = async (operationId: string) =>
    (await dispatcher.ask(webhookDispatcher.queries.endpointReplay, { operationId, endpointId, state: 'failed' }))
      .jobId as string
  const first = await replay('op_1')
  const finished = (jobId: string) =>
    until(async () => {
      now += 1_000
      expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })).toMatchObject({
        state: 'finished',
        pending: 0,
      })
    })
  await finished(first)
  expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId: first })).toMatchObject({
    total: 120,
    done: 0,
    failed: 120,
  })
  await enable(true)
  hook.answer = (_received, response) => response.end()
  hook.received.length = 0
  const second = await replay('op_2')
  await finished(second)
  expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId: second })).toMatchObject({
    total: 120,
    done: 120,
    failed: 0,
  })
  expect(words()).toEqual(many.map(({ message }) => message.content))
  expect(await failed()).toBe(0)
}, 30_000)

it('goes on where it stopped, when its process dies', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('one'), aMessage('two')])
  await until(() => expect(words()).toEqual(['one', 'two']))
  hook.answer = (_received, response) => response.writeHead(500).end()
  const since = new Date(now - 1_000).toISOString()
  const { jobId } = await dispatcher.ask(webhookDispatcher.queries.endpointReplay, {
    operationId: 'op_1',
    endpointId,
    since,
  })
  await until(async () =>
    expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })).toMatchObject({
      total: 2,
      pending: 2,
    }),
  )
  await dispatcher.stop()
  hook.answer = (_received, response) => response.end()
  dispatcher = await startDispatcher(store, { now: () => now }, {})
  await until(async () => {
    now += 60_000
    expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId })).toMatchObject({
      state: 'finished',
      done: 2,
      pending: 0,
    })
  })
})

it('a selection of nothing, or one that says two things, is refused', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  const at = '2026-03-01T00:00:00Z'
  const refusal = (path: string) => ({ code: 'invalid_request', errors: [{ path }] })
  const ask = (selection: object) =>
    dispatcher.ask(webhookDispatcher.queries.endpointReplay, { operationId: 'op_1', endpointId, ...selection })
  await expect(ask({})).rejects.toMatchObject(refusal('from'))
  await expect(ask({ to: at })).rejects.toMatchObject(refusal('from'))
  await expect(ask({ since: at, from: at })).rejects.toMatchObject(refusal('since'))
  await expect(ask({ from: '2026-03-02T00:00:00Z', to: at })).rejects.toMatchObject(refusal('to'))
})

it('the ledger is filtered by state, event and time', async () => {
  const { id: endpointId } = await dispatcher.create(hook.url)
  const list = async (filter: object) =>
    (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId, limit: 100, ...filter })).items.map(
      ({ event }: any) => event.type,
    )
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('one')])
  await until(async () => expect(await list({ state: 'delivered' })).toEqual(['message.received']))
  now += 86_400_000
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', [aMessage('two')])
  await until(async () => expect(await list({ state: 'delivered' })).toEqual(['message.sent', 'message.received']))
  expect(await list({ state: 'failed' })).toEqual([])
  expect(await list({ event: 'message.received' })).toEqual(['message.received'])
  expect(await list({ from: '2026-03-02' })).toEqual(['message.sent'])
  expect(await list({ to: '2026-03-01' })).toEqual(['message.received'])
  expect(await list({ from: '2026-03-01T13:00:00+01:00', to: '2026-03-02T12:00:00Z' })).toEqual(['message.received'])
  expect(await list({ event: 'message.sent', to: '2026-03-01' })).toEqual([])
})
