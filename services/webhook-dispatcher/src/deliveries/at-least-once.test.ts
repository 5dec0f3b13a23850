import { chat, ServiceError, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it, vi } from 'vitest'
import { aMessage, type Dispatcher } from '../../testing/start-test-dispatcher.ts'
import { answers, hang, ledger, say, second, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()
const rowsOf = (dispatcher: Dispatcher, name: string) =>
  dispatcher.documents.collection<any>({ name: `webhook-dispatcher-${name}`, indexes: [] })

describe('at least once', () => {
  it('a delivery that comes while the one before it is written down is not left behind', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    await dispatcher.create(hook.url)
    const deliveries = await rowsOf(dispatcher, 'deliveries')
    const replace = deliveries.replace.bind(deliveries)
    vi.spyOn(deliveries, 'replace').mockImplementationOnce(async (...given) => {
      await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('two'))
      await until(async () => expect(await deliveries.count('acme')).toBe(2))
      return replace(...given)
    })
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one'))
    await until(() => expect(words(hook)).toEqual(['one', 'two']))
  })

  it('an attempt that could not be written down is made again, with the same id', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    const deliveries = await rowsOf(dispatcher, 'deliveries')
    vi.spyOn(deliveries, 'replace').mockRejectedValueOnce(new ServiceError('unavailable'))
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await until(async () =>
      expect((await ledger(dispatcher, id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    )
    expect(words(hook)).toEqual(['one', 'one', 'two'])
    expect(hook.received[1]!.body.id).toBe(hook.received[0]!.body.id)
  })

  it('a store that is away is told of once for all lanes; what else fails is an error of ours', async () => {
    const hook = await own.subscriber()
    const lines: { level: string; message: string; fields: any }[] = []
    const to = (level: string) => (fields: object, message: string) => void lines.push({ level, message, fields })
    const log = { debug() {}, routine() {}, info() {}, warn: to('warn'), error: to('error'), child: () => log }
    const dispatcher = await own.start({ log })
    await dispatcher.create(hook.url)
    const deliveries = await rowsOf(dispatcher, 'deliveries')
    const replace = vi.spyOn(deliveries, 'replace').mockRejectedValue(new ServiceError('unavailable'))
    const keys = Array.from({ length: 5 }, (_, i) => `cnv_${i}`)
    await Promise.all(keys.map((key) => dispatcher.publish(chat.events.messageSent, key, say(key))))
    await until(() => expect(replace.mock.calls.length).toBeGreaterThan(5))
    replace.mockRejectedValueOnce(new Error('something of ours'))
    await until(() => expect(lines.some(({ level }) => level === 'error')).toBe(true))
    replace.mockRestore()
    await until(async () => expect(await deliveries.count('acme', { state: 'delivered' })).toBe(5))
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'deliveries wait and will be retried',
        fields: { work: 'deliver', code: 'unavailable', reason: 'A part of the platform is not available.' },
      },
      { level: 'error', message: 'detached work failed', fields: expect.objectContaining({ work: 'deliver' }) },
    ])
  })

  it('an event that comes again is not sent again, and what of it was not sent is', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one'))
    await until(() => expect(hook.received).toHaveLength(1))
    const { id, key, sequence } = hook.received[0]!.body
    const envelope = { id, key, sequence, attempt: 2, at: '2026-03-01T12:00:00.000Z' }
    const deliveries = await rowsOf(dispatcher, 'deliveries')
    await until(async () => expect(await deliveries.count('acme', { state: 'delivered' })).toBe(1))
    await dispatcher.handleAgain('messageSent', aMessage('one'), envelope)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('two'))
    await until(() => expect(words(hook)).toEqual(['one', 'two']))

    const [stored] = (await deliveries.find('acme', { where: { 'event.id': id } })).items
    await deliveries.remove('acme', stored!.id)
    await dispatcher.handleAgain('messageSent', aMessage('one'), envelope)
    await until(() => expect(words(hook)).toEqual(['one', 'two', 'one']))
    expect(hook.received[2]!.body).toMatchObject({ id, sequence })
  })

  it('two processes on one store send each event once', async () => {
    const hook = await own.subscriber()
    const first = await own.start()
    await own.start({ alone: true })
    await first.create(hook.url)
    const keys = Array.from({ length: 20 }, (_, i) => `cnv_${i}`)
    await Promise.all(keys.map((key) => first.publish(chat.events.messageSent, key, say('1', '2', '3'))))
    await until(() => expect(hook.received).toHaveLength(60))
    expect(new Set(hook.received.map(({ body }) => body.id)).size).toBe(60)
  })

  it('what was on its way at a stop is sent again, with the same id', async () => {
    const hook = await own.subscriber(hang)
    const first = await own.start()
    await first.create(hook.url)
    await first.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await until(() => expect(hook.received).toHaveLength(1))
    await own.stopLast()
    hook.answer = answers(200)
    await own.start()
    await until(() => expect(words(hook)).toEqual(['one', 'one', 'two']))
    expect(hook.received[1]!.body.id).toBe(hook.received[0]!.body.id)
  })

  it('an endpoint whose process died is taken over when its lease ends, not before', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    const endpoints = await rowsOf(dispatcher, 'endpoints')
    // What a kill leaves.
    const lease = { owner: 'another process', until: own.now + 15 * second }
    await endpoints.put('acme', id, { ...(await endpoints.get('acme', id))!.body, lease })
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await expect(vi.waitFor(() => expect(hook.received).not.toEqual([]), 1_200)).rejects.toThrow()
    own.now = lease.until
    await until(() => expect(words(hook)).toEqual(['one', 'two']))
    expect((await endpoints.get('acme', id))!.body.lease.owner).not.toBe('another process')
  })

  it.each([
    ['while it has the endpoint', false],
    ['and has given the endpoint back', true],
  ])(
    'a process that stalls beyond its lease writes nothing of an attempt after another one made its own, %s',
    async (_, hasStopped) => {
      const replies: (() => void)[] = []
      const hook = await own.subscriber(
        (received, response) => void replies.push(() => answers(500)(received, response)),
      )
      const warned: string[] = []
      const log = { debug() {}, routine() {}, info() {}, warn: note, error: note, child: () => log }
      function note(_: object, message: string) {
        warned.push(message)
      }
      const stalled = await own.start({ log })
      const { id } = await stalled.create(hook.url)
      await stalled.publish(chat.events.messageSent, 'cnv_1', say('one'))
      await until(() => expect(replies).toHaveLength(1))
      own.now += 16 * second
      await own.start({ alone: true })
      await until(() => expect(replies).toHaveLength(2))
      replies[1]!()
      await until(async () => expect((await ledger(stalled, id))[0].attempts).toHaveLength(1))
      const deliveries = await rowsOf(stalled, 'deliveries')
      const endpoints = await rowsOf(stalled, 'endpoints')
      await until(async () => expect((await endpoints.get('acme', id))!.body).toHaveProperty('failingSince'))
      if (hasStopped) {
        await own.stopLast()
        expect((await endpoints.get('acme', id))!.body.lease).toBeNull()
      }
      const { items: before } = await deliveries.find('acme', {})
      replies[0]!()
      await until(() => expect(warned).toEqual([expect.stringContaining('was not recorded')]))
      expect((await deliveries.find('acme', {})).items).toEqual(before)
    },
  )

  it('a stop gives endpoints back at once', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one'))
    await until(() => expect(words(hook)).toEqual(['one']))
    await own.stopLast()
    await own.start()
    const endpoints = await rowsOf(dispatcher, 'endpoints')
    expect((await endpoints.get('acme', id))!.body.lease).toBeNull()
  })

  it('deliveries to a removed endpoint go with it', async () => {
    const hook = await own.subscriber(answers(500))
    const dispatcher = await own.start()
    const { id } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('one', 'two'))
    await until(async () => {
      const attempts = (await ledger(dispatcher, id)).map((delivery) => delivery.attempts.length)
      expect(attempts.sort()).toEqual([0, 1])
    })
    await dispatcher.ask(webhookDispatcher.queries.endpointDelete, { endpointId: id })
    await expect(ledger(dispatcher, id)).rejects.toMatchObject({ code: 'not_found' })
    for (const name of ['deliveries', 'endpoints']) expect(await (await rowsOf(dispatcher, name)).count('acme')).toBe(0)
  })
})
