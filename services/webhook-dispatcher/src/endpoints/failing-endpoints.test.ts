import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it, vi } from 'vitest'
import {
  answers,
  hang,
  hour,
  ledger,
  say,
  second,
  until,
  useDispatchers,
  words,
} from '../../testing/use-dispatchers.ts'

const own = useDispatchers()

describe('a failing endpoint', () => {
  it('is tried again with the same event and a fresh signature, not before its time', async () => {
    const hook = await own.subscriber(answers(500))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    let next = 0
    await until(async () => {
      const [delivery] = await ledger(dispatcher, id)
      expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 500, reply: 'status 500' }] })
      next = Date.parse(delivery.nextAttemptAt)
    })
    expect(next - own.now).toBeGreaterThanOrEqual(4 * second)
    expect(next - own.now).toBeLessThanOrEqual(6 * second)
    hook.answer = answers(204)
    own.now = next - 1
    // Twice a second a sweep looks what is due, so it has looked by the end of this.
    await expect(vi.waitFor(() => expect(hook.received).toHaveLength(2), 700)).rejects.toThrow()
    own.now = next
    await until(async () => expect((await ledger(dispatcher, id))[0].state).toBe('delivered'))
    const [first, second_] = hook.received
    expect(second_!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second_!.text).toBe(first!.text)
    expect(Number(second_!.headers['webhook-timestamp'])).toBeGreaterThan(Number(first!.headers['webhook-timestamp']))
  })

  it('is tried ten times over three days, then the delivery has failed, and by hand it starts anew', async () => {
    const hook = await own.subscriber(answers(503))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    const started = own.now
    let seen = 0
    await vi.waitFor(
      async () => {
        const [delivery] = await ledger(dispatcher, id)
        if (delivery?.nextAttemptAt && delivery.attempts.length > seen) {
          seen = delivery.attempts.length
          own.now = Date.parse(delivery.nextAttemptAt)
        }
        expect(delivery?.state).toBe('failed')
      },
      { timeout: 30_000, interval: 10 },
    )
    const [delivery] = await ledger(dispatcher, id)
    expect(delivery.attempts).toHaveLength(10)
    expect(delivery).not.toHaveProperty('nextAttemptAt')
    expect((own.now - started) / hour / 24).toBeGreaterThan(2.5)
    hook.answer = answers(200)
    expect(await dispatcher.ask(webhookDispatcher.queries.deliveryRetry, { deliveryId: delivery.id })).toMatchObject({
      state: 'pending',
    })
    await until(async () => expect((await ledger(dispatcher, id))[0].state).toBe('delivered'))
    expect((await ledger(dispatcher, id))[0].attempts).toHaveLength(11)
  }, 20_000)

  it('that says when to come back is left alone until then', async () => {
    const hook = await own.subscriber(answers(429, { 'retry-after': '120' }))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await until(async () =>
      expect((await ledger(dispatcher, id))[0]?.nextAttemptAt).toBe(new Date(own.now + 120 * second).toISOString()),
    )
  })

  it('that answers 410 is disabled with its reason, and what waited for it has failed', async () => {
    const hook = await own.subscriber(answers(410))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two', 'three'))
    await until(async () => {
      const states = (await ledger(dispatcher, id)).map(({ state }) => state)
      expect(states).toContain('failed')
      expect(states).not.toContain('pending')
    })
    const endpoint = await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
    expect(hook.received).toHaveLength(1)
    await until(() =>
      expect(dispatcher.disabled).toEqual([{ tenant: 'acme', endpointId: id, reason: expect.stringContaining('410') }]),
    )
    const [delivery] = await ledger(dispatcher, id)
    await expect(
      dispatcher.ask(webhookDispatcher.queries.deliveryRetry, { deliveryId: delivery.id }),
    ).rejects.toMatchObject({ code: 'conflict' })
    hook.answer = answers(200)
    const patched = await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, {
      endpointId: id,
      patch: { enabled: true },
    })
    expect(patched).not.toHaveProperty('disabledReason')
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('four'))
    await until(() => expect(words(hook).at(-1)).toBe('four'))
  })

  it.each([
    ['hangs', hang, /within 0.2 s/],
    ['hangs up', (_received: unknown, response: any) => response.destroy(), /closed/],
    ['redirects', answers(307, { location: 'http://127.0.0.1:1/' }), /Redirects are not followed/],
  ])('that %s has the reason in the ledger', async (_name, answer, reason) => {
    const hook = await own.subscriber(answer)
    const dispatcher = await own.start({ env: { WEBHOOK_TIMEOUT_MS: '200' } })
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await until(async () =>
      expect((await ledger(dispatcher, id))[0]?.attempts).toMatchObject([{ error: expect.stringMatching(reason) }]),
    )
  })

  it('that answers at length has its first kilobyte kept', async () => {
    const hook = await own.subscriber((_received, response) => response.end('x'.repeat(5_000)))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await until(async () => expect((await ledger(dispatcher, id))[0]?.state).toBe('delivered'))
    expect((await ledger(dispatcher, id))[0].attempts[0].reply).toBe('x'.repeat(1_024))
  })
})
