import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it, vi } from 'vitest'
import type { Dispatcher } from '../../testing/start-test-dispatcher.ts'
import { answers, hour, ledger, say, second, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'
import type { EndpointDocument } from '../endpoints/endpoint-document.ts'
import { healthAfter } from '../endpoints/endpoint-health.ts'
import type { DeliveryDocument } from './delivery-document.ts'
import { notBeforeOf } from './retry-schedule.ts'

const own = useDispatchers()
const asksToWait = (seconds: number) => answers(503, { 'retry-after': `${seconds}` })
/** Twice a second a sweep looks what is due, so it has looked by the end of this. */
const staysSo = async (breaks: () => void) => expect(vi.waitFor(breaks, 700)).rejects.toThrow()

const rowsOf = (dispatcher: Dispatcher, name: 'deliveries' | 'endpoints') =>
  dispatcher.documents.collection<any>({ name: `webhook-dispatcher-${name}`, indexes: [] })

/** An endpoint that has said `Retry-After` to one event, with others waiting for it. */
async function pauseStored(others: string[], seconds = 15) {
  const hook = await own.subscriber(asksToWait(seconds))
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageSent, 'cnv_0', say('first'))
  await until(async () => expect((await ledger(dispatcher, id))[0]?.attempts).toHaveLength(1))
  for (const word of others) await dispatcher.publish(chat.events.messageSent, `cnv_${word}`, say(word))
  await until(async () => expect(await ledger(dispatcher, id)).toHaveLength(1 + others.length))
  hook.answer = answers(200)
  return { hook, dispatcher, id }
}

