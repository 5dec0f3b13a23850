import { createHmac } from 'node:crypto'
import {
  conversationCreated,
  conversationEscalated,
  deliveryList,
  deliveryRetry,
  endpointDelete,
  endpointRead,
  endpointUpdate,
  knowledgeUpdated,
  messageReceived,
  messageSent,
} from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  aConversation,
  aMessage,
  aSource,
  type Dispatcher,
  openSubscriber,
  type Subscriber,
  startDispatcher,
} from './open-for-test.ts'

const second = 1_000
const hour = 3_600 * second
let store: SqliteStore
let now: number
const clock = { now: () => now }
const subscribers: Subscriber[] = []
const dispatchers: Dispatcher[] = []

beforeEach(() => {
  store = openSqlite(':memory:')
  now = Date.parse('2026-03-01T12:00:00Z')
})
afterEach(async () => {
  for (const each of dispatchers.splice(0)) await each.stop()
  for (const each of subscribers.splice(0)) await each.close()
  await store.close()
})

async function start(options = {}) {
  const dispatcher = await startDispatcher(store, clock, options)
  dispatchers.push(dispatcher)
  return dispatcher
}
async function subscriber(...answer: Parameters<typeof openSubscriber>) {
  const one = await openSubscriber(...answer)
  subscribers.push(one)
  return one
}
const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (_received: unknown, response: any) =>
    response.writeHead(status, headers).end(`status ${status}`)
const hang = () => {}
const say = (...words: string[]) => words.map((word) => aMessage(word))
const words = ({ received }: Subscriber) => received.map(({ body }) => body.data.message.content)
const ledger = async (dispatcher: Dispatcher, endpointId: string) =>
  (await dispatcher.ask(deliveryList, { endpointId })).items as any[]
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 5_000, interval: 10 })

describe('an event', () => {
  it('reaches its endpoint, signed in both forms over the bytes that were sent', async () => {
    const hook = await subscriber()
    const dispatcher = await start()
    const { id, secret } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageReceived, 'cnv_1', say('Hej åäö ✓'))
    await until(() => expect(hook.received).toHaveLength(1))
    const { headers, text, body } = hook.received[0]!
    const t = String(now / second)
    const plain = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
    expect(headers['x-webhook-signature']).toBe(`t=${t},v1=${plain}`)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const standard = createHmac('sha256', key).update(`${body.id}.${t}.${text}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${standard}`)
    expect(headers).toMatchObject({ 'webhook-id': body.id, 'content-type': 'application/json' })
    expect(body).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      ...{ type: 'message.received', createdAt: '2026-03-01T12:00:00.000Z', tenant: 'acme', key: 'cnv_1', sequence: 1 },
      data: { conversation: { id: 'cnv_1', channel: 'api', status: 'open' }, message: { content: 'Hej åäö ✓' } },
    })
    await until(async () =>
      expect(await ledger(dispatcher, id)).toMatchObject([
        { state: 'delivered', event: { id: body.id, sequence: 1 }, attempts: [{ status: 200, reply: 'thanks' }] },
      ]),
    )
  })

  it('goes to each enabled endpoint of its tenant whose filter it fits, and to no other', async () => {
    const [all, some, other, disabled, foreign] = await Promise.all(Array.from({ length: 5 }, () => subscriber()))
    const dispatcher = await start()
    await dispatcher.create(all!.url)
    await dispatcher.create(some!.url, { events: ['message.sent', 'knowledge.updated'] })
    await dispatcher.create(other!.url, { events: ['message.received'] })
    const { id } = await dispatcher.create(disabled!.url)
    await dispatcher.ask(endpointUpdate, { endpointId: id, patch: { enabled: false } })
    await dispatcher.create(foreign!.url, {}, 'other-tenant')
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    await dispatcher.publish(knowledgeUpdated, 'src_1', [{ source: aSource(), change: 'updated' }])
    await dispatcher.publish(conversationCreated, 'cnv_2', [{ conversation: aConversation() }])
    const types = (one?: Subscriber) => one!.received.map(({ body }) => body.type).sort()
    await until(() => {
      expect(types(all)).toEqual(['conversation.created', 'knowledge.updated', 'message.sent'])
      expect(types(some)).toEqual(['knowledge.updated', 'message.sent'])
    })
    expect([other, disabled, foreign].flatMap(types)).toEqual([])
  })

  it('leaves with every text as the policies let it out', async () => {
    const hook = await subscriber()
    const dispatcher = await start()
    await dispatcher.create(hook.url)
    const sources = [{ title: 'SECRET prices', sourceId: 'src_1', version: 1, quote: 'costs SECRET' }]
    await dispatcher.publish(messageSent, 'cnv_1', [aMessage('It is SECRET', { sources })])
    const escalation = { reason: 'requested', at: '2026-03-01T12:00:00.000Z', summary: 'SECRET', sourcesTried: [] }
    const conversation = aConversation({ subject: 'My SECRET', escalation })
    await dispatcher.publish(conversationEscalated, 'cnv_2', [
      { conversation, reason: 'requested', summary: 'asked for SECRET', score: 0.2 },
    ])
    const source = aSource({ title: 'SECRET', source: 'SECRET.pdf', metadata: { by: 'SECRET' }, tags: ['SECRET'] })
    await dispatcher.publish(knowledgeUpdated, 'src_1', [{ source, change: 'updated' }])
    await until(() => expect(hook.received).toHaveLength(3))
    expect(hook.received.map(({ text }) => text).join()).not.toContain('SECRET')
    const sent = hook.received.find(({ body }) => body.type === 'message.sent')!
    expect(sent.body.data.message).toMatchObject({
      content: 'It is ******',
      sources: [{ title: '****** prices', quote: 'costs ******', masked: true }],
    })
  })

  it('does not leave while the policies can not be evaluated, and leaves afterwards', async () => {
    const hook = await subscriber()
    const dispatcher = await start()
    await dispatcher.create(hook.url)
    dispatcher.policies.down = true
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    await until(() => expect(dispatcher.policies.asked).toBeGreaterThan(1))
    expect(hook.received).toEqual([])
    dispatcher.policies.down = false
    await until(() => expect(hook.received).toHaveLength(1))
  })

  it('that is a note stays inside', async () => {
    const hook = await subscriber()
    const dispatcher = await start()
    await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', [aMessage('internal', { kind: 'note' }), aMessage('hello')])
    await until(() => expect(words(hook)).toEqual(['hello']))
  })
})

