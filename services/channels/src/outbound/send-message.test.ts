import type { ChannelKind } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  channelId,
  conversationId,
  fakeProvider,
  messageIdOf,
  startedAt,
  startTestOutbound,
  type TestOutbound,
} from '../../testing/start-test-outbound.ts'
import type { ChannelsContext } from '../context.ts'
import { SendError } from '../providers/provider.ts'
import { saveMessage } from './queue-message.ts'
import { applyReceipt, recordReceipt } from './record-receipt.ts'
import { resendMessage } from './resend-message.ts'

let test: TestOutbound
beforeEach(async () => {
  test = await startTestOutbound()
})
afterEach(() => test.stop())

const states = async () => Promise.all([1, 2, 3].map(async (n) => (await test.outbound(messageIdOf(n)))?.state))
const toldStates = () => vi.waitFor(() => test.told.map(({ messageId, state }) => [messageId, state]))

describe('Markdown', () => {
  const content = 'Hej **Anna**!\n\n- open _My orders_\n- see [returns](https://shop.example/returns) <b>now</b>'
  const markdown = { format: 'markdown' } as const

  it('is HTML and text in a mail, the signs of WhatsApp there, and text in an SMS', async () => {
    const text = 'Hej Anna!\n\n- open My orders\n- see returns (https://shop.example/returns) <b>now</b>'
    await test.queue('email', 1, content, markdown)
    await test.send(test.accepting('email'))
    expect(test.taken[0]).toMatchObject({ text })
    expect(test.taken[0]!.mail!.html).toBe(
      '<div dir="auto">\n<p>Hej <strong>Anna</strong>!</p>\n<ul>\n<li>open <em>My orders</em></li>\n<li>see ' +
        '<a href="https://shop.example/returns" rel="noopener noreferrer">returns</a> &lt;b&gt;now&lt;/b&gt;</li>\n</ul>\n</div>\n',
    )
    for (const [kind, expected] of [
      ['sms', text],
      ['whatsapp', text.replace('Anna', '*Anna*').replace('My orders', '_My orders_')],
    ] as const) {
      await test.stop()
      test = await startTestOutbound()
      await test.queue(kind, 1, content, markdown)
      await test.send(test.accepting(kind))
      expect(test.taken.at(-1)).toMatchObject({ text: expected })
      expect(test.taken.at(-1)).not.toHaveProperty('mail')
    }
  })

  it('is only what a message says it is: a text keeps its signs', async () => {
    await test.queue('email', 1, content)
    await test.send(test.accepting('email'))
    expect(test.taken[0]).toMatchObject({ text: content })
    expect(test.taken[0]!.mail).not.toHaveProperty('html')
  })
})

