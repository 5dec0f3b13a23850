import {
  channels as channelsContracts,
  chat as chatContracts,
  type InputOf,
  type MessageDelivery,
} from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
// biome-ignore lint/plugin: what leaves is decided by the real policies, so they run beside it here.
import { policyEngineService } from '@frontdesk/policy-engine'
import { runs } from '@frontdesk/properties'
import type { Envelope } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { endsOf, eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { eraseCopies } from '../retention/erase-copies.ts'
import { followChanges } from './change-log.ts'
import { recordDelivery } from './record-delivery.ts'

type Delivery = InputOf<typeof channelsContracts.events.deliveryChanged>
const collections = { sent: collection<{ count: number }>('test-sent') }
const agent = { kind: 'agent', id: 'agt_1', name: 'Anna' } as const

const chats = useChats()
let chat: TestChat
let channels: StandInContext<typeof collections>

beforeEach(async () => {
  // Stands in for the service that sends.
  const sender = standIn({
    name: 'channels',
    collections,
    handlers: {},
    async start(own) {
      channels = own.forTenant('acme')
      return { close: async () => {} }
    },
  })
  chat = await chats.start({ beside: [policyEngineService, sender] })
})

async function ask() {
  const end = endsOf(await chat.read('How long does delivery take?', { channel: 'sms' }).ended)[0]
  const { conversationId, messageId } = end as { conversationId: string; messageId: string }
  return { conversationId, messageId }
}

const at = '2026-11-21T10:00:00.000Z'
const tell = (asked: { conversationId: string; messageId: string }, state: MessageDelivery['state'], more = {}) =>
  channels.commit(channels.collections.sent, asked.messageId, (current) => ({
    body: { count: (current?.body.count ?? 0) + 1 },
    events: [channels.event(channelsContracts.events.deliveryChanged, { ...asked, state, at, round: 1, ...more })],
  }))
const deliveryOf = async ({ conversationId, messageId }: { conversationId: string; messageId: string }) =>
  (await chat.messages(conversationId)).find(({ id }) => id === messageId)?.delivery
const becomes = (asked: { conversationId: string; messageId: string }, state: MessageDelivery['state']) =>
  eventually(async () => expect((await deliveryOf(asked))?.state).toBe(state))
const activities = async (conversationId: string) =>
  (await chat.context.ask(chatContracts.queries.activityList, { conversationId })).items.filter(
    ({ messageId }) => messageId,
  )

/** What those who follow the tenant have been told of deliveries. */
async function changes(atLeast: number): Promise<(string | undefined)[]> {
  const states: (string | undefined)[] = []
  for await (const change of followChanges({ after: 0 }, chat.chatContext)) {
    if (change.type === 'message.delivery') states.push(change.message?.delivery?.state)
    if (states.length === atLeast) break
  }
  return states
}

it('a message shows its delivery state, and all followers of the tenant are notified', async () => {
  const asked = await ask()
  expect(await deliveryOf(asked)).toBeUndefined()
  for (const state of ['sending', 'sent', 'delivered'] as const) {
    await tell(asked, state)
    await becomes(asked, state)
  }
  expect(await deliveryOf(asked)).toEqual({ state: 'delivered', at })
  expect(await changes(3)).toEqual(['delivered', 'delivered', 'delivered'])
  expect(await activities(asked.conversationId)).toEqual([])
})

it('the latest state counts, and a repeated event changes nothing', async () => {
  const asked = await ask()
  await tell(asked, 'failed', { code: '30003', detail: 'The phone is off.' })
  await becomes(asked, 'failed')
  const told: Delivery = { ...asked, state: 'failed', at, round: 1, code: '30003', detail: 'The phone is off.' }
  const stored = await chat.chatContext.collections.messageDeliveries.get('acme', asked.messageId)
  const envelope: Envelope = { id: stored!.body.eventId, key: 'x', sequence: 1, attempt: 2, at }
  await recordDelivery(told, chat.chatContext, envelope)
  const again = (state: MessageDelivery['state'], sequence: number) =>
    recordDelivery({ ...asked, state, at, round: 1 }, chat.chatContext, { ...envelope, id: `evt_${state}`, sequence })
  // Of an event that was told before, whatever it says.
  await again('sent', 1)
  await again('delivered', 1)
  expect(await deliveryOf(asked)).toEqual({ state: 'failed', at, code: '30003' })
  expect(await activities(asked.conversationId)).toHaveLength(1)
  expect(await changes(1)).toEqual(['failed'])
})

it('the log shows failed deliveries, who resent them and their later success', async () => {
  const asked = await ask()
  await tell(asked, 'sending')
  await tell(asked, 'unknown', { code: 'interrupted', detail: 'It may have left.' })
  await tell(asked, 'sending', { round: 2, actor: agent })
  await tell(asked, 'failed', { round: 2, code: '21610' })
  await tell(asked, 'delivered', { round: 2 })
  await becomes(asked, 'delivered')
  await eventually(async () =>
    expect((await activities(asked.conversationId)).map(({ id: _, at: __, ...line }) => line).reverse()).toEqual([
      {
        actor: { kind: 'system' },
        action: 'delivery',
        from: 'sending',
        to: 'unknown',
        detail: 'It may have left. (interrupted)',
        messageId: asked.messageId,
      },
      {
        actor: { kind: 'agent', id: 'agt_1' },
        action: 'resend',
        from: 'unknown',
        to: 'sending',
        messageId: asked.messageId,
      },
      {
        actor: { kind: 'system' },
        action: 'delivery',
        from: 'sending',
        to: 'failed',
        detail: '(21610)',
        messageId: asked.messageId,
      },
      { actor: { kind: 'system' }, action: 'delivery', from: 'failed', to: 'delivered', messageId: asked.messageId },
    ]),
  )
})

it('a mail that bounces after delivery counts as failed', async () => {
  const asked = await ask()
  for (const state of ['sending', 'sent', 'delivered'] as const) await tell(asked, state)
  await becomes(asked, 'delivered')
  await tell(asked, 'failed', { code: '5.1.1', detail: 'The provider could not deliver it.' })
  await becomes(asked, 'failed')
  await eventually(async () =>
    expect(await activities(asked.conversationId)).toMatchObject([
      { action: 'delivery', from: 'delivered', to: 'failed', detail: 'The provider could not deliver it. (5.1.1)' },
    ]),
  )
})

it('silence after an undelivered answer does not count as a resolution', async () => {
  const asked = await ask()
  const assumeAt = async () => (await chat.conversations.get('acme', asked.conversationId))!.body.assumeAt
  expect(await assumeAt()).toBeDefined()
  await tell(asked, 'unknown')
  await becomes(asked, 'unknown')
  expect(await assumeAt()).toBeDefined()
  await tell(asked, 'failed')
  await eventually(async () => expect(await assumeAt()).toBeUndefined())
})

it('no event reports an erased conversation', async () => {
  const asked = await ask()
  await eventually(() =>
    eraseCopies(
      { subject: { kind: 'contact', contactId: 'con_1', conversationIds: [asked.conversationId] } },
      chat.chatContext,
    ),
  )
  const envelope: Envelope = { id: 'evt_1', key: 'x', sequence: 1, attempt: 1, at }
  await recordDelivery({ ...asked, state: 'failed', at, round: 1 }, chat.chatContext, envelope)
  expect(await chat.chatContext.collections.messageDeliveries.get('acme', asked.messageId)).toBeUndefined()
})

const outcomes = ['sending', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const
it('the latest state counts, in whatever order the events arrive', async () => {
  const asked = await ask()
  const { messageDeliveries } = chat.chatContext.collections
  const states = fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 4 })
  /** Two rounds, each event in its place in the sequence, and the order in which they come. */
  const cases = fc.tuple(states, states).chain(([first, second]) => {
    const told = [...first.map((state) => ({ round: 1, state })), ...second.map((state) => ({ round: 2, state }))]
    const events = told.map((each, i) => ({ ...each, sequence: i + 1 }))
    return fc.shuffledSubarray(events, { minLength: events.length })
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(cases, async (events) => {
      const messageId = `${asked.messageId}${run++}`
      for (const { round, state, sequence } of events) {
        const envelope: Envelope = { id: `evt_${run}_${sequence}`, key: 'x', sequence, attempt: 1, at }
        await recordDelivery({ ...asked, messageId, state, at, round }, chat.chatContext, envelope)
      }
      const { round, state } = events.toSorted((a, b) => b.sequence - a.sequence)[0]!
      expect((await messageDeliveries.get('acme', messageId))!.body).toMatchObject({ round, state })
    }),
    { numRuns: runs(25) },
  )
})
