import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { hour, say, until, useDispatchers } from '../../testing/use-dispatchers.ts'
import { deliveries } from '../deliveries/delivery-document.ts'
import { numberings } from '../events/numbering-document.ts'
import { type ReplayDocument, replayPages, replays } from '../replays/replay-document.ts'
import { purgeOld } from './purge-old.ts'

const own = useDispatchers()
const day = 24 * hour

/** What of each is left. */
async function openLedger(dispatcher: Awaited<ReturnType<typeof own.start>>) {
  const { documents } = dispatcher
  const collections = {
    deliveries: await documents.collection(deliveries),
    replays: await documents.collection(replays),
    replayPages: await documents.collection(replayPages),
    numberings: await documents.collection(numberings),
  }
  const { signal } = new AbortController()
  const counts = async () => Promise.all(Object.values(collections).map((each) => each.count('acme')))
  const forget = () => purgeOld({ collections, clock: { now: () => own.now }, signal } as any)
  return { ...collections, counts, forget }
}

it('deliveries and replays that are over are kept for 30 days', async () => {
  const hook = await own.subscriber()
  const dispatcher = await own.start()
  const { id: endpointId } = await dispatcher.create(hook.url)
  const { counts, forget, replays, replayPages } = await openLedger(dispatcher)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('one'))
  await until(() => expect(hook.received).toHaveLength(1))
  const at = new Date(own.now).toISOString()
  const replay: ReplayDocument = { endpointId, from: at, to: at, createdAt: at, state: 'finished', count: 1 }
  await replays.put('acme', 'wjob_1', replay)
  await replays.put('acme', 'wjob_2', { ...replay, state: 'running', dueAt: own.now + 90 * day })
  await replayPages.put('acme', 'wjob_3', {
    jobId: 'wjob_1',
    pending: [],
    delivered: 1,
    failed: 0,
    next: null,
    createdAt: at,
  })
  own.now += 30 * day
  await forget()
  expect(await counts()).toEqual([1, 2, 1, 1])
  own.now += 1
  await forget()
  expect(await counts()).toEqual([0, 1, 0, 1])
  expect(await replays.get('acme', 'wjob_2')).toBeDefined()
})

it('the numbers of a conversation stay while it does, and for 31 days after it was erased go on growing', async () => {
  const hook = await own.subscriber()
  const dispatcher = await own.start()
  await dispatcher.create(hook.url)
  const { numberings, forget } = await openLedger(dispatcher)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('one', 'two'))
  await dispatcher.publish(chat.events.messageReceived, 'cnv_2', say('one'))
  await until(() => expect(hook.received).toHaveLength(3))
  const subject = { kind: 'conversations', conversationIds: ['cnv_1', 'cnv_unknown'] }
  await dispatcher.ask(webhookDispatcher.queries.copiesErase, { subject })
  own.now += 30 * day
  await dispatcher.ask(webhookDispatcher.queries.copiesErase, { subject })
  await forget()
  // Something that was on its way.
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('late'))
  await until(() => expect(hook.received.at(-1)!.body).toMatchObject({ key: 'cnv_1', sequence: 3 }))
  own.now += day
  await forget()
  const { items } = await numberings.find('acme', {})
  expect(items.map(({ id }) => id)).toEqual(['cnv_2'])
})
