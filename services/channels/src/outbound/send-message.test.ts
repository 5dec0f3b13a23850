import type { ChannelKind, Message } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  channelId,
  conversationId,
  fakeProvider,
  startedAt,
  startTestOutbound,
  type TestOutbound,
} from '../../testing/start-test-outbound.ts'
import type { ChannelsContext } from '../context.ts'
import { type Outbound, type Provider, SendError } from '../providers/provider.ts'
import { saveMessage } from './queue-message.ts'
import { applyReceipt, recordReceipt } from './record-receipt.ts'
import { resendMessage } from './resend-message.ts'
import { step } from './send-message.ts'

let test: TestOutbound
let taken: Outbound[]
beforeEach(async () => {
  test = await startTestOutbound()
  taken = []
})
afterEach(() => test.stop())

/** Takes everything. */
const willing = (kind: ChannelKind, limits?: Provider['limits']) =>
  fakeProvider(kind, async (message) => ({ id: `provider-${taken.push(message)}` }), limits)
const idOf = (sequence: number) => test.message(sequence).id

async function prepared(kind: ChannelKind, messages = 1, content?: string, more: Partial<Message> = {}) {
  await test.keepChannel(kind)
  await test.recordThread(kind)
  for (let sequence = 1; sequence <= messages; sequence++) {
    await saveMessage(test.message(sequence, { ...(content && { content }), ...more }), kind, channelId, test.context)
  }
}

/** Takes steps until there is nothing more to do now. */
async function work(provider: Provider, context: ChannelsContext = test.context) {
  for (let steps = 0; steps < 100; steps++) if (!(await step(conversationId, context, [provider]))) return
  expect.fail('the lane is never done')
}
const states = async () => Promise.all([1, 2, 3].map(async (n) => (await test.outbound(idOf(n)))?.state))
const toldStates = () => vi.waitFor(() => test.told.map(({ messageId, state }) => [messageId, state]))

describe('Markdown', () => {
  const content = 'Hej **Anna**!\n\n- open _My orders_\n- see [returns](https://shop.example/returns) <b>now</b>'
  const markdown = { format: 'markdown' } as const

  it('is HTML and text in a mail, the signs of WhatsApp there, and text in an SMS', async () => {
    const text = 'Hej Anna!\n\n- open My orders\n- see returns (https://shop.example/returns) <b>now</b>'
    await prepared('email', 1, content, markdown)
    await work(willing('email'))
    expect(taken[0]).toMatchObject({ text })
    expect(taken[0]!.mail!.html).toBe(
      '<div dir="auto">\n<p>Hej <strong>Anna</strong>!</p>\n<ul>\n<li>open <em>My orders</em></li>\n<li>see ' +
        '<a href="https://shop.example/returns" rel="noopener noreferrer">returns</a> &lt;b&gt;now&lt;/b&gt;</li>\n</ul>\n</div>\n',
    )
    for (const [kind, expected] of [
      ['sms', text],
      ['whatsapp', text.replace('Anna', '*Anna*').replace('My orders', '_My orders_')],
    ] as const) {
      await test.stop()
      test = await startTestOutbound()
      await prepared(kind, 1, content, markdown)
      await work(willing(kind))
      expect(taken.at(-1)).toMatchObject({ text: expected })
      expect(taken.at(-1)).not.toHaveProperty('mail')
    }
  })

  it('is only what a message says it is: a text keeps its signs', async () => {
    await prepared('email', 1, content)
    await work(willing('email'))
    expect(taken[0]).toMatchObject({ text: content })
    expect(taken[0]!.mail).not.toHaveProperty('html')
  })
})

