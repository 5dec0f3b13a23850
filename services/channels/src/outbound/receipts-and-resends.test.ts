import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  channelId,
  conversationId,
  fakeProvider,
  messageIdOf,
  startTestOutbound,
  type TestOutbound,
} from '../../testing/start-test-outbound.ts'
import { SendError } from '../providers/provider.ts'
import { recordReceipt } from './record-receipt.ts'
import { resendMessage } from './resend-message.ts'

let test: TestOutbound
beforeEach(async () => {
  test = await startTestOutbound()
})
afterEach(() => test.stop())

describe('a receipt', () => {
  const receipt = (state: 'sent' | 'delivered' | 'read' | 'failed', more = {}) =>
    recordReceipt(channelId, { type: 'receipt', id: 'provider-1', state, ...more }, test.context)

  it('moves a message on, never back, and the words go when it has arrived', async () => {
    await test.queue('sms')
    await test.send(test.accepting('sms'))
    await receipt('delivered', { at: '2026-11-21T09:59:59Z' })
    expect(await test.outbound(messageIdOf(1))).toMatchObject({
      state: 'delivered',
      at: '2026-11-21T09:59:59.000Z',
      text: '',
    })
    for (const state of ['sent', 'failed', 'delivered'] as const) await receipt(state)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
    await receipt('read')
    await vi.waitFor(() =>
      expect(test.told.map(({ state }) => state)).toEqual(['sending', 'sent', 'delivered', 'read']),
    )
  })

  it('of a failure says the provider’s code, and proof of arrival overrules it', async () => {
    await test.queue('sms')
    await test.send(test.accepting('sms'))
    await receipt('failed', { code: '30003' })
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: '30003' })
    await receipt('delivered')
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
    expect(await test.outbound(messageIdOf(1))).not.toHaveProperty('code')
  })

  it('that comes before the provider has answered counts', async () => {
    await test.queue('sms')
    const provider = fakeProvider('sms', async () => {
      await receipt('sent')
      await receipt('delivered')
      return { id: 'provider-1' }
    })
    await test.send(provider)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
  })

  it('of something that we never sent changes nothing', async () => {
    await receipt('delivered')
    expect((await test.context.collections.outbound.find('acme', {})).items).toEqual([])
  })

  it('of an earlier round counts only as proof of arrival', async () => {
    await test.queue('sms')
    await test.send(test.accepting('sms'))
    await receipt('failed')
    const resend = { operationId: 'op_1', conversationId, messageId: messageIdOf(1), actor: { kind: 'api' } } as const
    await resendMessage(resend, test.context, () => {})
    await receipt('failed')
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('queued')
    await test.send(test.accepting('sms'))
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'sent', round: 2 })
    await receipt('delivered')
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
  })

  it('that a mail came back counts after one that it was delivered, and it goes again with its words', async () => {
    await test.queue('email')
    await test.send(test.accepting('email'))
    for (const state of ['delivered', 'failed', 'delivered'] as const) await receipt(state, { code: '5.1.1' })
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: '5.1.1', text: 'Answer 1.' })
    await vi.waitFor(() =>
      expect(test.told.map(({ state }) => state)).toEqual(['sending', 'sent', 'delivered', 'failed']),
    )
    const actor = { kind: 'api' } as const
    await resendMessage(
      { operationId: 'op_1', conversationId, messageId: messageIdOf(1), actor },
      test.context,
      () => {},
    )
    // Of the sending that failed; the next one may come back, too.
    await receipt('delivered')
    await test.send(test.accepting('email'))
    expect(test.taken.map(({ text }) => text)).toEqual(['Answer 1.', 'Answer 1.'])
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'sent', round: 2 })
  })

  it('of a mail that came early is not taken for one of the mail that is sent again under the same id', async () => {
    await test.queue('email')
    const early = fakeProvider('email', async () => {
      await receipt('failed')
      return { id: 'provider-1' }
    })
    await test.send(early)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('failed')
    const again = (operationId: string) =>
      resendMessage(
        { operationId, conversationId, messageId: messageIdOf(1), actor: { kind: 'api' } },
        test.context,
        () => {},
      )
    await again('op_1')
    await test.send(test.accepting('email'))
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'sent', round: 2 })
    await receipt('failed')
    await again('op_2')
    // What comes while it is sent again is.
    await test.send(early)
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', round: 3 })
  })

  it('for each piece that the provider made of a part counts: there when all are, failed when one is', async () => {
    await test.queue('sms', 2)
    let count = 0
    const inPieces = fakeProvider('sms', async () => ({ id: `piece-${++count}`, otherIds: [`piece-${++count}`] }))
    await test.send(inPieces)
    const state = async (sequence: number) => (await test.outbound(messageIdOf(sequence)))?.state
    await receipt('delivered', { id: 'piece-2' })
    expect(await state(1)).toBe('sent')
    await receipt('delivered', { id: 'piece-2' })
    await receipt('delivered', { id: 'piece-1' })
    expect(await state(1)).toBe('delivered')
    await receipt('delivered', { id: 'piece-3' })
    await receipt('failed', { id: 'piece-4', code: '5' })
    expect(await test.outbound(messageIdOf(2))).toMatchObject({ state: 'failed', code: '5' })
    await receipt('delivered', { id: 'piece-3' })
    expect(await state(2)).toBe('failed')
    await receipt('delivered', { id: 'piece-4' })
    expect(await state(2)).toBe('delivered')
  })

  it('for a part that failed and arrived after all leaves what the worst of the others is, and why', async () => {
    await test.queue('sms', 1, 'One two three. Four five six. Seven.')
    let count = 0
    const losing = fakeProvider(
      'sms',
      async () => {
        if (++count === 3) throw new SendError('unknown', 'timeout', 'No answer came.')
        return { id: `provider-${count}` }
      },
      { maxCharacters: 16 },
    )
    await test.send(losing)
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'unknown', code: 'timeout' })
    await receipt('failed', { code: '30003' })
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: '30003' })
    await receipt('delivered')
    const after = { state: 'unknown', code: 'timeout', detail: 'No answer came.' }
    expect(await test.outbound(messageIdOf(1))).toMatchObject(after)
    await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject(after))
  })

  it('for each part of a message counts for the whole when it is the last', async () => {
    await test.queue('sms', 1, 'One two three. Four five six.')
    await test.send(test.accepting('sms', { maxCharacters: 20 }))
    await receipt('delivered')
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('sent')
    await receipt('delivered', { id: 'provider-2' })
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
  })
})

