import { deliveryCopiesErase, messageReceived } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { deliveries } from './documents.ts'
import { forgetOld } from './forget-old.ts'
import { numberings } from './number-events.ts'
import { type ReplayDocument, replays } from './replay-deliveries.ts'
import { hour, say, until, useDispatchers } from './use-dispatchers-for-test.ts'

const own = useDispatchers()
const day = 24 * hour

/** What of each is left. */
async function openLedger(dispatcher: Awaited<ReturnType<typeof own.start>>) {
  const { documents } = dispatcher
  const collections = {
    deliveries: await documents.collection(deliveries),
    replays: await documents.collection(replays),
    numberings: await documents.collection(numberings),
  }
  const { signal } = new AbortController()
  const counts = async () => Promise.all(Object.values(collections).map((each) => each.count('acme')))
  const forget = () => forgetOld({ collections, clock: { now: () => own.now }, signal } as any)
  return { ...collections, counts, forget }
}

it('deliveries and replays that are over are kept for 30 days', async () => {
  const hook = await own.subscriber()
  const dispatcher = await own.start()
  const { id: endpointId } = await dispatcher.create(hook.url)
  const { counts, forget, replays } = await openLedger(dispatcher)
  await dispatcher.publish(messageReceived, 'cnv_1', say('one'))
  await until(() => expect(hook.received).toHaveLength(1))
  const at = new Date(own.now).toISOString()
  const replay: ReplayDocument = { endpointId, from: at, to: at, createdAt: at, state: 'finished', count: 1 }
  await replays.put('acme', 'wjob_1', replay)
  await replays.put('acme', 'wjob_2', { ...replay, state: 'running', dueAt: own.now + 90 * day })
  own.now += 30 * day
  await forget()
  expect(await counts()).toEqual([1, 2, 1])
  own.now += 1
  await forget()
  expect(await counts()).toEqual([0, 1, 1])
  expect(await replays.get('acme', 'wjob_2')).toBeDefined()
})

it('the numbers of a conversation stay while it does, and for 31 days after it was erased go on growing', async () => {
  const hook = await own.subscriber()
  const dispatcher = await own.start()
  await dispatcher.create(hook.url)
  const { numberings, forget } = await openLedger(dispatcher)
  await dispatcher.publish(messageReceived, 'cnv_1', say('one', 'two'))
  await dispatcher.publish(messageReceived, 'cnv_2', say('one'))
  await until(() => expect(hook.received).toHaveLength(3))
  const subject = { kind: 'conversations', conversationIds: ['cnv_1', 'cnv_unknown'] }
  await dispatcher.ask(deliveryCopiesErase, { subject })
  own.now += 30 * day
  await dispatcher.ask(deliveryCopiesErase, { subject })
  await forget()
  // Something that was on its way.
  await dispatcher.publish(messageReceived, 'cnv_1', say('late'))
  await until(() => expect(hook.received.at(-1)!.body).toMatchObject({ key: 'cnv_1', sequence: 3 }))
  own.now += day
  await forget()
  const { items } = await numberings.find('acme', {})
  expect(items.map(({ id }) => id)).toEqual(['cnv_2'])
})