describe('an endpoint that says Retry-After', () => {
  it('gets nothing of any key before that, and everything after it', async () => {
    const { hook, dispatcher, id } = await pauseStored(['one', 'two'])
    own.now += 15 * second - 1
    await staysSo(() => expect(hook.received).not.toHaveLength(1))
    expect((await ledger(dispatcher, id)).map(({ attempts }) => attempts.length).sort()).toEqual([0, 0, 1])
    own.now += 1
    await until(() => expect(words(hook).slice(1).sort()).toEqual(['first', 'one', 'two']))
    await until(async () =>
      expect(await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).not.toHaveProperty(
        'failingSince',
      ),
    )
    const endpoint = await (await rowsOf(dispatcher, 'endpoints')).get('acme', id)
    expect(endpoint!.body).not.toHaveProperty('notBefore')
  })

  it('is left alone at once, by what was in line already and while it is being written down', async () => {
    const hook = await own.subscriber(asksToWait(15))
    const dispatcher = await own.start({ env: { WEBHOOK_CONCURRENCY: '1' } })
    const { id } = await dispatcher.create(hook.url)
    const keys = Array.from({ length: 100 }, (_, i) => `cnv_${i}`)
    await Promise.all(keys.map((key) => dispatcher.publish(chat.events.messageSent, key, say(key))))
    await until(async () => expect(await (await rowsOf(dispatcher, 'deliveries')).count('acme')).toBe(100))
    await staysSo(() => expect(hook.received.length).toBeGreaterThan(1))
    hook.answer = answers(200)
    own.now += 20 * second
    await until(async () => expect(new Set(words(hook)).size).toBe(100))
    await until(async () =>
      expect(await (await rowsOf(dispatcher, 'deliveries')).count('acme', { state: 'delivered' })).toBe(100),
    )
    expect((await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).enabled).toBe(true)
  })

  it('is left alone by the next process too', async () => {
    const { hook } = await pauseStored(['one'])
    await own.stopLast()
    await own.start()
    await staysSo(() => expect(hook.received).not.toHaveLength(1))
    own.now += 15 * second
    await until(() => expect(words(hook).slice(1).sort()).toEqual(['first', 'one']))
  })

  it('is not waited for by a test event, or by what is sent by hand, whose success ends the wait', async () => {
    const { hook, dispatcher, id } = await pauseStored(['one', 'two'])
    hook.answer = answers(500)
    await dispatcher.ask(webhookDispatcher.queries.endpointTest, { operationId: 'op_1', endpointId: id })
    await until(() => expect(hook.received).toHaveLength(2))
    const two = (await ledger(dispatcher, id)).find(({ event }) => event.key === 'cnv_two')
    await dispatcher.ask(webhookDispatcher.queries.deliveryRetry, { deliveryId: two.id })
    const sent = () => hook.received.map(({ body }) => body.data.message?.content ?? 'test')
    await until(() => expect(sent()).toEqual(['first', 'test', 'two']))
    await staysSo(() => expect(hook.received).not.toHaveLength(3))
    hook.answer = answers(200)
    await dispatcher.ask(webhookDispatcher.queries.deliveryRetry, { deliveryId: two.id })
    await until(() => expect(sent().slice(3)).toEqual(['two', 'one']))
  })

  it.each([
    ['another address', (url: string) => ({ url: `${url}?new` })],
    ['enabling it', () => ({ enabled: true })],
  ])('is waited for no longer after %s', async (_name, patchOf) => {
    const { hook, dispatcher, id } = await pauseStored(['one'], 3_600)
    const rate = { endpointId: id, patch: { maxPerSecond: 500 } }
    await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, rate)
    await staysSo(() => expect(hook.received).not.toHaveLength(1))
    await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: patchOf(hook.url) })
    await until(() => expect(words(hook).slice(1).sort()).toEqual(['first', 'one']))
  })

  it('has what waits for it read now and then, and neither written nor read in every sweep', async () => {
    const others = Array.from({ length: 30 }, (_, i) => `${i}`)
    const { hook, dispatcher } = await pauseStored(others, 3_600)
    const deliveries = await rowsOf(dispatcher, 'deliveries')
    const written = vi.spyOn(deliveries, 'replace')
    const swept = vi.spyOn(deliveries, 'findAcrossTenants')
    own.now += 10 * second
    await until(() => expect(swept.mock.results.length).toBeGreaterThan(5))
    const pages = await Promise.all(swept.mock.results.map(({ value }) => value as Promise<DeliveryDocument[]>))
    const rows = pages.reduce((sum, page) => sum + page.length, 0)
    expect(rows).toBeGreaterThanOrEqual(30)
    expect(rows).toBeLessThanOrEqual(2 * 31)
    expect(written).not.toHaveBeenCalled()
    // What comes to others goes on meanwhile.
    const other = await own.subscriber()
    await dispatcher.create(other.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_other', say('hello'))
    await until(() => expect(words(other)).toEqual(['hello']))
    expect(hook.received).toHaveLength(1)
  }, 15_000)

  it('is believed for 24 hours at most, and replies of the same moment ask for the same', () => {
    const now = Date.parse('2026-03-01T12:00:00.250Z')
    expect(notBeforeOf(now, 15 * second)).toBe(now - 250 + 16 * second)
    expect(notBeforeOf(now + 500, 15 * second)).toBe(now - 250 + 16 * second)
    expect(notBeforeOf(now, 100 * hour)).toBe(now - 250 + 24 * hour + second)
    expect([notBeforeOf(now), notBeforeOf(now, 0)]).toEqual([undefined, undefined])
  })

  it('is written down when that moves, and a reply that was under way by then does not undo it', () => {
    const endpoint: EndpointDocument = { url: '', events: [], enabled: true, createdAt: '', secrets: [] }
    const asked = healthAfter(endpoint, 'failed', 1, { notBefore: 100 })!
    expect(asked).toMatchObject({ failingSince: 1, notBefore: 100 })
    expect(healthAfter(asked, 'failed', 2, { notBefore: 100, before: 100 })).toBeUndefined()
    expect(healthAfter(asked, 'failed', 2, { notBefore: 200, before: 100 })).toEqual({ ...asked, notBefore: 200 })
    const release = { at: 2, what: 'failed' }
    expect(healthAfter(asked, 'delivered', 2)).toEqual({ ...endpoint, notBefore: 100, release })
    expect(healthAfter(asked, 'delivered', 2, { before: 100 })).toEqual({ ...endpoint, release })
  })
})