describe('a message', () => {
  it('leaves by its channel, in order, and everybody learns of it', async () => {
    await test.queue('sms', 3)
    await test.send(test.accepting('sms'))
    expect(test.taken.map(({ id, from, to, text, receiptUrl }) => ({ id, from, to, text, receiptUrl }))).toEqual(
      [1, 2, 3].map((n) => ({
        id: messageIdOf(n),
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
      const told = (await toldStates()).filter(([id]) => id === messageIdOf(2)).map(([, state]) => state)
      expect(told).toEqual(['sending', 'sent'])
    })
    const { outbox: _, ...stored } = (await test.context.collections.outbound.get('acme', messageIdOf(1)))!
    expect(stored.body).not.toHaveProperty('lane')
    expect(stored.body).not.toHaveProperty('dueAt')
  })

  it('that is asked to be kept again is sent once', async () => {
    await test.queue('sms')
    await test.send(test.accepting('sms'))
    await saveMessage(test.message(1), 'sms', channelId, test.context)
    await test.send(test.accepting('sms'))
    expect(test.taken).toHaveLength(1)
  })

  it('is on record as on its way before the request leaves', async () => {
    await test.queue('sms')
    const seen: unknown[] = []
    const provider = fakeProvider('sms', async ({ id }) => {
      seen.push((await test.outbound(id))?.state)
      return { id: 'provider-1' }
    })
    await test.send(provider)
    expect(seen).toEqual(['sending'])
  })

  it('waits for its thread, and is forgotten when the conversation came by no channel', async () => {
    await test.keepChannel('sms')
    await saveMessage(test.message(1), 'sms', undefined, test.context)
    await test.send(test.accepting('sms'))
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('queued')
    expect(test.told).toEqual([])
    await test.recordThread('sms')
    test.time.now += 1_000
    await test.send(test.accepting('sms'))
    expect(test.taken).toHaveLength(1)
    await test.context.collections.threads.remove('acme', conversationId)
    await saveMessage(test.message(2), 'sms', undefined, test.context)
    test.time.now += 61_000
    await test.send(test.accepting('sms'))
    expect(await test.outbound(messageIdOf(2))).toBeUndefined()
  })

  it('that is longer than the provider takes leaves in parts, after whole sentences', async () => {
    await test.queue('whatsapp', 1, 'One two three. Four five six. Seven eight.')
    await test.send(test.accepting('whatsapp', { maxCharacters: 30 }))
    expect(test.taken.map(({ id, text }) => [id, text])).toEqual([
      [`${messageIdOf(1)}.1`, 'One two three. Four five six.'],
      [`${messageIdOf(1)}.2`, 'Seven eight.'],
    ])
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('sent')
  })

  it('in more than ten SMS leaves as several texts', async () => {
    await test.queue('sms', 1, `${'ő'.repeat(1_000)}.`)
    await test.send(test.accepting('sms'))
    expect(test.taken.map(({ text }) => text.length)).toEqual([670, 331])
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
    await test.queue('sms')
    await spoil()
    await test.send(test.accepting('sms'))
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code })
    await vi.waitFor(() => expect(test.told.at(-1)).toMatchObject({ state: 'failed', code }))
    expect(test.told.at(-1)!.detail).toMatch(detail)
    await test.keepChannel('sms')
    const resend = { operationId: 'op_1', conversationId, messageId: messageIdOf(1), actor: { kind: 'api' } } as const
    await resendMessage(resend, test.context, () => {})
    await test.send(test.accepting('sms'))
    expect(test.taken).toHaveLength(1)
  })

  it('outside of the window does not leave', async () => {
    await test.queue('whatsapp')
    test.time.now = startedAt + 24 * 3_600_000 + 1
    await test.send(test.accepting('whatsapp', { maxCharacters: 4_096, windowMs: 24 * 3_600_000 }))
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: 'window_closed' })
    expect(test.taken).toEqual([])
  })

  it.each([
    ['in another conversation', {}, 'sent'],
    ['by another channel', { channelId: 'chn_2' }, 'failed'],
    ['and it was another customer', { address: '+46709999999' }, 'failed'],
  ])('whose window is open, for they wrote meanwhile %s: %j, is %s', async (_, more, state) => {
    await test.queue('whatsapp')
    test.time.now = startedAt + 48 * 3_600_000
    const [{ body: thread }] = (await test.context.collections.threads.find('acme', {})).items as [any]
    const lastInboundAt = new Date(test.time.now - 3_600_000).toISOString()
    const other = { ...thread, conversationId: 'cnv_2', lastInboundAt, ...more }
    await test.context.collections.threads.put('acme', 'cnv_2', other)
    await test.send(test.accepting('whatsapp', { maxCharacters: 4_096, windowMs: 24 * 3_600_000 }))
    expect((await test.outbound(messageIdOf(1)))?.state).toBe(state)
  })

  it('because the provider says no fails with its code, and the next one leaves', async () => {
    await test.queue('sms', 2)
    const provider = fakeProvider('sms', async (message) => {
      if (message.id === messageIdOf(1)) throw new SendError('refused', '21211', 'That is no number.')
      return { id: `provider-${test.taken.push(message)}` }
    })
    await test.send(provider)
    expect(await test.outbound(messageIdOf(1))).toMatchObject({
      state: 'failed',
      code: '21211',
      detail: 'That is no number.',
    })
    expect(test.taken.map(({ id }) => id)).toEqual([messageIdOf(2)])
  })

  it('now is tried ten times, as late as the provider asks, and the next one waits for it', async () => {
    await test.queue('sms', 2)
    const times: number[] = []
    const provider = fakeProvider('sms', async ({ id }) => {
      if (id === messageIdOf(2)) return { id: 'provider-2' }
      times.push(test.time.now)
      throw new SendError('again', 'rate_limited', 'Slow down.', times.length === 1 ? 100_000 : undefined)
    })
    for (let round = 0; round < 40 && times.length < 10; round++) {
      await test.send(provider)
      if (times.length < 10) expect((await states()).slice(0, 2)).toEqual(['queued', 'queued'])
      test.time.now = (await test.outbound(messageIdOf(1)))?.dueAt ?? test.time.now
    }
    expect(times).toHaveLength(10)
    expect(times[1]! - times[0]!).toBe(100_000)
    for (let i = 2; i < 10; i++)
      expect(times[i]! - times[i - 1]!).toBeGreaterThan(times[i - 1]! - times[i - 2]! > 200_000 ? 0 : 10_000)
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: 'rate_limited' })
    await test.send(provider)
    expect((await states())[1]).toBe('sent')
  })
})

