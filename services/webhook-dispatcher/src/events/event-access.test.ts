import {
  newId,
  type OutboundEventType,
  outboundEventScopes,
  outboundEventType,
  type Scope,
  scopesOfEvents,
  webhookDispatcher,
} from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Dispatcher,
  openSubscriber,
  type Subscriber,
  startDispatcher,
} from '../../testing/start-test-dispatcher.ts'
import { endpoints } from '../endpoints/endpoint-document.ts'

let store: SqliteStore
let hook: Subscriber
let dispatcher: Dispatcher

beforeEach(async () => {
  store = openSqlite(':memory:')
  hook = await openSubscriber()
  dispatcher = await startDispatcher(store, { now: () => Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(async () => {
  await dispatcher.stop()
  await hook.close()
  await store.close()
})

const make = (scopes: Scope[] | undefined, endpoint: object = {}) =>
  dispatcher.ask(webhookDispatcher.queries.endpointCreate, {
    operationId: newId('op'),
    endpoint: { url: hook.url, ...endpoint },
    scopes,
  })
const sentTo = async (endpointId: string): Promise<OutboundEventType[]> =>
  (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId })).items.map(
    ({ event }: any) => event.type,
  )
const update = (endpointId: string, patch: object, scopes?: Scope[]) =>
  dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch, scopes })
const lacking = (...missing: Scope[]) => ({
  code: 'forbidden',
  status: 403,
  message: expect.stringMatching(new RegExp(`^This needs the scopes? ${missing.join(', ')}, `)),
})
const allButOne = (scope: Scope): Scope[] => ['settings', ...scopesOfEvents().filter((each) => each !== scope)]

describe.each(outboundEventType.options.map((type) => ({ type, scope: outboundEventScopes[type] as Scope })))(
  '$type',
  ({ type, scope }) => {
    it('goes to an endpoint whose maker may read it, and to no other', async () => {
      const may = await make(['settings', scope])
      const admin = await make(['admin'])
      const others = allButOne(scope).filter((each) => each !== scope)
      const mayNot = await make(others)
      await dispatcher.tell(type)
      expect(await sentTo(may.id)).toEqual([type])
      expect(await sentTo(admin.id)).toEqual([type])
      expect(await sentTo(mayNot.id)).toEqual([])
      expect(mayNot.scopes).toEqual(scopesOfEvents().filter((each) => each !== scope))
    })

    it('is named only by who may read it, for an endpoint and for a listener', async () => {
      const mayNot = allButOne(scope).filter((each) => each !== scope)
      const listen = (scopes: Scope[]) =>
        dispatcher.ask(webhookDispatcher.queries.listenerCreate, { operationId: newId('op'), events: [type], scopes })
      await expect(make(mayNot, { events: [type] })).rejects.toMatchObject(lacking(scope))
      await expect(listen(mayNot)).rejects.toMatchObject(lacking(scope))
      const { id } = await make(mayNot)
      await expect(update(id, { events: [type] }, mayNot)).rejects.toMatchObject(lacking(scope))
      expect((await make([scope], { events: [type] })).events).toEqual([type])
      expect((await listen([scope])).events).toEqual([type])
    })
  },
)

it('what an admin makes is sent everything and shows no limit', async () => {
  const { id, secret: _, ...made } = await make(['admin'])
  expect(made).not.toHaveProperty('scopes')
  for (const type of outboundEventType.options) await dispatcher.tell(type)
  expect((await sentTo(id)).sort()).toEqual([...outboundEventType.options].sort())
})

it('an endpoint of before goes on with everything, and only who may read everything changes it', async () => {
  const { id } = await make(undefined)
  const kept = await dispatcher.documents.collection(endpoints)
  const { body } = (await kept.get('acme', id))!
  const { carried: _, scopes: __, ...before } = body
  await kept.put('acme', id, before)
  await dispatcher.tell('message.sent')
  await dispatcher.tell('contact.created')
  expect((await sentTo(id)).sort()).toEqual(['contact.created', 'message.sent'])
  await expect(update(id, { description: 'mine' }, ['settings'])).rejects.toMatchObject(
    lacking('conversations', 'contacts', 'knowledge'),
  )
  expect(await update(id, { description: 'ours' }, ['admin'])).toMatchObject({ description: 'ours' })
})