describe('a message', () => {
  it('leaves by its channel, in order, and everybody learns of it', async () => {
    await prepared('sms', 3)
    await work(willing('sms'))
    expect(taken.map(({ id, from, to, text, receiptUrl }) => ({ id, from, to, text, receiptUrl }))).toEqual(
      [1, 2, 3].map((n) => ({
        id: idOf(n),
        from: '+46700000001',
        to: '+46701234567',
        text: `Answer ${n}.`,
        receiptUrl: 'https://desk.example/api/webhooks/sms/chn_1',
      })),
    )
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
    const metrics = await test.context.health.registry.metrics()
    expect(metrics).toContain('frontdesk_channel_sends_total{provider="twilio",channel="chn_1",outcome="sent"} 3')
    await vi.waitFor(async () => {
      const told = (await toldStates()).filter(([id]) => id === idOf(2)).map(([, state]) => state)
      expect(told).toEqual(['sending', 'sent'])
    })
    const { outbox: _, ...stored } = (await test.context.collections.outbound.get('acme', idOf(1)))!
    expect(stored.body).not.toHaveProperty('lane')
    expect(stored.body).not.toHaveProperty('dueAt')
  })

  it('that is asked to be kept again is sent once', async () => {
    await prepared('sms')
    await work(willing('sms'))
    await saveMessage(test.message(1), 'sms', channelId, test.context)
    await work(willing('sms'))
    expect(taken).toHaveLength(1)
  })

  it('is on record as on its way before the request leaves', async () => {
    await prepared('sms')
    const seen: unknown[] = []
    const provider = fakeProvider('sms', async ({ id }) => {
      seen.push((await test.outbound(id))?.state)
      return { id: 'provider-1' }
    })
    await work(provider)
    expect(seen).toEqual(['sending'])
  })

  it('waits for its thread, and is forgotten when the conversation came by no channel', async () => {
    await test.keepChannel('sms')
    await saveMessage(test.message(1), 'sms', undefined, test.context)
    await work(willing('sms'))
    expect((await test.outbound(idOf(1)))?.state).toBe('queued')
    expect(test.told).toEqual([])
    await test.recordThread('sms')
    test.time.now += 1_000
    await work(willing('sms'))
    expect(taken).toHaveLength(1)
    await test.context.collections.threads.remove('acme', conversationId)
    await saveMessage(test.message(2), 'sms', undefined, test.context)
    test.time.now += 61_000
    await work(willing('sms'))
    expect(await test.outbound(idOf(2))).toBeUndefined()
  })

  it('that is longer than the provider takes leaves in parts, after whole sentences', async () => {
    await prepared('whatsapp', 1, 'One two three. Four five six. Seven eight.')
    await work(willing('whatsapp', { maxCharacters: 30 }))
    expect(taken.map(({ id, text }) => [id, text])).toEqual([
      [`${idOf(1)}.1`, 'One two three. Four five six.'],
      [`${idOf(1)}.2`, 'Seven eight.'],
    ])
    expect((await test.outbound(idOf(1)))?.state).toBe('sent')
  })

  it('in more than ten SMS leaves as several texts', async () => {
    await prepared('sms', 1, `${'ő'.repeat(1_000)}.`)
    await work(willing('sms'))
    expect(taken.map(({ text }) => text.length)).toEqual([670, 331])
  })
})

