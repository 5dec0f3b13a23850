import { randomBytes } from 'node:crypto'
import { chat, ingest, listenerInput, newId, webhookDispatcher } from '@frontdesk/contracts'
import { update } from '@frontdesk/documents'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  aMessage,
  aSource,
  type Dispatcher,
  openSubscriber,
  startDispatcher,
} from '../../testing/start-test-dispatcher.ts'
import { signPayload } from '../endpoints/sign-payload.ts'
import { listenerEvents, listeners } from './listener-document.ts'
import { endListeners } from './listener-store.ts'
import { notifyListeners } from './notify-listeners.ts'

let store: SqliteStore
let now: number
let dispatcher: Dispatcher
const leaving: (() => Promise<void>)[] = []

beforeEach(async () => {
  store = await openSqlite(':memory:')
  now = Date.parse('2026-03-01T12:00:00Z')
  dispatcher = await startDispatcher(store, { now: () => now })
})
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave()
  await dispatcher.stop()
  await store.close()
})

const listen = (more: object = {}, tenant?: string) =>
  dispatcher.ask(webhookDispatcher.queries.listenerCreate, { operationId: newId('evt'), events: [], ...more }, tenant)

/** Reads a listener in the background, once it is `ready`. */
async function follow(listenerId: string, after?: number) {
  const end = new AbortController()
  const parts: any[] = []
  let failure: any
  const body = { listenerId, ...(after !== undefined && { after }) }
  const reading = (async () => {
    for await (const part of dispatcher.open(webhookDispatcher.streams.listenerFollow, body, end.signal))
      parts.push(part)
  })().catch((error) => {
    failure = error
  })
  const leave = async () => {
    end.abort()
    await reading
  }
  leaving.push(leave)
  await vi.waitFor(() => expect(parts.length + (failure ? 1 : 0)).toBeGreaterThan(0))
  return { parts, leave, deliveries: () => parts.filter(({ type }) => type === 'delivery'), failure: () => failure }
}
const countEvents = async () => (await dispatcher.documents.collection(listenerEvents)).count('acme')

/** What the dispatcher's own work is given. */
async function contextOf(): Promise<any> {
  const { documents } = dispatcher
  const collections = {
    listeners: await documents.collection(listeners),
    listenerEvents: await documents.collection(listenerEvents),
  }
  const commit = (into: any, name: string, decide: any) => update(into, 'acme', name, decide)
  const context = { tenant: 'acme', collections, commit, clock: { now: () => now }, forTenant: () => context }
  return context
}
const until = (check: () => unknown) => vi.waitFor(check)

it('a listener is sent what an endpoint is sent, to the byte, signed with its own secret', async () => {
  const subscriber = await openSubscriber()
  leaving.push(subscriber.close)
  await dispatcher.create(subscriber.url)
  const { id, secret } = await listen()
  const reader = await follow(id)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [
    aMessage('Hello SECRET'),
    aMessage('Again'),
    aMessage('Bye'),
  ])
  await until(() => expect(reader.deliveries()).toHaveLength(3))
  await until(() => expect(subscriber.received).toHaveLength(3))

  expect(reader.deliveries().map(({ body }) => body)).toEqual(subscriber.received.map(({ text }) => text))
  expect(reader.deliveries().map(({ number, event }) => [number, event.sequence])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect(reader.deliveries()[0].body).not.toContain('SECRET')
  for (const { event, headers, body } of reader.deliveries()) {
    expect(headers).toMatchObject(signPayload({ id: event.id, body, timestampSeconds: now / 1_000 }, [secret]))
  }
})

it('whoever comes back gets what came meanwhile, and nothing twice', async () => {
  const { id } = await listen()
  const reader = await follow(id)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('One')])
  await until(() => expect(reader.deliveries()).toHaveLength(1))
  await reader.leave()
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('Two')])
  await dispatcher.publish(chat.events.messageReceived, 'cnv_2', [aMessage('Three')])
  const again = await follow(id, reader.deliveries()[0].number)
  await until(() => expect(again.deliveries()).toHaveLength(2))
  expect(again.deliveries().map(({ number }) => number)).toEqual([2, 3])
})

it('a filter, and the border between tenants, hold', async () => {
  const { id } = await listen({ events: ['knowledge.updated'] })
  const reader = await follow(id)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('Not this')])
  await dispatcher.publish(
    ingest.events.knowledgeUpdated,
    'src_1',
    [{ source: aSource(), change: 'created' }],
    'neighbours',
  )
  await dispatcher.publish(ingest.events.knowledgeUpdated, 'src_2', [
    { source: aSource({ id: 'src_2' }), change: 'created' },
  ])
  await until(() => expect(reader.deliveries()).toHaveLength(1))
  expect(reader.deliveries()[0].event).toMatchObject({ type: 'knowledge.updated', key: 'src_2' })
  const refused = await dispatcher
    .ask(webhookDispatcher.queries.listenerDelete, { listenerId: id }, 'neighbours')
    .catch((error) => error)
  expect(refused.code).toBe('not_found')
})

it('a listener may sign with a secret of its own; the same operation makes one listener', async () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const operationId = newId('evt')
  const [one, other] = [await listen({ secret, operationId }), await listen({ secret, operationId })]
  expect(one).toEqual(other)
  expect(one.secret).toBe(secret)
  const takes = (bytes: number) => listenerInput.safeParse({ secret: `whsec_${randomBytes(bytes).toString('base64')}` })
  for (let bytes = 16; bytes < 80; bytes++) expect(takes(bytes).success, `${bytes}`).toBe(bytes >= 24 && bytes <= 64)
  for (const wrong of ['short', secret.slice(6), `${secret}=`, `${secret}AA`])
    expect((await listen({ secret: wrong }).catch((error) => error)).code, wrong).toBe('invalid_request')
})