describe('a failing endpoint', () => {
  it('is tried again with the same event and a fresh signature, not before its time', async () => {
    const hook = await subscriber(answers(500))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    let next = 0
    await until(async () => {
      const [delivery] = await ledger(dispatcher, id)
      expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 500, reply: 'status 500' }] })
      next = Date.parse(delivery.nextAttemptAt)
    })
    expect(next - now).toBeGreaterThanOrEqual(4 * second)
    expect(next - now).toBeLessThanOrEqual(6 * second)
    hook.answer = answers(204)
    now = next - 1
    // Twice a second a sweep looks what is due, so it has looked by the end of this.
    await expect(vi.waitFor(() => expect(hook.received).toHaveLength(2), 700)).rejects.toThrow()
    now = next
    await until(async () => expect((await ledger(dispatcher, id))[0].state).toBe('delivered'))
    const [first, second_] = hook.received
    expect(second_!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second_!.text).toBe(first!.text)
    expect(Number(second_!.headers['webhook-timestamp'])).toBeGreaterThan(Number(first!.headers['webhook-timestamp']))
  })

  it('is tried ten times over three days, then the delivery has failed, and by hand it starts anew', async () => {
    const hook = await subscriber(answers(503))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    const started = now
    let seen = 0
    await vi.waitFor(
      async () => {
        const [delivery] = await ledger(dispatcher, id)
        if (delivery?.nextAttemptAt && delivery.attempts.length > seen) {
          seen = delivery.attempts.length
          now = Date.parse(delivery.nextAttemptAt)
        }
        expect(delivery?.state).toBe('failed')
      },
      { timeout: 15_000, interval: 10 },
    )
    const [delivery] = await ledger(dispatcher, id)
    expect(delivery.attempts).toHaveLength(10)
    expect(delivery).not.toHaveProperty('nextAttemptAt')
    expect((now - started) / hour / 24).toBeGreaterThan(2.5)
    hook.answer = answers(200)
    expect(await dispatcher.ask(deliveryRetry, { deliveryId: delivery.id })).toMatchObject({ state: 'pending' })
    await until(async () => expect((await ledger(dispatcher, id))[0].state).toBe('delivered'))
    expect((await ledger(dispatcher, id))[0].attempts).toHaveLength(11)
  }, 20_000)

  it('that says when to come back is left alone until then', async () => {
    const hook = await subscriber(answers(429, { 'retry-after': '120' }))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    await until(async () =>
      expect((await ledger(dispatcher, id))[0]?.nextAttemptAt).toBe(new Date(now + 120 * second).toISOString()),
    )
  })

  it('that answers 410 is disabled with its reason, and what waited for it has failed', async () => {
    const hook = await subscriber(answers(410))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('one', 'two', 'three'))
    await until(async () => {
      const states = (await ledger(dispatcher, id)).map(({ state }) => state)
      expect(states).toContain('failed')
      expect(states).not.toContain('pending')
    })
    const endpoint = await dispatcher.ask(endpointRead, { endpointId: id })
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
    expect(hook.received).toHaveLength(1)
    const [delivery] = await ledger(dispatcher, id)
    await expect(dispatcher.ask(deliveryRetry, { deliveryId: delivery.id })).rejects.toMatchObject({ code: 'conflict' })
    hook.answer = answers(200)
    const patched = await dispatcher.ask(endpointUpdate, { endpointId: id, patch: { enabled: true } })
    expect(patched).not.toHaveProperty('disabledReason')
    await dispatcher.publish(messageSent, 'cnv_1', say('four'))
    await until(() => expect(words(hook).at(-1)).toBe('four'))
  })

  it.each([
    ['hangs', hang, /within 0.2 s/],
    ['hangs up', (_received: unknown, response: any) => response.destroy(), /closed/],
    ['redirects', answers(307, { location: 'http://127.0.0.1:1/' }), /Redirects are not followed/],
  ])('that %s has the reason in the ledger', async (_name, answer, reason) => {
    const hook = await subscriber(answer)
    const dispatcher = await start({ env: { WEBHOOK_TIMEOUT_MS: '200' } })
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    await until(async () =>
      expect((await ledger(dispatcher, id))[0]?.attempts).toMatchObject([{ error: expect.stringMatching(reason) }]),
    )
  })

  it('that answers at length has its first kilobyte kept', async () => {
    const hook = await subscriber((_received, response) => response.end('x'.repeat(5_000)))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('hello'))
    await until(async () => expect((await ledger(dispatcher, id))[0]?.state).toBe('delivered'))
    expect((await ledger(dispatcher, id))[0].attempts[0].reply).toBe('x'.repeat(1_024))
  })
})

