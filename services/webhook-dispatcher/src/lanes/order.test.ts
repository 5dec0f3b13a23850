import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it, vi } from 'vitest'
import { answers, hang, ledger, say, second, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()

describe('order', () => {
  it('a conversation waits for its earlier delivery, and the others do not', async () => {
    let isDown = true
    const hook = await own.subscriber(({ body }, response) =>
      answers(isDown && body.key === 'cnv_1' ? 500 : 200)(undefined, response),
    )
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two', 'three'))
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('other'))
    await until(() => expect(words(hook).sort()).toEqual(['one', 'other']))
    await until(async () => expect((await ledger(dispatcher, id)).flatMap(({ attempts }) => attempts)).toHaveLength(2))
    isDown = false
    own.now += 6 * second
    await until(() => expect(words(hook)).toHaveLength(5))
    expect(words(hook).filter((word) => word !== 'other')).toEqual(['one', 'one', 'two', 'three'])
  })

  it('holds over many conversations and an endpoint that fails at random', async () => {
    let dice = 1
    const hook = await own.subscriber((_received, response) => {
      dice = (dice * 48_271) % 2_147_483_647
      answers(dice % 3 === 0 ? 500 : 200)(undefined, response)
    })
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    const keys = Array.from({ length: 8 }, (_, i) => `cnv_${i}`)
    for (const key of keys) await dispatcher.publish(chat.events.messageSent, key, say('1', '2', '3', '4'))
    const delivered = () => new Set(hook.received.map(({ body }) => body.id)).size
    await vi.waitFor(
      async () => {
        // Some fail five times in a row, after which they wait for five hours.
        own.now += 20 * 60 * second
        expect(delivered()).toBe(32)
        const { items } = await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId: id, limit: 100 })
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

  it('what comes while a conversation is delivered to follows at once, with no look at the store for what is due', async () => {
    let answerFirst = () => {}
    const hook = await own.subscriber(({ body }, response) => {
      const answer = () => answers(200)(undefined, response)
      if (body.sequence === 1) answerFirst = answer
      else answer()
    })
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one'))
    await until(() => expect(hook.received).toHaveLength(1))
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('two', 'three', 'four', 'five'))
    await until(async () => expect(await ledger(dispatcher, id)).toHaveLength(5))
    // Before all of it was made, nothing is due.
    own.now -= second
    answerFirst()
    await until(() => expect(words(hook)).toEqual(['one', 'two', 'three', 'four', 'five']))
  })

  it('a hanging endpoint holds up no other', async () => {
    const hung = await own.subscriber(hang)
    const quick = await own.subscriber()
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hung.url)
    await dispatcher.create(quick.url)
    for (let i = 0; i < 40; i++) await dispatcher.publish(chat.events.messageSent, `cnv_${i}`, say('hello'))
    await until(() => expect(quick.received).toHaveLength(40))
    // All of it came while the other still had its first requests: what WEBHOOK_CONCURRENCY gives it, and no more.
    expect((await ledger(dispatcher, id)).flatMap(({ attempts }) => attempts)).toEqual([])
    expect(hung.received).toHaveLength(8)
  })
})
