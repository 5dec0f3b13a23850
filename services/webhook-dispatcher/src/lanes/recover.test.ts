import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { describe, expect, it } from 'vitest'
import { answers, hour, ledger, say, second, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'
import { endpoints } from '../endpoints/endpoint-document.ts'

const own = useDispatchers()
type Running = Awaited<ReturnType<typeof own.start>>

/** How many attempts each conversation's deliveries have had, by their words' order. */
const attemptsOf = async (dispatcher: Running, endpointId: string, key: string) =>
  (await ledger(dispatcher, endpointId))
    .filter(({ event }) => event.key === key)
    .sort((a, b) => a.event.sequence - b.event.sequence)
    .map(({ attempts }) => attempts.length)

const hangUp = (_received: unknown, response: any) => response.destroy()

/** An endpoint that was away while three messages of a conversation came: the first was tried twice and waits five minutes. */
async function afterAnOutage(answer: Parameters<typeof own.subscriber>[0]) {
  const hook = await own.subscriber(answer)
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two', 'three'))
  await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_1')).toEqual([1, 0, 0]))
  own.now += 7 * second
  await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_1')).toEqual([2, 0, 0]))
  hook.received.length = 0
  own.now += 6 * second
  return { hook, dispatcher, id }
}

describe('what waits for its next attempt', () => {
  it.each([
    ['nobody answered', hangUp],
    ['it answered 500', answers(500)],
    ['it answered 503', answers(503)],
  ])('goes in its order as soon as the endpoint takes something, when %s', async (_name, answer) => {
    const { hook, dispatcher, id } = await afterAnOutage(answer)
    hook.answer = answers(200)
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('new'))
    await until(() => expect(words(hook)).toEqual(['new', 'one', 'two', 'three']))
    await until(async () =>
      expect((await ledger(dispatcher, id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered')),
    )
  })

  it('goes when somebody answers again where nobody did, also when that is an error', async () => {
    const { hook, dispatcher } = await afterAnOutage(hangUp)
    hook.answer = (received, response) =>
      answers(received.body.data.message.content === 'new' ? 500 : 200)(received, response)
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('new'))
    await until(() => expect(words(hook)).toEqual(['new', 'one', 'two', 'three']))
  })

  it('goes when the endpoint is enabled, and when it gets another address', async () => {
    for (const patch of [{ enabled: true }, { url: 'another' }]) {
      const { hook, dispatcher, id } = await afterAnOutage(hangUp)
      const other = await own.subscriber()
      hook.answer = answers(200)
      const isMoved = 'url' in patch
      await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, {
        endpointId: id,
        patch: isMoved ? { url: other.url } : patch,
      })
      await until(() => expect(words(isMoved ? other : hook)).toEqual(['one', 'two', 'three']))
      await own.stopLast()
    }
  })

  it('goes when a test event is taken', async () => {
    const { hook, dispatcher, id } = await afterAnOutage(hangUp)
    hook.answer = answers(200)
    await dispatcher.ask(webhookDispatcher.queries.endpointTest, { operationId: 'op_1', endpointId: id })
    await until(() => expect(hook.received).toHaveLength(4))
    expect(hook.received.slice(1).map(({ body }) => body.sequence)).toEqual([1, 2, 3])
  })

  it('waits on when a reply asks for fewer requests', async () => {
    const { hook, dispatcher, id } = await afterAnOutage(hangUp)
    hook.answer = answers(429)
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('new'))
    await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_2')).toEqual([1]))
    own.now += 7 * second
    await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_2')).toEqual([2]))
    expect(await attemptsOf(dispatcher, id, 'cnv_1')).toEqual([2, 0, 0])
  })

  it('goes no sooner than the endpoint asked for', async () => {
    const { hook, dispatcher, id } = await afterAnOutage(hangUp)
    hook.answer = answers(503, { 'retry-after': '60' })
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('new'))
    await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_2')).toEqual([1]))
    hook.answer = answers(200)
    own.now += 59 * second
    await dispatcher.publish(chat.events.messageSent, 'cnv_3', say('newer'))
    await until(async () => expect(await ledger(dispatcher, id)).toHaveLength(5))
    expect(words(hook)).toEqual(['new'])
    hook.received.length = 0
    own.now += 2 * second
    await until(() => expect(words(hook).sort()).toEqual(['new', 'newer', 'one', 'three', 'two']))
    await until(async () =>
      expect((await ledger(dispatcher, id)).map(({ state }) => state)).toEqual(Array(5).fill('delivered')),
    )
  })
})