describe('asking to send it again', () => {
  const resend = (operationId: string, messageId = messageIdOf(1)) =>
    resendMessage(
      { operationId, conversationId, messageId, actor: { kind: 'agent', id: 'agt_1' } },
      test.context,
      () => {},
    )

  it('is refused for what did not fail, and for what never went out', async () => {
    await test.queue('sms')
    await expect(resend('op_1')).rejects.toMatchObject({ code: 'conflict' })
    await test.send(test.accepting('sms'))
    await expect(resend('op_1')).rejects.toMatchObject({ code: 'conflict' })
    await expect(resend('op_1', 'msg_2')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('twice under one operation sends it once more, and tells who asked', async () => {
    await test.queue('sms')
    await test.send(fakeProvider('sms', () => Promise.reject(new SendError('refused', '1', 'No.'))))
    expect(await resend('op_1')).toMatchObject({ state: 'sending' })
    expect(await resend('op_1')).toMatchObject({ state: 'sending' })
    await test.send(test.accepting('sms'))
    expect(await resend('op_1')).toMatchObject({ state: 'sent' })
    expect(test.taken).toHaveLength(1)
    await vi.waitFor(() =>
      expect(test.told.map(({ state, round, actor }) => [state, round, actor?.id])).toEqual([
        ['sending', 1, undefined],
        ['failed', 1, undefined],
        ['sending', 2, 'agt_1'],
        ['sent', 2, undefined],
      ]),
    )
  })

  it('sends only the parts that did not leave', async () => {
    await test.queue('sms', 1, 'One two three. Four five six.')
    let tries = 0
    const provider = fakeProvider(
      'sms',
      async (message) => {
        if (++tries === 2) throw new SendError('refused', '1', 'No.')
        return { id: `provider-${test.taken.push(message)}` }
      },
      { maxCharacters: 20 },
    )
    await test.send(provider)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('failed')
    await resend('op_1')
    await test.send(provider)
    expect(test.taken.map(({ text }) => text)).toEqual(['One two three.', 'Four five six.'])
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('sent')
  })
})
