import { channels } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestMail } from '../../testing/start-test-mail.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { makeMessageId, makeReplyToken, replyAddressFor } from '../email/reply-token.ts'
import { recordSentMail } from '../threads/record-sent-mail.ts'
import { recordThread } from '../threads/record-thread.ts'
import { laneOf, laneOfSender } from './sender-lanes.ts'

let mail: Awaited<ReturnType<typeof startTestMail>>
beforeEach(async () => {
  mail = await startTestMail()
})
afterEach(() => mail.channels.stop())

const tokenFor = (conversationId: string) =>
  replyAddressFor(mail.address, makeReplyToken(conversationId, mailKeysOf(mail.channels.context())[0]))
const addressOf = async (conversationId: string) =>
  (await mail.channels.context().collections.threads.get('acme', conversationId))!.body.address

it('a token of one conversation brings nobody into another one', async () => {
  await mail.makeRaw()
  const from = (who: string, to: string, more: string[], text: string) =>
    mail.postRaw([`From: ${who}@example.org`, `To: ${to}`, `Subject: About ${text}`, ...more, '', text])
  await from('anna', mail.address, ['Message-ID: <anna-1@example.org>'], 'my salary')
  const annas = (await mail.taken(1))[0]!.conversationId
  await from('mallory', mail.address, ['Message-ID: <mallory-1@example.org>'], 'something else')
  const mallorys = (await mail.taken(2))[1]!.conversationId
  await from('mallory', tokenFor(mallorys), ['In-Reply-To: <anna-1@example.org>'], 'and this')
  expect((await mail.taken(3))[2]!.conversationId).toBe(mallorys)
  await mail.inState('done', 3)
  expect(await addressOf(annas)).toBe('anna@example.org')
  // Who was sent the token of Anna's may go on with it.
  await from('bo', tokenFor(annas), ['In-Reply-To: <mallory-1@example.org>'], 'I take over')
  expect((await mail.taken(4))[3]!.conversationId).toBe(annas)
  await mail.inState('done', 4)
  expect([await addressOf(annas), await addressOf(mallorys)]).toEqual(['bo@example.org', 'mallory@example.org'])
})

it('a second try of a mail leaves it before the answer that it has got', async () => {
  const { id: channelId } = await mail.makeRaw()
  const old = '<old@example.org>'
  const head = ['From: anna@example.org', `To: ${mail.address}`, 'Subject: Order 12']
  await mail.postRaw([...head, 'Message-ID: <1@example.org>', `References: ${old}`, '', 'Hi'])
  const { conversationId } = (await mail.taken(1))[0]!
  await mail.inState('done', 1)
  const context = mail.channels.context()
  const threadOf = async () => (await context.collections.threads.get('acme', conversationId))!.body
  expect(await threadOf()).toMatchObject({ lastMessageId: '<1@example.org>', references: [old] })
  const ours = { subject: '', replyTo: '', messageId: '<ours@example.com>', references: [], headers: {} }
  await recordSentMail(conversationId, ours, context)
  const channel = (await context.collections.accounts.get('acme', channelId))!
  const arrival = { channel, requestId: 'req_1', receivedAt: '2026-03-01T12:00:00.000Z' }
  const again = { subject: '', messageId: '<1@example.org>', references: [] }
  const from = { id: 'inb_1', address: 'anna@example.org', text: 'Hi', files: [] }
  await recordThread({ ...from, mail: again, isInvited: undefined }, conversationId, arrival as any, context)
  expect(await threadOf()).toMatchObject({ messageIds: ['<1@example.org>', '<ours@example.com>'], references: [old] })
})

it.each([
  ['feedback-report', 'sent'],
  ['delivery-status', 'failed'],
])('a report of type %s leaves the mail that it is about %s: who complains of one has got it', async (type, state) => {
  const context = mail.channels.context()
  const at = '2026-03-01T12:00:00.000Z'
  await context.collections.outbound.put('acme', 'msg_1a', {
    ...{ conversationId: 'cnv_1', kind: 'email', sequence: 2, author: 'ai', text: 'Hello', at },
    ...{ parts: [{ text: 'Hello', state: 'sent' }], state: 'sent', round: 1, isTold: true, tries: 1, roundAt: 0 },
    createdAt: at,
  })
  const messageId = makeMessageId('msg_1a', 'example.com', mailKeysOf(context)[0])
  await mail.makeRaw()
  await mail.postRaw([
    ...['From: abuse@example.org', `To: ${mail.address}`, 'Subject: A report', 'MIME-Version: 1.0'],
    ...[`Content-Type: multipart/report; report-type=${type}; boundary=b`, '', '--b', '', 'See below.'],
    ...['--b', `Content-Type: message/${type}`, '', 'Version: 1'],
    ...['--b', 'Content-Type: message/rfc822', '', `Message-ID: ${messageId}`, '', 'Hello', '--b--', ''],
  ])
  await mail.inState('dropped', 1)
  expect((await context.collections.outbound.get('acme', 'msg_1a'))!.body.state).toBe(state)
})

it('a machine that has an envelope sender of its own for each mail is seen by the mailbox in From', async () => {
  await mail.makeMailgun()
  for (let i = 1; i <= 8; i++) {
    mail.advance(1_000)
    const headers: [string, string][] = [
      ['From', i % 2 ? 'Bot <Bot@Other.example>' : '"Ticket, 12" <bot@other.example>'],
      ['Message-Id', `<${i}@other.example>`],
      ['Subject', 'We got your message'],
    ]
    const sender = `0102018${i}-000000@eu-west-1.ses.example`
    expect(await mail.postMailgun({ sender, headers, text: `Number ${i}` })).toBe(200)
    await mail.taken(i)
  }
  expect(mail.channels.handedOver).toHaveLength(2)
  expect(await mail.channels.context().collections.lanes.count('acme')).toBe(1)
})