describe('what can not be sent', () => {
  const failures: [string, () => Promise<unknown>, string, RegExp][] = [
    ['without its secrets', () => test.keepChannel('sms', { secretNames: [] }), 'not_configured', /`authToken`.*PATCH/],
    ['by a disabled channel', () => test.keepChannel('sms', { enabled: false }), 'channel_disabled', /Enable it/],
    [
      'by a deleted channel',
      () => test.context.collections.accounts.remove('acme', channelId),
      'channel_deleted',
      /deleted/,
    ],
    [
      'with secrets of another key',
      () => test.keepChannel('sms', { sealed: 'v1.x' }),
      'secrets_unreadable',
      /ENCRYPTION_KEY/,
    ],
  ]
  it.each(failures)('%s fails, says why, and can be sent again', async (_what, spoil, code, detail) => {
    await prepared('sms')
    await spoil()
    await work(willing('sms'))
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code })
    await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject({ state: 'failed', code }))
    expect(test.told.at(-1)!.detail).toMatch(detail)
    await test.keepChannel('sms')
    const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
    await resendMessage(resend, test.context, () => {})
    await work(willing('sms'))
    expect(taken).toHaveLength(1)
  })

  it('outside of the window does not leave', async () => {
    await prepared('whatsapp')
    test.time.now = startedAt + 24 * 3_600_000 + 1
    await work(willing('whatsapp', { maxCharacters: 4_096, windowMs: 24 * 3_600_000 }))
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: 'window_closed' })
    expect(taken).toEqual([])
  })

  it.each([
    ['in another conversation', {}, 'sent'],
    ['by another channel', { channelId: 'chn_2' }, 'failed'],
    ['and it was another customer', { address: '+46709999999' }, 'failed'],
  ])('whose window is open, for they wrote meanwhile %s: %j, is %s', async (_, more, state) => {
    await prepared('whatsapp')
    test.time.now = startedAt + 48 * 3_600_000
    const [{ body: thread }] = (await test.context.collections.threads.find('acme', {})).items as [any]
    const lastInboundAt = new Date(test.time.now - 3_600_000).toISOString()
    const other = { ...thread, conversationId: 'cnv_2', lastInboundAt, ...more }
    await test.context.collections.threads.put('acme', 'cnv_2', other)
    await work(willing('whatsapp', { maxCharacters: 4_096, windowMs: 24 * 3_600_000 }))
    expect((await test.outbound(idOf(1)))?.state).toBe(state)
  })

  it('because the provider says no fails with its code, and the next one leaves', async () => {
    await prepared('sms', 2)
    const provider = fakeProvider('sms', async (message) => {
      if (message.id === idOf(1)) throw new SendError('refused', '21211', 'That is no number.')
      return { id: `provider-${taken.push(message)}` }
    })
    await work(provider)
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: '21211', detail: 'That is no number.' })
    expect(taken.map(({ id }) => id)).toEqual([idOf(2)])
  })

  it('now is tried ten times, as late as the provider asks, and the next one waits for it', async () => {
    await prepared('sms', 2)
    const times: number[] = []
    const provider = fakeProvider('sms', async ({ id }) => {
      if (id === idOf(2)) return { id: 'provider-2' }
      times.push(test.time.now)
      throw new SendError('again', 'rate_limited', 'Slow down.', times.length === 1 ? 100_000 : undefined)
    })
    for (let round = 0; round < 40 && times.length < 10; round++) {
      await work(provider)
      if (times.length < 10) expect((await states()).slice(0, 2)).toEqual(['queued', 'queued'])
      test.time.now = (await test.outbound(idOf(1)))?.dueAt ?? test.time.now
    }
    expect(times).toHaveLength(10)
    expect(times[1]! - times[0]!).toBe(100_000)
    for (let i = 2; i < 10; i++)
      expect(times[i]! - times[i - 1]!).toBeGreaterThan(times[i - 1]! - times[i - 2]! > 200_000 ? 0 : 10_000)
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: 'rate_limited' })
    await work(provider)
    expect((await states())[1]).toBe('sent')
  })
})

describe('a request that nobody knows the fate of', () => {
  const lost = (kind: ChannelKind) =>
    fakeProvider(kind, async (message) => {
      taken.push(message)
      throw new SendError('unknown', 'timeout', 'No answer came.')
    })

  it('leaves an SMS unknown, not sent again by itself', async () => {
    await prepared('sms')
    await work(lost('sms'))
    test.time.now += 3_600_000
    await work(willing('sms'))
    expect(taken).toHaveLength(1)
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'unknown', code: 'timeout' })
  })

  it('makes a mail go again under the same Message-ID', async () => {
    await prepared('email')
    await work(lost('email'))
    test.time.now += 3_600_000
    await work(willing('email'))
    expect(taken).toHaveLength(2)
    expect(taken[0]!.mail!.messageId).toBe(taken[1]!.mail!.messageId)
    expect((await test.outbound(idOf(1)))?.state).toBe('sent')
  })
})

describe('a sender that dies when the provider has answered', () => {
  /** Dies with its second write of a message: the first one said that it is about to leave. */
  function mortal(): ChannelsContext {
    let writes = 0
    const commit: ChannelsContext['commit'] = async (...of) => {
      if ((of[0] as unknown) === test.context.collections.outbound && ++writes === 2) throw new Error('it died')
      return test.context.commit(...of)
    }
    return { ...test.context, commit }
  }

  it.each(['sms', 'email'] as const)('has left what it was told: by %s nothing is sent twice', async (kind) => {
    await prepared(kind, 1, 'One two three. Four five six.')
    const provider = willing(kind, { maxCharacters: 20 })
    await expect(work(provider, mortal())).rejects.toThrow('it died')
    test.time.now += 3_600_000
    await work(provider)
    expect(taken.map(({ text }) => text)).toEqual(['One two three.', 'Four five six.'])
    expect((await test.outbound(idOf(1)))?.state).toBe('sent')
  })

  it('a mail that can not go again fails, and a receipt still proves that it arrived', async () => {
    await prepared('email')
    const context = { ...test.context }
    await work(
      fakeProvider('email', async (message) => {
        taken.push(message)
        context.commit = () => Promise.reject(new Error('it died'))
        return { id: 'provider-1' }
      }),
      context,
    ).catch(({ message }) => expect(message).toBe('it died'))
    await test.keepChannel('email', { enabled: false })
    test.time.now += 3_600_000
    await work(willing('email'))
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: 'channel_disabled' })
    const sent = { messageId: idOf(1), conversationId, part: 0, round: 1 }
    await applyReceipt(sent, { type: 'receipt', id: 'provider-1', state: 'delivered' }, test.context)
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
    expect(taken).toHaveLength(1)
  })

  it('a receipt that came before that counts too', async () => {
    await prepared('sms')
    const provider = fakeProvider('sms', async () => {
      await recordReceipt(channelId, { type: 'receipt', id: 'provider-1', state: 'delivered' }, test.context)
      return { id: 'provider-1' }
    })
    await expect(work(provider, mortal())).rejects.toThrow('it died')
    test.time.now += 3_600_000
    await work(provider)
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
  })
})

