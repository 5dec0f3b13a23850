import { expect, it } from 'vitest'
import { makeMessageId, readMessageId, readReplyToken } from '../email/reply-token.ts'
import { referencesToKeep } from '../threads/mail-references.ts'
import { mailEnvelope, replySubject } from './mail-envelope.ts'

const conversationId = `cnv_${'ab'.repeat(16)}`
const message = { id: `msg_${'ab'.repeat(16)}_0123456789abcdefa`, conversationId, author: 'ai' } as const
const channel = { address: 'support@shop.example', name: 'The Shop' }
const key = 'a key'
const envelope = (thread = {}, more = {}) =>
  mailEnvelope({ ...message, ...more }, channel, { messageIds: [], ...thread }, key)

it.each([
  ['Order 12', 'Re: Order 12'],
  ['Re: Order 12', 'Re: Order 12'],
  ['SV: Re[2]: AW: Order 12', 'Re: Order 12'],
  ['Regarding my order', 'Re: Regarding my order'],
  ['Fwd: Order 12', 'Re: Fwd: Order 12'],
  ['  Order\r\nBcc: all@shop.example  ', 'Re: Order Bcc: all@shop.example'],
  ['', 'Re: Your message'],
  [undefined, 'Re: Your message'],
])('the reply to %j is %j', (subject, reply) => {
  expect(replySubject(subject)).toBe(reply)
})

it('a subject is as long as people read', () => {
  expect(replySubject('x'.repeat(998))).toHaveLength(204)
})

it('it answers the newest mail of the customer, and names the thread', () => {
  const ids = ['<1@home.example>', '<ours@shop.example>', '<2@home.example>']
  expect(envelope({ subject: 'Order 12', messageIds: ids, lastMessageId: ids[2] })).toMatchObject({
    subject: 'Re: Order 12',
    fromName: 'The Shop',
    inReplyTo: '<2@home.example>',
    references: ids,
  })
})

it('it goes on with the References of the mail that it answers, and names ours since after it', () => {
  const references = ['<old1@home.example>', '<old2@home.example>']
  const first = { references, messageIds: ['<1@home.example>'], lastMessageId: '<1@home.example>' }
  expect(envelope(first).references).toEqual([...references, '<1@home.example>'])
  const second = { ...first, messageIds: ['<1@home.example>', '<ours@shop.example>'] }
  expect(envelope(second)).toMatchObject({
    inReplyTo: '<1@home.example>',
    references: [...references, '<1@home.example>', '<ours@shop.example>'],
  })
  // What the mail names itself is how its program sees the thread, whatever else came in the conversation.
  const named = { ...second, references: ['<1@home.example>'], messageIds: [...second.messageIds, '<2@home.example>'] }
  expect(envelope({ ...named, lastMessageId: '<2@home.example>' }).references).toEqual([
    '<1@home.example>',
    '<2@home.example>',
  ])
  expect(envelope({ ...first, references: [...references, '<1@home.example>'] }).references).toEqual([
    ...references,
    '<1@home.example>',
  ])
})

it('of the References of a mail the first and the newest are kept, and only what is one', () => {
  const ids = Array.from({ length: 50 }, (_, i) => `<${i}@home.example>`)
  expect(referencesToKeep(['nothing', ...ids, '<a@b>\r\nBcc: all'])).toEqual([ids[0], ...ids.slice(32)])
  expect(referencesToKeep(ids.slice(0, 19))).toEqual(ids.slice(0, 19))
})

it('of a long thread it names the first mail and the newest', () => {
  const ids = Array.from({ length: 50 }, (_, i) => `<${i}@home.example>`)
  const { references } = envelope({ messageIds: ids, lastMessageId: ids[49] })
  expect(references).toEqual([ids[0], ...ids.slice(30)])
})

it('what is no Message-ID does not get into a header', () => {
  const ids = [
    '<a@b>\r\nBcc: all@shop.example',
    'no brackets',
    `<${'x'.repeat(300)}@home.example>`,
    '<ok@home.example>',
  ]
  const { references, inReplyTo } = envelope({ messageIds: ids, lastMessageId: ids[0] })
  expect(references).toEqual(['<ok@home.example>'])
  expect(inReplyTo).toBeUndefined()
})

it('it says who it is: the same Message-ID each time, of our message, and an address that names the conversation', () => {
  const { messageId, replyTo } = envelope()
  expect(messageId).toBe(makeMessageId(message.id, 'shop.example', key))
  expect(readMessageId(messageId, [key])).toBe(message.id)
  expect(replyTo).toMatch(/^support\+[a-z2-7]{42}@shop\.example$/)
  expect(readReplyToken(replyTo, [key])).toBe(conversationId)
  expect(envelope({ messageIds: ['<1@home.example>', messageId] }).references).toEqual(['<1@home.example>'])
})

it.each([
  [21, true],
  [22, false],
])(
  'of an address with %i characters before the @ it is %s that replies come to one that names the conversation',
  (length, isNamed) => {
    const address = `${'a'.repeat(length)}@shop.example`
    const { replyTo, messageId } = mailEnvelope(message, { address }, { messageIds: [] }, key)
    expect(readReplyToken(replyTo, [key])).toBe(isNamed ? conversationId : undefined)
    if (!isNamed) expect(replyTo).toBe(address)
    // The headers of an answer name it in any case.
    expect(readMessageId(messageId, [key])).toBe(message.id)
  },
)

it('an answer of the AI says that a machine wrote it, an agent’s does not', () => {
  expect(envelope().headers).toEqual({ 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'OOF, AutoReply' })
  expect(envelope({}, { author: 'agent' }).headers).toEqual({})
})
