import type { ChannelKind } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { channelId, conversationId, fakeProvider, startTestOutbound } from '../../testing/start-test-outbound.ts'
import { type Receipt, SendError } from '../providers/provider.ts'
import type { OutboundDocument, OutboundPart } from './outbound-document.ts'
import { afterReceipt, toldState } from './outbound-states.ts'
import { saveMessage } from './queue-message.ts'
import { recordReceipt } from './record-receipt.ts'
import { resendMessage } from './resend-message.ts'
import { step } from './send-message.ts'
import { isLaterState } from './state-order.ts'

const fates = ['takes', 'takes_in_pieces', 'later', 'refuses', 'lost'] as const
type Told = { id: number; state: Receipt['state'] }
/** What a request comes to, and the receipts that come while it is on its way. */
type Request = { fate: (typeof fates)[number]; meanwhile: Told[] }
type Action =
  | { do: 'step'; requests: Request[] }
  | { do: 'receipt'; told: Told }
  | { do: 'resend' }
  | { do: 'wait'; ms: number }
  | { do: 'toggle' }

const told = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  state: fc.constantFrom('sent' as const, 'delivered' as const, 'read' as const, 'failed' as const),
})
const request = fc.record({
  fate: fc.oneof({ weight: 3, arbitrary: fc.constant('takes' as const) }, fc.constantFrom(...fates)),
  meanwhile: fc.array(told, { maxLength: 2 }),
})
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      requests: fc.array(request, { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('receipt' as const), told }) },
  { weight: 2, arbitrary: fc.constant({ do: 'resend' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 60_000, 6_000_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'toggle' as const }) },
)

/** A mail is one part, which is sent again when nobody knows what became of it, and may keep its id. */
const kinds = {
  sms: { maxCharacters: 16, maxRequests: 3 },
  email: { maxCharacters: 500_000, maxRequests: 10 },
} satisfies Partial<Record<ChannelKind, object>>
const kindOf = fc.constantFrom('sms' as const, 'email' as const)

/** What a message of these parts is: what its worst part is. `undefined` before it was cut into parts. */
const worstOf = ({ parts }: OutboundDocument): OutboundDocument['state'] | undefined =>
  (['sending', 'failed', 'unknown', 'queued', 'sent', 'delivered', 'read'] as const).find((state) =>
    parts.some((part) => part.state === state),
  )
/** Whether a part is where it was or further. One that is tried again waits like one that is about to leave. */
function isNoStepBack(kind: ChannelKind, before: OutboundPart, after: OutboundPart): boolean {
  const known = ({ state, isReturned }: OutboundPart) =>
    state === 'failed' && (isReturned || kind === 'email') ? 'returned' : toldState(state)
  return known(before) === known(after) || isLaterState(known(before), known(after))
}

