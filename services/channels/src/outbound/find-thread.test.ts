import type { ChannelKind } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  channelId,
  conversationId,
  fakeProvider,
  startTestOutbound,
  type TestOutbound,
} from '../../testing/start-test-outbound.ts'
import type { InboundDocument } from '../inbound/inbound-document.ts'
import type { RequestDocument } from '../inbound/request-document.ts'
import type { Outbound } from '../providers/provider.ts'
import { queueMessage } from './queue-message.ts'
import { resendMessage } from './resend-message.ts'
import { step } from './send-message.ts'

const minuteMs = 60_000

let test: TestOutbound
let taken: Outbound[]
beforeEach(async () => {
  test = await startTestOutbound()
  taken = []
})
afterEach(() => test.stop())

const idOf = (sequence: number) => test.message(sequence).id
const provider = fakeProvider('sms', async (message) => ({ id: `provider-${taken.push(message)}` }))
async function work() {
  for (let steps = 0; steps < 100; steps++) if (!(await step(conversationId, test.context, [provider]))) return
  expect.fail('the lane is never done')
}

/** Chat was asked for an answer to something, and its thread is not kept yet. */
async function begin(state: RequestDocument['state'], more: Partial<InboundDocument> = {}) {
  const { inbound, requests } = test.context.collections
  const at = new Date(test.time.now).toISOString()
  await inbound.put('acme', 'inb_1', { channelId, requestId: 'inb_request', state: 'decided', at, ...more })
  await requests.put('acme', 'inb_request', {
    channelId,
    method: 'POST',
    target: '/',
    headers: {},
    body: { base64: '' },
    receivedAt: at,
    lanes: ['a'],
    senders: [],
    state,
  })
}

async function endRequest(state: RequestDocument['state']) {
  await test.context.commit(test.context.collections.requests, 'inb_request', (current) => ({
    body: { ...current!.body, state },
  }))
}

const sent = (sequence: number, more: object = {}, channel: ChannelKind = 'sms') => ({
  conversation: { id: conversationId, channel, status: 'open' as const },
  message: test.message(sequence, more),
})
const failed = { author: { kind: 'system' }, content: 'Deliv', outcome: 'failed' }
const queue = (sequence: number, more: object = {}) => queueMessage(sent(sequence, more), test.context)

/** Queues without the sending that begins by itself: what the tests do is all that is done. */
async function queued(sequence: number, more: object = {}) {
  const context = { ...test.context, detach: () => {} }
  await queueMessage(sent(sequence, more), context)
}

it.each(['received', 'waiting'] as const)(
  'an answer waits as long as what the customer wrote is being taken in (%s), and leaves then',
  async (state) => {
    await test.keepChannel('sms')
    await begin(state)
    await queued(1)
    for (let minutes = 0; minutes < 90; minutes++) {
      test.time.now += minuteMs
      await work()
    }
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'queued' })
    await test.recordThread('sms')
    test.time.now += minuteMs
    await work()
    expect(taken.map(({ id }) => id)).toEqual([idOf(1)])
  },
)

it('it fails, for everybody to see, when that was given up; it can be sent once that was taken in after all', async () => {
  await test.keepChannel('sms')
  await begin('waiting')
  await queued(1)
  test.time.now += 2 * minuteMs
  await work()
  await endRequest('failed')
  test.time.now += minuteMs
  await work()
  expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: 'not_taken_in' })
  await vi.waitFor(() => expect(test.told).toMatchObject([{ state: 'failed', code: 'not_taken_in' }]))
  expect(test.told[0]!.detail).toMatch(/dead letter/)
  await test.recordThread('sms')
  const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
  await resendMessage(resend, test.context, () => {})
  await work()
  expect(taken.map(({ id }) => id)).toEqual([idOf(1)])
})

it('what was written by a channel that was deleted since fails too', async () => {
  await begin('done')
  await queued(1)
  test.time.now += 2 * minuteMs
  await work()
  expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: 'not_taken_in' })
})

it.each<[string, () => Promise<void>]>([
  ['another kind', () => test.keepChannel('email')],
  ['another conversation', () => begin('waiting', { conversationId: 'cnv_another' })],
  ['a later time', () => begin('waiting', { at: new Date(test.time.now + 10 * minuteMs).toISOString() })],
  ['what has ended', () => begin('waiting', { state: 'done' })],
])(
  'a conversation that came by no channel is waited for a minute, whatever comes in of %s',
  async (_what, different) => {
    await test.keepChannel('sms')
    await begin('waiting')
    await different()
    await queued(1)
    await queued(2, failed)
    await work()
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'queued' })
    test.time.now += minuteMs + 1
    await work()
    expect([await test.outbound(idOf(1)), await test.outbound(idOf(2))]).toEqual([undefined, undefined])
    expect([test.told, test.handedOver]).toEqual([[], []])
  },
)

it('an answer that failed is handed to people, also when its thread is kept later', async () => {
  await test.keepChannel('sms')
  await begin('waiting')
  await queue(1, failed)
  test.time.now += 5 * minuteMs
  await work()
  expect(test.handedOver).toEqual([])
  await test.recordThread('sms')
  test.time.now += minuteMs
  await work()
  expect(test.handedOver).toEqual([`failed ${idOf(1)}`])
  expect(await test.outbound(idOf(1))).toBeUndefined()
  expect([taken, test.told]).toEqual([[], []])
})

it('an answer that failed is handed to people when what it answers was given up', async () => {
  await test.keepChannel('sms')
  await begin('failed')
  await queue(1, failed)
  await queued(2)
  test.time.now += 2 * minuteMs
  await work()
  expect(test.handedOver).toEqual([`failed ${idOf(1)}`])
  expect(await test.outbound(idOf(1))).toBeUndefined()
  expect(await test.outbound(idOf(2))).toMatchObject({ state: 'failed' })
})

it('when chat can not be asked, it is asked again', async () => {
  await test.keepChannel('sms')
  await begin('waiting')
  await queue(1, failed)
  await test.recordThread('sms')
  const away = new Error('away')
  const broken = { ...test.context, ask: () => Promise.reject(away) } as typeof test.context
  await expect(step(conversationId, broken, [provider])).rejects.toBe(away)
  await work()
  expect(test.handedOver).toEqual([])
  test.time.now += minuteMs
  await work()
  expect(test.handedOver).toEqual([`failed ${idOf(1)}`])
})