it('it ends when it is told to, or when its reader does not come back, and keeps nothing', async () => {
  const [told, left] = [await listen(), await listen()]
  const [reader, leaver] = [await follow(told.id), await follow(left.id)]
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('One')])
  await until(() => expect(reader.deliveries()).toHaveLength(1))
  await until(() => expect(leaver.deliveries()).toHaveLength(1))
  await dispatcher.ask(webhookDispatcher.queries.listenerDelete, { listenerId: told.id })
  await until(() => expect(reader.failure()).toMatchObject({ code: 'not_found' }))

  await leaver.leave()
  now += 61_000
  expect((await follow(left.id)).failure()).toMatchObject({ code: 'not_found' })
  await endListeners(await contextOf())
  expect(await countEvents()).toBe(0)
})

it('a number whose event is still on its way is waited for, so that nothing is passed over', async () => {
  const { id } = await listen()
  const [begun, kept] = [
    await dispatcher.documents.collection(listeners),
    await dispatcher.documents.collection(listenerEvents),
  ]
  const late = (number: number) => {
    const event = { id: `evt_${number}`, type: 'message.sent', key: `cnv_${number}`, sequence: 1 }
    return kept.insert('acme', `${id}/${number}`, { listenerId: id, number, event, body: '{}', heardAt: now })
  }
  const { body } = (await begun.get('acme', id))!
  await begun.put('acme', id, { ...body, last: 3 })
  await late(3)
  await late(2)
  const reader = await follow(id)
  await late(1)
  await until(() => expect(reader.deliveries().map(({ number }) => number)).toEqual([1, 2, 3]))
})

it('the same event again has the same number, also when a process died in the middle', async () => {
  const { id } = await listen()
  const context = await contextOf()
  const { collections } = context
  const tell = async (event: string) => {
    const about = { event: { id: event, type: 'message.sent', key: 'cnv_1', sequence: 1 }, body: '{}' }
    await notifyListeners([(await collections.listeners.get('acme', id))!], about, context)
  }
  await tell('evt_1')
  await collections.listenerEvents.remove('acme', `${id}/1`)
  for (const event of ['evt_1', 'evt_2', 'evt_1', 'evt_2']) await tell(event)
  const { items } = await collections.listenerEvents.find('acme', { sort: { field: 'number', direction: 'asc' } })
  expect(items.map(({ body }: any) => [body.number, body.event.id])).toEqual([
    [1, 'evt_1'],
    [2, 'evt_2'],
  ])
})

/** Tells a listener of an event; `between` runs when it has a number and is not there yet. */
async function tellWith(id: string, event: string, between: () => Promise<void> = async () => {}) {
  const context = await contextOf()
  const { listenerEvents, listeners } = context.collections
  const own = Object.assign(Object.create(listenerEvents), {
    insert: async (...given: any[]) => {
      await between()
      return listenerEvents.insert(...given)
    },
  })
  const about = { event: { id: event, type: 'message.sent', key: 'cnv_1', sequence: 1 }, body: '{}' }
  const told = [(await listeners.get('acme', id))!]
  await notifyListeners(told, about, { ...context, collections: { listeners, listenerEvents: own } })
}

/** Lets that much time pass for who reads. */
function pass(ms: number) {
  const time = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => time() + ms)
  leaving.push(async () => spy.mockRestore())
}

it('an event whose process died on the way is read when it comes again, though its number was given up', async () => {
  const { id } = await listen()
  const reader = await follow(id)
  const receivedBy = () => reader.deliveries().map(({ number, event }) => [number, event.id])
  const death = () => Promise.reject(new Error('killed'))
  await expect(tellWith(id, 'evt_1', death)).rejects.toThrow('killed')
  await tellWith(id, 'evt_2')
  // The reader has met the hole.
  await expect(vi.waitFor(() => expect(receivedBy()).not.toEqual([]), 500)).rejects.toThrow()
  pass(6_000)
  await until(() => expect(receivedBy()).toEqual([[2, 'evt_2']]))
  for (const event of ['evt_1', 'evt_2', 'evt_1']) await tellWith(id, event)
  await tellWith(id, 'evt_3')
  const all = [
    [2, 'evt_2'],
    [3, 'evt_1'],
    [4, 'evt_3'],
  ]
  await until(() => expect(receivedBy()).toEqual(all))
})

it('an event that is so slow that its number was given up comes under another one', async () => {
  const { id } = await listen()
  const reader = await follow(id)
  const receivedBy = () => reader.deliveries().map(({ number, event }) => [number, event.id])
  let isSlow = true
  await tellWith(id, 'evt_1', async () => {
    if (!isSlow) return
    isSlow = false
    await tellWith(id, 'evt_2')
    await expect(vi.waitFor(() => expect(receivedBy()).not.toEqual([]), 500)).rejects.toThrow()
    pass(6_000)
    await until(() => expect(receivedBy()).toEqual([[2, 'evt_2']]))
  })
  const all = [
    [2, 'evt_2'],
    [3, 'evt_1'],
  ]
  await until(() => expect(receivedBy()).toEqual(all))
})

it('what waits for a listener loses the words of an erased subject, too', async () => {
  const { id } = await listen()
  const reader = await follow(id)
  await reader.leave()
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('A word of mine')])
  await until(async () => expect(await countEvents()).toBe(1))
  const subject = { kind: 'contact', contactId: 'cnt_1', conversationIds: ['cnv_1'] }
  await dispatcher.ask(webhookDispatcher.queries.copiesErase, { subject })
  const again = await follow(id, 0)
  await until(() => expect(again.deliveries()).toHaveLength(1))
  expect(again.deliveries()[0].body).not.toContain('A word of mine')
})