describe('a receipt', () => {
  const receipt = (state: 'sent' | 'delivered' | 'read' | 'failed', more = {}) =>
    recordReceipt(channelId, { type: 'receipt', id: 'provider-1', state, ...more }, test.context)

  it('moves a message on, never back, and the words go when it has arrived', async () => {
    await prepared('sms')
    await work(willing('sms'))
    await receipt('delivered', { at: '2026-11-21T09:59:59Z' })
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'delivered', at: '2026-11-21T09:59:59.000Z', text: '' })
    for (const state of ['sent', 'failed', 'delivered'] as const) await receipt(state)
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
    await receipt('read')
    await vi.waitFor(() =>
      expect(test.told.map(({ state }) => state)).toEqual(['sending', 'sent', 'delivered', 'read']),
    )
  })

  it('of a failure says the provider’s code, and proof of arrival overrules it', async () => {
    await prepared('sms')
    await work(willing('sms'))
    await receipt('failed', { code: '30003' })
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: '30003' })
    await receipt('delivered')
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
    expect(await test.outbound(idOf(1))).not.toHaveProperty('code')
  })

  it('that comes before the provider has answered counts', async () => {
    await prepared('sms')
    const provider = fakeProvider('sms', async () => {
      await receipt('sent')
      await receipt('delivered')
      return { id: 'provider-1' }
    })
    await work(provider)
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
  })

  it('of something that we never sent changes nothing', async () => {
    await receipt('delivered')
    expect((await test.context.collections.outbound.find('acme', {})).items).toEqual([])
  })

  it('of an earlier round counts only as proof of arrival', async () => {
    await prepared('sms')
    await work(willing('sms'))
    await receipt('failed')
    const resend = { operationId: 'op_1', conversationId, messageId: idOf(1), actor: { kind: 'api' } } as const
    await resendMessage(resend, test.context, () => {})
    await receipt('failed')
    expect((await test.outbound(idOf(1)))?.state).toBe('queued')
    await work(willing('sms'))
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'sent', round: 2 })
    await receipt('delivered')
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
  })

  it('that a mail came back counts after one that it was delivered, and it goes again with its words', async () => {
    await prepared('email')
    await work(willing('email'))
    for (const state of ['delivered', 'failed', 'delivered'] as const) await receipt(state, { code: '5.1.1' })
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: '5.1.1', text: 'Answer 1.' })
    await vi.waitFor(() =>
      expect(test.told.map(({ state }) => state)).toEqual(['sending', 'sent', 'delivered', 'failed']),
    )
    const actor = { kind: 'api' } as const
    await resendMessage({ operationId: 'op_1', conversationId, messageId: idOf(1), actor }, test.context, () => {})
    // Of the sending that failed; the next one may come back, too.
    await receipt('delivered')
    await work(willing('email'))
    expect(taken.map(({ text }) => text)).toEqual(['Answer 1.', 'Answer 1.'])
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'sent', round: 2 })
  })

  it('of a mail that came early is not taken for one of the mail that is sent again under the same id', async () => {
    await prepared('email')
    const early = fakeProvider('email', async () => {
      await receipt('failed')
      return { id: 'provider-1' }
    })
    await work(early)
    expect((await test.outbound(idOf(1)))?.state).toBe('failed')
    const again = (operationId: string) =>
      resendMessage({ operationId, conversationId, messageId: idOf(1), actor: { kind: 'api' } }, test.context, () => {})
    await again('op_1')
    await work(willing('email'))
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'sent', round: 2 })
    await receipt('failed')
    await again('op_2')
    // What comes while it is sent again is.
    await work(early)
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', round: 3 })
  })

  it('for each piece that the provider made of a part counts: there when all are, failed when one is', async () => {
    await prepared('sms', 2)
    let count = 0
    const inPieces = fakeProvider('sms', async () => ({ id: `piece-${++count}`, otherIds: [`piece-${++count}`] }))
    await work(inPieces)
    const state = async (sequence: number) => (await test.outbound(idOf(sequence)))?.state
    await receipt('delivered', { id: 'piece-2' })
    expect(await state(1)).toBe('sent')
    await receipt('delivered', { id: 'piece-2' })
    await receipt('delivered', { id: 'piece-1' })
    expect(await state(1)).toBe('delivered')
    await receipt('delivered', { id: 'piece-3' })
    await receipt('failed', { id: 'piece-4', code: '5' })
    expect(await test.outbound(idOf(2))).toMatchObject({ state: 'failed', code: '5' })
    await receipt('delivered', { id: 'piece-3' })
    expect(await state(2)).toBe('failed')
    await receipt('delivered', { id: 'piece-4' })
    expect(await state(2)).toBe('delivered')
  })

  it('for a part that failed and arrived after all leaves what the worst of the others is, and why', async () => {
    await prepared('sms', 1, 'One two three. Four five six. Seven.')
    let count = 0
    const losing = fakeProvider(
      'sms',
      async () => {
        if (++count === 3) throw new SendError('unknown', 'timeout', 'No answer came.')
        return { id: `provider-${count}` }
      },
      { maxCharacters: 16 },
    )
    await work(losing)
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'unknown', code: 'timeout' })
    await receipt('failed', { code: '30003' })
    expect(await test.outbound(idOf(1))).toMatchObject({ state: 'failed', code: '30003' })
    await receipt('delivered')
    const after = { state: 'unknown', code: 'timeout', detail: 'No answer came.' }
    expect(await test.outbound(idOf(1))).toMatchObject(after)
    await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject(after))
  })

  it('for each part of a message counts for the whole when it is the last', async () => {
    await prepared('sms', 1, 'One two three. Four five six.')
    await work(willing('sms', { maxCharacters: 20 }))
    await receipt('delivered')
    expect((await test.outbound(idOf(1)))?.state).toBe('sent')
    await receipt('delivered', { id: 'provider-2' })
    expect((await test.outbound(idOf(1)))?.state).toBe('delivered')
  })
})

