import { isLaterDelivery } from '@frontdesk/contracts'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Receipt, SendError } from '../provider.ts'
import { keepMessage } from './queue-message.ts'
import { recordReceipt } from './record-receipt.ts'
import { resendMessage } from './resend-message.ts'
import { step } from './send-message.ts'
import { channelId, conversationId, fakeProvider, startTestOutbound } from './start-test-outbound.ts'

const fates = ['takes', 'takes_in_pieces', 'later', 'refuses', 'lost'] as const
type Told = { id: number; state: Receipt['state'] }
/** What a request comes to, and the receipts that come while it is on its way. */
type Request = { fate: (typeof fates)[number]; meanwhile: Told[] }
type Deed =
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
const deed: fc.Arbitrary<Deed> = fc.oneof(
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

it('whatever happens in whatever order, a message is either over or has its next step, and is told forwards only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 25 }), async (deeds) => {
      const test = await startTestOutbound()
      try {
        const { id } = test.message(1)
        const content = 'One two three. Four five six. Seven.'
        await test.keepChannel('sms')
        await test.keepThread('sms')
        await keepMessage(test.message(1, { content }), 'sms', channelId, test.context)
        let [requests, rounds, ids, isEnabled] = [0, 1, 0, true]
        const receipt = ({ id, state }: Told) =>
          recordReceipt(channelId, { type: 'receipt', id: `provider-${id}`, state }, test.context)
        for (const each of deeds) {
          if (each.do === 'receipt') await receipt(each.told)
          if (each.do === 'wait') test.time.now += each.ms
          if (each.do === 'toggle') await test.keepChannel('sms', { enabled: (isEnabled = !isEnabled) })
          if (each.do === 'resend') {
            const actor = { kind: 'api' } as const
            const asked = { operationId: `op_${rounds}`, conversationId, messageId: id, actor }
            const again = await resendMessage(asked, test.context, () => {}).catch(({ code }) => code)
            if (again !== 'conflict') rounds++
          }
          if (each.do === 'step') {
            const left = [...each.requests]
            const provider = fakeProvider(
              'sms',
              async () => {
                const { fate, meanwhile } = left.shift()!
                if (fate === 'later') throw new SendError('again', 'rate_limited', 'Later.')
                if (fate === 'refuses') throw new SendError('refused', 'no', 'No.')
                requests++
                for (const early of meanwhile) await receipt(early)
                if (fate === 'lost') throw new SendError('unknown', 'timeout', 'No answer.')
                const otherIds = fate === 'takes_in_pieces' ? [`provider-${ids + 2}`] : []
                ids += 1 + otherIds.length
                return { id: `provider-${ids - otherIds.length}`, otherIds }
              },
              { maxCharacters: 16 },
            )
            await step(conversationId, test.context, [provider])
          }
          const message = (await test.outbound(id))!
          const isOpen = message.state === 'queued' || message.state === 'sending'
          expect([message.lane !== undefined, message.dueAt !== undefined]).toEqual([isOpen, isOpen])
          expect(message.round).toBe(rounds)
        }
        // Three parts a round: none of them leaves twice in one.
        expect(requests).toBeLessThanOrEqual(3 * rounds)
        const { body, outbox } = (await test.context.collections.outbound.get('acme', id))!
        const state = body.state === 'queued' ? 'sending' : body.state
        await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject({ state, round: rounds }))
        expect(outbox.length).toBeLessThanOrEqual(test.told.length)
        for (const [i, told] of test.told.entries()) {
          const before = test.told[i - 1]
          if (before?.round === told.round) expect(isLaterDelivery(before.state, told.state)).toBe(true)
          else expect(told).toMatchObject({ state: 'sending', round: (before?.round ?? 0) + 1 })
        }
      } finally {
        await test.stop()
      }
    }),
    { numRuns: 60 },
  )
})