it('whatever happens in whatever order, a message is either over or has its next step, and is told forwards only', async () => {
  await fc.assert(
    fc.asyncProperty(
      kindOf,
      fc.boolean(),
      fc.array(action, { minLength: 3, maxLength: 25 }),
      async (kind, isSame, actions) => {
        const { maxCharacters, maxRequests } = kinds[kind]
        const test = await startTestOutbound()
        try {
          const { id } = test.message(1)
          const content = 'One two three. Four five six. Seven.'
          await test.keepChannel(kind)
          await test.recordThread(kind)
          await saveMessage(test.message(1, { content }), kind, channelId, test.context)
          let [requests, rounds, ids, isEnabled] = [0, 1, 0, true]
          let before: OutboundDocument | undefined
          const receipt = ({ id, state }: Told) =>
            recordReceipt(channelId, { type: 'receipt', id: `provider-${id}`, state }, test.context)
          for (const each of actions) {
            if (each.do === 'receipt') await receipt(each.told)
            if (each.do === 'wait') test.time.now += each.ms
            if (each.do === 'toggle') await test.keepChannel(kind, { enabled: (isEnabled = !isEnabled) })
            if (each.do === 'resend') {
              const actor = { kind: 'api' } as const
              const asked = { operationId: `op_${rounds}`, conversationId, messageId: id, actor }
              const again = await resendMessage(asked, test.context, () => {}).catch(({ code }) => code)
              if (again !== 'conflict') rounds++
            }
            if (each.do === 'step') {
              const left = [...each.requests]
              const provider = fakeProvider(
                kind,
                async () => {
                  const { fate, meanwhile } = left.shift()!
                  if (fate === 'later') throw new SendError('again', 'rate_limited', 'Later.')
                  if (fate === 'refuses') throw new SendError('refused', 'no', 'No.')
                  requests++
                  for (const early of meanwhile) await receipt(early)
                  if (fate === 'lost') throw new SendError('unknown', 'timeout', 'No answer.')
                  if (kind === 'email') return { id: `provider-${isSame ? 1 : ++ids}` }
                  const otherIds = fate === 'takes_in_pieces' ? [`provider-${ids + 2}`] : []
                  ids += 1 + otherIds.length
                  return { id: `provider-${ids - otherIds.length}`, otherIds }
                },
                { maxCharacters },
              )
              await step(conversationId, test.context, [provider])
            }
            const message = (await test.outbound(id))!
            expect(message.state).toBe(worstOf(message) ?? message.state)
            for (const [i, part] of message.parts.entries()) {
              const known = before?.round === message.round ? before.parts[i] : undefined
              if (known && !part.pieces) expect(isNoStepBack(kind, known, part)).toBe(true)
            }
            before = message
            const isOpen = message.state === 'queued' || message.state === 'sending'
            expect([message.lane !== undefined, message.dueAt !== undefined]).toEqual([isOpen, isOpen])
            expect(message.round).toBe(rounds)
          }
          // Three parts a round: none of them leaves twice in one. A mail has ten tries.
          expect(requests).toBeLessThanOrEqual(maxRequests * rounds)
          const { body, outbox } = (await test.context.collections.outbound.get('acme', id))!
          const state = body.state === 'queued' ? 'sending' : body.state
          await test.settle()
          expect(test.told.at(-1)).toMatchObject({ state, round: rounds })
          expect(outbox.length).toBeLessThanOrEqual(test.told.length)
          for (const [i, told] of test.told.entries()) {
            const before = test.told[i - 1]
            if (before?.round === told.round) {
              // The part that failed has arrived after all: what is told is the worst of the others.
              const isOfOthers = told.state === 'sent' || told.state === 'unknown'
              const isOneOfSeveral = kind === 'sms' && before.state === 'failed' && isOfOthers
              const state = kind === 'email' && told.state === 'failed' ? 'returned' : told.state
              expect(isOneOfSeveral || isLaterState(before.state, state)).toBe(true)
            } else expect(told).toMatchObject({ state: 'sending', round: (before?.round ?? 0) + 1 })
          }
        } finally {
          await test.stop()
        }
      },
    ),
    {
      numRuns: runs(60),
      // Two parts left, of the third one nobody knows; of the first it is told that it failed, and then that it arrived.
      examples: [
        [
          'sms',
          false,
          [
            {
              do: 'step',
              requests: [
                { fate: 'takes', meanwhile: [] },
                { fate: 'takes', meanwhile: [] },
                { fate: 'lost', meanwhile: [] },
              ],
            },
            { do: 'receipt', told: { id: 1, state: 'failed' } },
            { do: 'receipt', told: { id: 1, state: 'delivered' } },
          ],
        ],
        // Of the third one nobody knows, and while it left the first was told as failed, then as read.
        [
          'sms',
          false,
          [
            {
              do: 'step',
              requests: [
                { fate: 'takes', meanwhile: [] },
                { fate: 'takes', meanwhile: [] },
                { fate: 'lost', meanwhile: [{ id: 1, state: 'failed' }] },
              ],
            },
            { do: 'receipt', told: { id: 1, state: 'sent' } },
            { do: 'receipt', told: { id: 1, state: 'sent' } },
            { do: 'receipt', told: { id: 1, state: 'read' } },
          ],
        ],
      ],
    },
  )
})

/** What receipts in this order make of a message that was sent, in so many pieces. */
function afterAll(kind: ChannelKind, pieces: number, receipts: { state: Receipt['state']; piece: number }[]) {
  const start: OutboundDocument = {
    ...{ conversationId, kind, sequence: 1, author: 'ai', text: 'Words', createdAt: '', at: '', isTold: true },
    ...{ parts: [{ text: 'Words', state: 'sent' }], state: 'sent', round: 1, tries: 1, roundAt: 0 },
  }
  return receipts.reduce((message, { state, piece }) => {
    const sent = { part: 0, round: 1, ...(pieces > 1 && { piece, pieces }) }
    return afterReceipt(message, sent, { type: 'receipt', id: 'provider-1', state }, '')
  }, start)
}
const receiptsOf = (pieces: number) =>
  fc.array(fc.record({ state: told.map(({ state }) => state), piece: fc.nat(pieces - 1) }), { maxLength: 8 })

it.each([
  ['sms', 1],
  ['sms', 3],
  ['whatsapp', 1],
  ['email', 1],
] as const)('receipts for %s in %i pieces come to the same in whatever order', (kind, pieces) => {
  const orders = receiptsOf(pieces).chain((receipts) =>
    fc.tuple(fc.constant(receipts), fc.shuffledSubarray(receipts, { minLength: receipts.length })),
  )
  fc.assert(
    fc.property(orders, ([receipts, shuffled]) => {
      const [one, other] = [afterAll(kind, pieces, receipts), afterAll(kind, pieces, shuffled)]
      expect([one.state, one.text]).toEqual([other.state, other.text])
      const has = (state: Receipt['state']) => receipts.some((each) => each.state === state)
      if (pieces > 1) return
      if (has('read')) expect(one.state).toBe('read')
      else if (has('failed') && (kind === 'email' || !has('delivered'))) expect(one.state).toBe('failed')
      else if (has('delivered')) expect(one.state).toBe('delivered')
      // What may still fail may have to be sent again.
      if (one.state === 'failed' || kind === 'email') expect(one.text === '').toBe(has('read'))
    }),
  )
})