describe('asking to send it again', () => {
  const resend = (operationId: string, messageId = idOf(1)) =>
    resendMessage(
      { operationId, conversationId, messageId, actor: { kind: 'agent', id: 'agt_1' } },
      test.context,
      () => {},
    )

  it('is refused for what did not fail, and for what never went out', async () => {
    await prepared('sms')
    await expect(resend('op_1')).rejects.toMatchObject({ code: 'conflict' })
    await work(willing('sms'))
    await expect(resend('op_1')).rejects.toMatchObject({ code: 'conflict' })
    await expect(resend('op_1', 'msg_2')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('twice under one operation sends it once more, and tells who asked', async () => {
    await prepared('sms')
    await work(fakeProvider('sms', () => Promise.reject(new SendError('refused', '1', 'No.'))))
    expect(await resend('op_1')).toMatchObject({ state: 'sending' })
    expect(await resend('op_1')).toMatchObject({ state: 'sending' })
    await work(willing('sms'))
    expect(await resend('op_1')).toMatchObject({ state: 'sent' })
    expect(taken).toHaveLength(1)
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
    await prepared('sms', 1, 'One two three. Four five six.')
    let tries = 0
    const provider = fakeProvider(
      'sms',
      async (message) => {
        if (++tries === 2) throw new SendError('refused', '1', 'No.')
        return { id: `provider-${taken.push(message)}` }
      },
      { maxCharacters: 20 },
    )
    await work(provider)
    expect((await test.outbound(idOf(1)))?.state).toBe('failed')
    await resend('op_1')
    await work(provider)
    expect(taken.map(({ text }) => text)).toEqual(['One two three.', 'Four five six.'])
    expect((await test.outbound(idOf(1)))?.state).toBe('sent')
  })
})