describe('a request that nobody knows the fate of', () => {
  const lost = (kind: ChannelKind) =>
    fakeProvider(kind, async (message) => {
      test.taken.push(message)
      throw new SendError('unknown', 'timeout', 'No answer came.')
    })

  it('leaves an SMS unknown, not sent again by itself', async () => {
    await test.queue('sms')
    await test.send(lost('sms'))
    test.time.now += 3_600_000
    await test.send(test.accepting('sms'))
    expect(test.taken).toHaveLength(1)
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'unknown', code: 'timeout' })
  })

  it('makes a mail go again under the same Message-ID', async () => {
    await test.queue('email')
    await test.send(lost('email'))
    test.time.now += 3_600_000
    await test.send(test.accepting('email'))
    expect(test.taken).toHaveLength(2)
    expect(test.taken[0]!.mail!.messageId).toBe(test.taken[1]!.mail!.messageId)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('sent')
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
    await test.queue(kind, 1, 'One two three. Four five six.')
    const provider = test.accepting(kind, { maxCharacters: 20 })
    await expect(test.send(provider, mortal())).rejects.toThrow('it died')
    test.time.now += 3_600_000
    await test.send(provider)
    expect(test.taken.map(({ text }) => text)).toEqual(['One two three.', 'Four five six.'])
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('sent')
  })

  it('a mail that can not go again fails, and a receipt still proves that it arrived', async () => {
    await test.queue('email')
    const context = { ...test.context }
    await test
      .send(
        fakeProvider('email', async (message) => {
          test.taken.push(message)
          context.commit = () => Promise.reject(new Error('it died'))
          return { id: 'provider-1' }
        }),
        context,
      )
      .catch(({ message }) => expect(message).toBe('it died'))
    await test.keepChannel('email', { enabled: false })
    test.time.now += 3_600_000
    await test.send(test.accepting('email'))
    expect(await test.outbound(messageIdOf(1))).toMatchObject({ state: 'failed', code: 'channel_disabled' })
    const sent = { messageId: messageIdOf(1), conversationId, part: 0, round: 1 }
    await applyReceipt(sent, { type: 'receipt', id: 'provider-1', state: 'delivered' }, test.context)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
    expect(test.taken).toHaveLength(1)
  })

  it('a receipt that came before that counts too', async () => {
    await test.queue('sms')
    const provider = fakeProvider('sms', async () => {
      await recordReceipt(channelId, { type: 'receipt', id: 'provider-1', state: 'delivered' }, test.context)
      return { id: 'provider-1' }
    })
    await expect(test.send(provider, mortal())).rejects.toThrow('it died')
    test.time.now += 3_600_000
    await test.send(provider)
    expect((await test.outbound(messageIdOf(1)))?.state).toBe('delivered')
  })
})

it('a message that is tried again goes in time, though the clock was set back a day', async () => {
  await test.queue('sms')
  await test.send(
    fakeProvider('sms', async () => {
      throw new SendError('again', 'rate_limited', 'Slow down.')
    }),
  )
  test.time.now -= 24 * 3_600_000
  await test.send(test.accepting('sms'))
  expect(test.taken).toHaveLength(1)
})