it('nobody changes, removes or replays an endpoint that was ever sent more than they may read', async () => {
  const { id } = await make(['admin'], { events: ['message.sent'] })
  await dispatcher.tell('message.sent')
  const delivery = await vi.waitFor(async () => {
    const [found] = (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId: id })).items
    expect(found.state).toBe('delivered')
    return found
  })
  await update(id, { events: ['contact.created'] }, ['admin'])
  const ways: [any, object][] = [
    [webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { url: `${hook.url}/mine` } }],
    [webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { enabled: false } }],
    [webhookDispatcher.queries.secretRotate, { endpointId: id, operationId: 'op_1' }],
    [webhookDispatcher.queries.endpointReplay, { endpointId: id, operationId: 'op_2', since: '2026-01-01T00:00:00Z' }],
    [webhookDispatcher.queries.deliveryRetry, { deliveryId: delivery.id }],
    [webhookDispatcher.queries.endpointDelete, { endpointId: id }],
  ]
  for (const [question, body] of ways) {
    await expect(dispatcher.ask(question, { ...body, scopes: ['settings', 'contacts'] })).rejects.toMatchObject(
      lacking('conversations'),
    )
  }
  expect(await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).toMatchObject({
    url: hook.url,
    enabled: true,
  })
  for (const [question, body] of ways.slice(2)) {
    await dispatcher.ask(question, { ...body, scopes: ['settings', 'contacts', 'conversations'] })
  }
})

it('what a subscriber answered is shown only to who may read what it was sent', async () => {
  const { id } = await make(['admin'], { events: ['message.sent'] })
  await dispatcher.tell('message.sent')
  const repliesFor = async (scopes: Scope[]) => {
    const { items } = await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId: id, scopes })
    return items[0].attempts.map(({ status, reply }: any) => ({ status, reply }))
  }
  await vi.waitFor(async () =>
    expect(await repliesFor(['settings', 'conversations'])).toEqual([{ status: 200, reply: 'thanks' }]),
  )
  expect(await repliesFor(['settings'])).toEqual([{ status: 200, reply: undefined }])
})

it('an endpoint that was sent nothing to read is sent it once somebody who may sets its events', async () => {
  const { id } = await make(['settings'])
  await dispatcher.tell('message.sent')
  expect(await sentTo(id)).toEqual([])
  expect(await update(id, { description: 'mine' }, ['settings'])).toMatchObject({ scopes: ['settings'] })
  const named = await update(id, { events: [] }, ['settings', 'conversations'])
  expect(named.scopes).toEqual(['conversations', 'settings'])
  await dispatcher.tell('message.sent')
  expect(await sentTo(id)).toEqual(['message.sent'])
  await expect(update(id, { enabled: false }, ['settings'])).rejects.toMatchObject(lacking('conversations'))
  expect(await update(id, { events: [] }, ['admin'])).not.toHaveProperty('scopes')
})

it('a listener is read and ended only by who may read what it hears', async () => {
  const { id } = await dispatcher.ask(webhookDispatcher.queries.listenerCreate, {
    operationId: newId('op'),
    events: ['message.sent'],
    scopes: ['admin'],
  })
  const read = async () => {
    const body = { listenerId: id, scopes: ['settings'] }
    for await (const part of dispatcher.open(
      webhookDispatcher.streams.listenerFollow,
      body,
      new AbortController().signal,
    ))
      return part
  }
  await expect(read()).rejects.toMatchObject(lacking('conversations'))
  const end = (scopes: Scope[]) => dispatcher.ask(webhookDispatcher.queries.listenerDelete, { listenerId: id, scopes })
  await expect(end(['settings'])).rejects.toMatchObject(lacking('conversations'))
  await end(['settings', 'conversations'])
})