const lanesOf = (from: string, envelope?: string) => {
  const raw = Buffer.from(`Received: by mx\r\nFROM: ${from}\r\nSubject: x\r\n\r\nFrom: nobody@example.org`)
  const headers: [string, string][] = [
    ['Received', 'by mx'],
    ['From', from],
  ]
  const rest = envelope === undefined ? {} : { envelope: { from: envelope, to: [] } }
  return [
    laneOf('chn_1', { type: 'mail', mail: { raw }, ...rest }),
    laneOf('chn_1', { type: 'mail', mail: { headers, attachments: [] }, ...rest }),
  ]
}

it.each<[string, string?]>([
  ['anna@example.org'],
  ['Anna <Anna@Example.org>'],
  ['"Anna <anna@elsewhere.example>" <anna@example.org>'],
  ['=?utf-8?q?Berg=2C_Anna?= <anna@example.org>', 'bounces+1@mailer.example'],
  ['Anna\r\n <anna@example.org>', ''],
])('%s is in the lane of the mailbox, however the provider passed it on', (from, envelope) => {
  const lane = laneOfSender('chn_1', 'anna@example.org')
  expect(lanesOf(from, envelope)).toEqual([lane, lane])
})

it('a mail that names no sender is in the lane of its envelope', () => {
  const lane = laneOfSender('chn_1', 'anna@example.org')
  expect(lanesOf('', 'Anna@example.org')).toEqual([lane, lane])
  expect(laneOfSender('chn_1', 'anna@exämple.org')).toBe(laneOfSender('chn_1', 'anna@xn--exmple-cua.org'))
})

it('erasing a contact removes what could not be worked off, wherever its answers go', async () => {
  await mail.makeMailgun()
  const post = (id: number, headers: [string, string][]) =>
    mail.postMailgun({
      sender: `bounces+${id}@mailer.example`,
      headers: [['Message-Id', `<${id}@example.org>`], ['Subject', `About ${id}`], ...headers],
      text: 'My words',
    })
  const anna: [string, string][] = [
    ['From', 'Anna <anna@work.example>'],
    ['Reply-To', 'Anna@example.org'],
  ]
  await post(1, anna)
  const { conversationId } = (await mail.taken(1))[0]!
  await mail.inState('done', 1)
  expect(await addressOf(conversationId)).toBe('anna@example.org')
  mail.channels.chat.isAway = true
  await post(2, anna)
  await post(3, [['From', 'anna@example.org']])
  await post(4, [['From', 'bo@example.org']])
  const { requests, threads } = mail.channels.context().collections
  expect(await requests.count('acme')).toBe(4)
  const subject = { kind: 'contact', contactId: 'con_1', conversationIds: [conversationId] }
  const { removed } = await mail.channels.ask(channels.queries.copiesErase, { subject })
  expect(removed).toContainEqual({ what: 'requests of channels', count: 3 })
  expect([await requests.count('acme'), await threads.count('acme')]).toEqual([1, 0])
})

it('an erasure goes on while there are more requests of the sender than it removes at once', async () => {
  const { id: channelId } = await mail.makeRaw()
  const { requests, threads } = mail.channels.context().collections
  const thread = { conversationId: 'cnv_1', channelId, kind: 'email', address: 'anna@example.org', messageIds: [] }
  await threads.put('acme', 'cnv_1', { ...thread, lastInboundAt: '2026-03-01T12:00:00.000Z' })
  const request = { channelId, method: 'POST', target: '/', headers: {}, body: { base64: '' }, lanes: [] }
  const senders = [laneOfSender(channelId, 'anna@example.org')]
  const many = Array.from({ length: 501 }, (_, i) => ({ id: `inb_${i}`, body: { ...request, senders } }))
  await requests.putMany('acme', many)
  const subject = { kind: 'contact', contactId: 'con_1', conversationIds: ['cnv_1'] }
  const first = await mail.channels.ask(channels.queries.copiesErase, { subject })
  expect(first.cursor).not.toBeNull()
  const second = await mail.channels.ask(channels.queries.copiesErase, { subject, cursor: first.cursor })
  expect(second.cursor).toBeNull()
  expect([await requests.count('acme'), await threads.count('acme')]).toEqual([0, 0])
})

it('what an agent of another tenant of this platform writes is a message, and ours that a forwarder returns is not', async () => {
  await mail.makeRaw()
  const context = mail.channels.context()
  const [key] = mailKeysOf(context)
  const post = (from: string, messageId: string) =>
    mail.postRaw([`From: ${from}`, `To: ${mail.address}`, 'Subject: Hi', `Message-ID: ${messageId}`, '', 'Hello there'])
  await post('help@globex.example', makeMessageId('msg_2b', 'globex.example', key))
  expect((await mail.taken(1))[0]!.isForPeople).toBeUndefined()
  const at = '2026-03-01T12:00:00.000Z'
  await context.collections.outbound.put('acme', 'msg_1b', {
    ...{ conversationId: 'cnv_1', kind: 'email', sequence: 2, author: 'agent', text: 'Hello', at },
    ...{ parts: [{ text: 'Hello', state: 'sent' }], state: 'sent', round: 1, isTold: true, tries: 1, roundAt: 0 },
    createdAt: at,
  })
  await post('list@forwarder.example', makeMessageId('msg_1b', 'example.com', key))
  await mail.inState('dropped', 1)
  expect(mail.channels.taken).toHaveLength(1)
})
