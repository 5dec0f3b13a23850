import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it, vi } from 'vitest'
import { answers, ledger, say, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()
type Running = Awaited<ReturnType<typeof own.start>>
const day = '2026-03-01'
const messagesOf = async (dispatcher: Running, endpointId: string) =>
  (await ledger(dispatcher, endpointId))
    .filter(({ event }) => event.type === 'message.sent')
    .sort((a, b) => a.event.sequence - b.event.sequence)
const attemptsOf = async (dispatcher: Running, endpointId: string) =>
  (await messagesOf(dispatcher, endpointId)).map(({ attempts }) => attempts.length)
/** Twice a second a sweep looks what is due, so it has looked by the end of this. */
const staysPending = (dispatcher: Running, endpointId: string) =>
  expect(
    vi.waitFor(async () => {
      const states = (await messagesOf(dispatcher, endpointId)).map(({ state }) => state)
      expect(states).not.toEqual(['pending', 'pending'])
    }, 1_200),
  ).rejects.toThrow()
const usage = async (dispatcher: Running) =>
  (await dispatcher.ask(webhookDispatcher.queries.usageRead, { from: day, to: day })).days

it('what comes while an endpoint is disabled is in its ledger, and a replay of that time delivers it in order', async () => {
  const hook = await own.subscriber()
  const dispatcher = await own.start()
  const { id: endpointId } = await dispatcher.create(hook.url)
  const enable = (enabled: boolean) =>
    dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: { enabled } })
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('before'))
  await until(async () => expect((await ledger(dispatcher, endpointId))[0]?.state).toBe('delivered'))
  await enable(false)
  own.now += 60_000
  const from = new Date(own.now).toISOString()
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
  await until(async () => expect(await ledger(dispatcher, endpointId)).toHaveLength(3))
  const left = (await ledger(dispatcher, endpointId)).filter(({ createdAt }) => createdAt === from)
  const unsent = { state: 'failed', attempts: [], reason: 'Not sent: the endpoint was disabled.' }
  expect(left).toMatchObject([unsent, unsent])
  expect(left[0]).not.toHaveProperty('nextAttemptAt')
  // Neither a delivery nor a failure.
  expect(await usage(dispatcher)).toEqual([{ day, count: 1 }])
  expect(await enable(true)).not.toHaveProperty('failingSince')

  own.now += 60_000
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('after'))
  await until(() => expect(words(hook)).toEqual(['before', 'after']))
  const to = new Date(own.now - 1).toISOString()
  await dispatcher.ask(webhookDispatcher.queries.endpointReplay, { operationId: 'op_1', endpointId, from, to })
  await until(() => expect(words(hook)).toEqual(['before', 'after', 'one', 'two']))
  expect(hook.received.map(({ body }) => body.sequence)).toEqual([1, 4, 2, 3])
  await until(async () =>
    expect((await ledger(dispatcher, endpointId)).map(({ state }) => state)).toEqual(Array(4).fill('delivered')),
  )
  expect((await ledger(dispatcher, endpointId)).filter((each) => 'reason' in each)).toEqual([])
  expect(await usage(dispatcher)).toEqual([{ day, count: 4 }])
})

it('what waited for an endpoint that is disabled fails without an attempt, counts as tried if it was, and goes by hand', async () => {
  const hook = await own.subscriber(answers(500))
  const dispatcher = await own.start()
  const { id: endpointId } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
  await until(async () => {
    const attempts = (await ledger(dispatcher, endpointId)).map((delivery) => delivery.attempts.length)
    expect(attempts.sort()).toEqual([0, 1])
  })
  await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: { enabled: false } })
  own.now += 10_000
  await until(async () =>
    expect((await ledger(dispatcher, endpointId)).map(({ state }) => state)).toEqual(['failed', 'failed']),
  )
  const failed = await ledger(dispatcher, endpointId)
  expect(failed.map(({ event, attempts }) => [event.sequence, attempts.length]).sort()).toEqual([
    [1, 1],
    [2, 0],
  ])
  expect(await usage(dispatcher)).toEqual([{ day, count: 1 }])
  hook.answer = answers(200)
  await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: { enabled: true } })
  for (const { id: deliveryId } of failed) {
    const retried = await dispatcher.ask(webhookDispatcher.queries.deliveryRetry, { deliveryId })
    expect(retried).toMatchObject({ state: 'pending' })
    expect(retried).not.toHaveProperty('reason')
  }
  await until(() => expect(words(hook).slice(1).sort()).toEqual(['one', 'two']))
})

describe('what waits for an endpoint that was disabled by hand', () => {
  const test = async (dispatcher: Running, endpointId: string) => {
    const { id } = await dispatcher.ask(webhookDispatcher.queries.endpointTest, { operationId: 'op_1', endpointId })
    await until(async () =>
      expect((await ledger(dispatcher, endpointId)).find((each) => each.id === id)?.state).toBe('delivered'),
    )
  }
  const patch = (dispatcher: Running, endpointId: string, change: object) =>
    dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId, patch: change })

  it('goes in its order when a test event was taken and the endpoint is enabled', async () => {
    const hook = await own.subscriber(answers(500))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await until(async () => expect(await attemptsOf(dispatcher, id)).toEqual([1, 0]))
    own.now += 7_000
    await until(async () => expect(await attemptsOf(dispatcher, id)).toEqual([2, 0]))
    // So long after its attempt it may be brought forward; by itself it goes after five minutes.
    own.now += 6_000
    expect(await patch(dispatcher, id, { enabled: false })).toHaveProperty('failingSince')
    hook.answer = answers(200)
    hook.received.length = 0
    await test(dispatcher, id)
    await until(async () =>
      expect(await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).not.toHaveProperty(
        'failingSince',
      ),
    )
    await staysPending(dispatcher, id)
    await patch(dispatcher, id, { enabled: true })
    await until(() =>
      expect(hook.received.slice(1).map(({ body }) => body.data.message.content)).toEqual(['one', 'two']),
    )
    await until(async () =>
      expect((await messagesOf(dispatcher, id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    )
  })

  it('goes to another address that it got meanwhile when it is enabled', async () => {
    const [hook, other] = [await own.subscriber(answers(500)), await own.subscriber()]
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await until(async () => expect(await attemptsOf(dispatcher, id)).toEqual([1, 0]))
    await patch(dispatcher, id, { enabled: false })
    await patch(dispatcher, id, { url: other.url })
    await staysPending(dispatcher, id)
    await patch(dispatcher, id, { enabled: true })
    await until(() => expect(words(other)).toEqual(['one', 'two']))
  })
})
