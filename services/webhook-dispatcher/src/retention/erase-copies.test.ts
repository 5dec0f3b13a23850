import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { ledger, say, until, useDispatchers } from '../../testing/use-dispatchers.ts'
import { deliveries } from '../deliveries/delivery-document.ts'

const own = useDispatchers()
const conversations = (...conversationIds: string[]) => ({ kind: 'conversations' as const, conversationIds })
const echo = ({ text }: { text: string }, response: any) => response.end(text)

it('what a subscriber repeated of what it was sent goes with that', async () => {
  const hook = await own.subscriber(echo)
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(hook.url)
  const kept = await dispatcher.documents.collection(deliveries)
  const causes = async () => (await kept.find('acme', {})).items.map(({ body }) => body.cause)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('A word of mine'))
  await until(async () => expect(JSON.stringify(await ledger(dispatcher, id))).toContain('A word of mine'))
  expect(await causes()).toEqual([expect.anything()])
  const { removed, cursor } = await dispatcher.ask(webhookDispatcher.queries.copiesErase, {
    subject: conversations('cnv_1'),
  })
  expect([removed[0].count, cursor]).toEqual([1, null])
  // The id of a request is the caller's choice, so it may be somebody's.
  expect(await causes()).toEqual([undefined])
  expect(await ledger(dispatcher, id)).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }])
  expect((await ledger(dispatcher, id))[0].attempts[0]).not.toHaveProperty('reply')
  const again = await dispatcher.ask(webhookDispatcher.queries.copiesErase, { subject: conversations('cnv_1') })
  expect(again.removed[0].count).toBe(0)
})

it('what a subscriber answers when that was erased already is not kept', async () => {
  const waiting: (() => void)[] = []
  const hook = await own.subscriber((received, response) => void waiting.push(() => echo(received, response)))
  const dispatcher = await own.start()
  const { id } = await dispatcher.create(hook.url)
  await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('A word of mine'))
  await until(() => expect(waiting).toHaveLength(1))
  const { removed } = await dispatcher.ask(webhookDispatcher.queries.copiesErase, { subject: conversations('cnv_1') })
  expect(removed[0].count).toBe(1)
  waiting[0]!()
  await until(async () => expect((await ledger(dispatcher, id))[0].state).toBe('delivered'))
  expect((await ledger(dispatcher, id))[0].attempts).toEqual([
    { at: expect.any(String), status: 200, durationMs: expect.any(Number) },
  ])
})

it('conversations are found by their key, however much else the ledger holds', async () => {
  const dispatcher = await own.start()
  const kept = await dispatcher.documents.collection(deliveries)
  const body = JSON.stringify({ id: 'evt', data: { word: 'mine' } })
  const event = (key: string) => ({ id: `evt_${key}`, type: 'message.sent', key, sequence: 1 })
  const rest = { endpointId: 'whe_1', state: 'delivered' as const, attempts: [], tries: 1, createdAt: '2026-03-01' }
  const all = Array.from({ length: 3_000 }, (_, i) => ({
    id: `dlv_${i}`,
    body: { ...rest, lane: `whe_1/cnv_${i}`, event: event(`cnv_${i}`), body },
  }))
  await kept.addMany('acme', all)
  const ids = Array.from({ length: 500 }, (_, i) => `cnv_${2_400 + i}`)
  const { removed, cursor } = await dispatcher.ask(webhookDispatcher.queries.copiesErase, {
    subject: conversations(...ids),
  })
  expect([removed[0].count, cursor]).toEqual([500, null])
  const left = await kept.find('acme', { limit: 1_000, where: { 'event.key': { in: ids } } })
  expect(left.items.filter((each) => each.body.body.includes('mine'))).toEqual([])
  expect((await kept.get('acme', 'dlv_1'))!.body.body).toBe(body)
})