describe('order', () => {
  it('a conversation waits for its earlier delivery, and the others do not', async () => {
    let isDown = true
    const hook = await subscriber(({ body }, response) =>
      answers(isDown && body.key === 'cnv_1' ? 500 : 200)(undefined, response),
    )
    const dispatcher = await start()
    await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('one', 'two', 'three'))
    await dispatcher.publish(messageSent, 'cnv_2', say('other'))
    await until(() => expect(words(hook).sort()).toEqual(['one', 'other']))
    isDown = false
    now += 6 * second
    await until(() => expect(words(hook)).toHaveLength(5))
    expect(words(hook).filter((word) => word !== 'other')).toEqual(['one', 'one', 'two', 'three'])
  })

  it('holds over many conversations and an endpoint that fails at random', async () => {
    let dice = 1
    const hook = await subscriber((_received, response) => {
      dice = (dice * 48_271) % 2_147_483_647
      answers(dice % 3 === 0 ? 500 : 200)(undefined, response)
    })
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    const keys = Array.from({ length: 8 }, (_, i) => `cnv_${i}`)
    for (const key of keys) await dispatcher.publish(messageSent, key, say('1', '2', '3', '4'))
    const delivered = () => new Set(hook.received.map(({ body }) => body.id)).size
    await vi.waitFor(
      async () => {
        now += 60 * second
        expect(delivered()).toBe(32)
        const { items } = await dispatcher.ask(deliveryList, { endpointId: id, limit: 100 })
        expect(items.every(({ state }: any) => state === 'delivered')).toBe(true)
      },
      { timeout: 20_000, interval: 50 },
    )
    for (const key of keys) {
      const order = hook.received.filter(({ body }) => body.key === key).map(({ body }) => body.sequence)
      expect(order).toEqual([...order].sort((a, b) => a - b))
      expect(new Set(order)).toEqual(new Set([1, 2, 3, 4]))
    }
  }, 25_000)

  it('a hanging endpoint holds up no other', async () => {
    const hung = await subscriber(hang)
    const quick = await subscriber()
    const dispatcher = await start()
    await dispatcher.create(hung.url)
    await dispatcher.create(quick.url)
    const started = performance.now()
    for (let i = 0; i < 40; i++) await dispatcher.publish(messageSent, `cnv_${i}`, say('hello'))
    await until(() => expect(quick.received).toHaveLength(40))
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(hung.received).toHaveLength(4)
  })
})