it('what a crash left of a release goes after the next start, though nothing is due, and many belong to other processes', async () => {
  const hook = await own.subscriber(answers(500))
  const { id } = await startAndFail(hook.url)
  own.now += second
  hook.answer = answers(200)
  await own.stopLast()
  // As an update leaves the endpoint when the process ends before it brought anything forward.
  const kept = await sqliteDocuments(own.store).collection(endpoints)
  const stored = (await kept.get('acme', id))!
  await kept.replace(stored, { ...stored.body, release: { at: own.now, what: 'all' } })
  const lease = { owner: 'another process', until: own.now + 3_600 * second }
  const held = { ...stored.body, release: { at: 1, what: 'all' as const }, lease }
  await kept.putMany(
    'umbrella',
    Array.from({ length: 1_000 }, (_, i) => ({ id: `end_${i}`, body: held })),
  )
  const dispatcher = await own.start()
  await until(async () => expect((await ledger(dispatcher, id)).map(({ state }) => state)).toEqual(['delivered']))
  await until(async () => expect((await kept.get('acme', id))!.body).not.toHaveProperty('release'))
})

/** An endpoint whose one event waits for its second attempt. */
async function startAndFail(url: string) {
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(url)
  await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one'))
  await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_1')).toEqual([1]))
  await until(async () =>
    expect(await dispatcher.ask(webhookDispatcher.queries.endpointRead, { endpointId: id })).toHaveProperty(
      'failingSince',
    ),
  )
  return { dispatcher, id }
}

it('an event that its subscriber refuses is brought forward at growing intervals, and keeps its ten attempts', async () => {
  const isPoison = (received: any) => received.body.data.message.content === 'poison'
  const hook = await own.subscriber((received, response) => answers(isPoison(received) ? 500 : 200)(received, response))
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageSent, 'cnv_poison', say('poison'))
  await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_poison')).toEqual([1]))
  own.now += 7 * second
  await until(async () => expect(await attemptsOf(dispatcher, id, 'cnv_poison')).toEqual([2]))
  // Successes of others, one each ten seconds. How soon each is noticed depends on the machine, so they go on until some were.
  let [attempts] = await attemptsOf(dispatcher, id, 'cnv_poison')
  let seconds = 0
  for (let i = 0; i < 60 || attempts! <= 3; i++) {
    own.now += 10 * second
    seconds += 10
    await dispatcher.publish(chat.events.messageSent, `cnv_${i}`, say(`fine ${i}`))
    await until(async () => expect(await attemptsOf(dispatcher, id, `cnv_${i}`)).toEqual([1]))
    ;[attempts] = await attemptsOf(dispatcher, id, 'cnv_poison')
  }
  // 5, 10, 20 s and so on after one another, and those of its own after five minutes, half an hour and two hours.
  expect(attempts).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(seconds / 5)) + 3)
}, 30_000)

describe('a clock that is set back', () => {
  it.each([2 * hour, 24 * hour, 40 * 24 * hour])('by %d ms delays no delivery by as much', async (backMs) => {
    const { hook, dispatcher, id } = await afterAnOutage(answers(500))
    hook.answer = answers(200)
    own.now -= backMs
    await until(() => expect(words(hook)).toEqual(['one', 'two', 'three']))
    await until(async () =>
      expect((await ledger(dispatcher, id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered')),
    )
  })

  it.each([24 * hour, 40 * 24 * hour])(
    'by %d ms while nothing runs: the next process delivers what waits',
    async (backMs) => {
      const { hook } = await afterAnOutage(answers(500))
      await own.stopLast()
      hook.answer = answers(200)
      own.now -= backMs
      await own.start()
      await until(() => expect(words(hook)).toEqual(['one', 'two', 'three']))
    },
  )
})
