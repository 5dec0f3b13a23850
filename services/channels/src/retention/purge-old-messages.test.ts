import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  channelId,
  conversationId,
  fakeProvider,
  startTestOutbound,
  type TestOutbound,
} from '../../testing/start-test-outbound.ts'
import { saveMessage } from '../outbound/queue-message.ts'
import { resendMessage } from '../outbound/resend-message.ts'
import { step } from '../outbound/send-message.ts'
import { purgeOldMessages } from './purge-old-messages.ts'

const dayMs = 86_400_000

let test: TestOutbound
beforeEach(async () => {
  test = await startTestOutbound()
  await test.keepChannel('sms')
  await test.recordThread('sms')
})
afterEach(() => test.stop())

const provider = fakeProvider('sms', async () => ({ id: 'provider-1' }))
const work = () => step(conversationId, test.context, [provider])
const idOf = (sequence: number) => test.message(sequence).id
const stored = async (sequence: number) => test.context.collections.outbound.get('acme', idOf(sequence))
const settled = (sequence: number) => vi.waitFor(async () => expect((await stored(sequence))!.outbox).toEqual([]))
const keep = (sequence: number) => saveMessage(test.message(sequence), 'sms', channelId, test.context)

async function keptAndFailed() {
  await test.keepChannel('sms', { enabled: false })
  await keep(1)
  await work()
  await test.keepChannel('sms')
  await settled(1)
}

it('what left is forgotten after 30 days', async () => {
  await keep(1)
  await work()
  await settled(1)
  test.time.now += 30 * dayMs
  await purgeOldMessages(test.context)
  expect(await stored(1)).toBeDefined()
  test.time.now += 1
  await purgeOldMessages(test.context)
  expect(await stored(1)).toBeUndefined()
  // Nor is it made again, with its events numbered anew.
  const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
  await expect(resendMessage(resend, test.context, () => {})).rejects.toMatchObject({ code: 'not_found' })
  expect(await stored(1)).toBeUndefined()
})

it('what is sent again on the last day goes out, and its receipts are waited for', async () => {
  await keptAndFailed()
  test.time.now += 30 * dayMs + 1
  const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
  await resendMessage(resend, test.context, () => {})
  await settled(1)
  await purgeOldMessages(test.context)
  await work()
  expect(await test.outbound(idOf(1))).toMatchObject({ state: 'sent' })
  await settled(1)
  await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject({ round: 2, state: 'sent' }))
  test.time.now += 29 * dayMs
  await purgeOldMessages(test.context)
  expect(await stored(1)).toBeDefined()
  test.time.now += 2 * dayMs
  await purgeOldMessages(test.context)
  expect(await stored(1)).toBeUndefined()
})

it('what is still to be sent is not forgotten, however long it waited', async () => {
  await keep(1)
  await settled(1)
  test.time.now += 31 * dayMs
  await purgeOldMessages(test.context)
  await work()
  expect(await test.outbound(idOf(1))).toMatchObject({ state: 'sent' })
})

it('what is changed while it is being forgotten stays', async () => {
  await keptAndFailed()
  test.time.now += 31 * dayMs
  const { outbound } = test.context.collections
  const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
  const found = outbound.findAcrossTenants.bind(outbound)
  vi.spyOn(outbound, 'findAcrossTenants').mockImplementationOnce(async (find) => {
    const items = await found(find)
    await resendMessage(resend, test.context, () => {})
    await settled(1)
    return items
  })
  await purgeOldMessages(test.context)
  expect(await test.outbound(idOf(1))).toMatchObject({ state: 'queued', round: 2 })
})

it('what is not told of yet stays, and holds up nothing', async () => {
  const { outbound } = test.context.collections
  const untold = { id: 'evt_1', subject: 'test.untold', headers: {}, body: {} }
  await keptAndFailed()
  const { body } = (await stored(1))!
  const ids = Array.from({ length: 501 }, (_, i) => `msg_${i}`)
  await outbound.addMany(
    'acme',
    ids.map((id) => ({ id, body })),
  )
  test.time.now += 31 * dayMs
  const found = outbound.findAcrossTenants.bind(outbound)
  vi.spyOn(outbound, 'findAcrossTenants').mockImplementation(async (find) =>
    (await found(find)).map((each) => (each.id === 'msg_7' ? { ...each, outbox: [{ ...untold, sequence: 1 }] } : each)),
  )
  await purgeOldMessages(test.context)
  expect(
    await Promise.all(ids.map((id) => outbound.get('acme', id))).then((all) => all.flatMap((each) => each?.id ?? [])),
  ).toEqual(['msg_7'])
})