describe('at least once', () => {
  it('a delivery that comes while its lane is being closed is not left behind', async () => {
    const hook = await subscriber()
    const dispatcher = await start()
    await dispatcher.create(hook.url)
    const lanes = await dispatcher.documents.collection<any>({ name: 'webhook-dispatcher-lanes', indexes: [] })
    const remove = lanes.remove.bind(lanes)
    const closing = vi.spyOn(lanes, 'remove')
    closing.mockImplementationOnce(async (tenant, id, revision) => {
      await dispatcher.publish(messageSent, 'cnv_1', say('two'))
      await until(async () =>
        expect((await lanes.get(tenant, id))!.revision).toBeGreaterThan(closing.mock.calls[0]![2]!),
      )
      return remove(tenant, id, revision)
    })
    await dispatcher.publish(messageSent, 'cnv_1', say('one'))
    await until(() => expect(words(hook)).toEqual(['one', 'two']))
  })

  it('two processes on one store send each event once', async () => {
    const hook = await subscriber()
    const first = await start()
    await start({ alone: true })
    await first.create(hook.url)
    const keys = Array.from({ length: 20 }, (_, i) => `cnv_${i}`)
    await Promise.all(keys.map((key) => first.publish(messageSent, key, say('1', '2', '3'))))
    await until(() => expect(hook.received).toHaveLength(60))
    expect(new Set(hook.received.map(({ body }) => body.id)).size).toBe(60)
  })

  it('what was on its way at a stop is sent again, with the same id', async () => {
    const hook = await subscriber(hang)
    const first = await start()
    await first.create(hook.url)
    await first.publish(messageSent, 'cnv_1', say('one', 'two'))
    await until(() => expect(hook.received).toHaveLength(1))
    await dispatchers.pop()!.stop()
    hook.answer = answers(200)
    await start()
    await until(() => expect(words(hook)).toEqual(['one', 'one', 'two']))
    expect(hook.received[1]!.body.id).toBe(hook.received[0]!.body.id)
  })

  it('a lane whose process died is taken over when its lease ends, not before', async () => {
    const hook = await subscriber(hang)
    const first = await start()
    const { id } = await first.create(hook.url)
    await first.publish(messageSent, 'cnv_1', say('one'))
    await until(() => expect(hook.received).toHaveLength(1))
    // What a kill leaves: the claim of this process, which stops without touching it.
    const claimed = await (
      await first.documents.collection<any>({ name: 'webhook-dispatcher-lanes', indexes: [] })
    ).get('acme', `${id}/cnv_1`)
    await dispatchers.pop()!.stop()
    const second_ = await start()
    const lanes = await second_.documents.collection<any>({ name: 'webhook-dispatcher-lanes', indexes: [] })
    expect(claimed!.body).toMatchObject({ claim: expect.any(String), dueAt: now + 15 * second })
    await until(() => expect(hook.received).toHaveLength(2))
    await lanes.put('acme', `${id}/cnv_2`, { ...claimed!.body })
    hook.answer = answers(200)
    await second_.publish(messageSent, 'cnv_2', say('two'))
    await expect(vi.waitFor(() => expect(hook.received).toHaveLength(3), 700)).rejects.toThrow()
    now += 15 * second
    await until(() => expect(words(hook)).toContain('two'))
  })

  it('deliveries to a removed endpoint go with it', async () => {
    const hook = await subscriber(answers(500))
    const dispatcher = await start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(messageSent, 'cnv_1', say('one', 'two'))
    await until(async () => {
      const attempts = (await ledger(dispatcher, id)).map((delivery) => delivery.attempts.length)
      expect(attempts.sort()).toEqual([0, 1])
    })
    await dispatcher.ask(endpointDelete, { endpointId: id })
    await expect(ledger(dispatcher, id)).rejects.toMatchObject({ code: 'not_found' })
    const rows = async (name: string) =>
      (await dispatcher.documents.collection<any>({ name: `webhook-dispatcher-${name}`, indexes: [] })).count('acme')
    expect([await rows('deliveries'), await rows('lanes'), await rows('endpoints')]).toEqual([0, 0, 0])
  })
})
