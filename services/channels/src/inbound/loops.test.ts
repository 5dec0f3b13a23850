import { createHash } from 'node:crypto'
import { channels, derivedId } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestMail } from '../../testing/start-test-mail.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { senderBreaker, senderBreakers } from '../email/rate-breaker.ts'
import { makeReplyToken, replyAddressFor } from '../email/reply-token.ts'
import { mayBeLoop } from './may-be-loop.ts'

let mail: Awaited<ReturnType<typeof startTestMail>>
beforeEach(async () => {
  mail = await startTestMail()
  await mail.makeRaw()
})
afterEach(() => mail.channels.stop())

const [burst, month] = [senderBreaker, senderBreakers.at(-1)!]
const [second, minute, hour] = [1_000, 60_000, 3_600_000]

type Reply = { from: string; text: string; subject?: string; headers?: string[] }

/**
 * A machine that answers every answer of ours, in so many milliseconds, with what `write` makes of the number of the mail.
 * Says how many mails of it were answered, until it got no answer or wrote `mails`.
 */
async function loop(
  write: (count: number) => Reply,
  { everyMs, mails, atToken = false }: { everyMs: number; mails: number; atToken?: boolean },
): Promise<number> {
  const [key] = mailKeysOf(mail.channels.context())
  for (let count = 1; count <= mails; count++) {
    const { from, text, subject = `Number ${count}`, headers = [] } = write(count)
    const last = mail.channels.taken.at(-1)?.conversationId
    const to = atToken && last ? replyAddressFor(mail.address, makeReplyToken(last, key)) : mail.address
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${count}@machine.example>`]
    expect(await mail.postRaw([...head, ...headers, '', text])).toBe(200)
    const taken = await mail.taken(count)
    // Nobody answers this one, so the machine has nothing to answer.
    if (taken.at(-1)!.isForPeople) return count - 1
    mail.advance(everyMs)
  }
  return mails
}

const received = 'We have received your message and will reply as soon as we can.'
const words = ['blue', 'green', 'red', 'white', 'black', 'grey', 'pink']
/** A text that no other mail has, without a digit by which it would differ alone. */
const another = (count: number) =>
  `Now it is ${count.toString(7).replaceAll(/\d/g, (digit) => `${words[Number(digit)]} `)}.`

describe('a loop with a machine that no header shows ends by itself', () => {
  it.each<[string, (count: number) => Reply, { everyMs: number; atToken?: boolean }, number]>([
    ['the same text each second', () => ({ from: 'a@other.example', text: received }), { everyMs: second }, 3],
    ['the same text each hour', () => ({ from: 'a@other.example', text: received }), { everyMs: hour }, 3],
    [
      'a number of its own in each mail',
      (count) => ({ from: 'a@other.example', text: `${received} Ticket [#A-${count}f${count}], 12:${count + 10}.` }),
      { everyMs: hour },
      3,
    ],
    [
      'the same text from a sub-address of each mail',
      (count) => ({ from: `a+${count}@other.example`, text: received }),
      { everyMs: hour },
      3,
    ],
    [
      'the same text from an address of each mail',
      (count) => ({ from: `case-${count}@other.example`, text: received }),
      { everyMs: hour },
      3,
    ],
    [
      'another text each second',
      (count) => ({ from: 'a@other.example', text: another(count) }),
      { everyMs: second },
      burst.mails,
    ],
    [
      'another text from a sub-address of each mail',
      (count) => ({ from: `a+${count}@other.example`, text: another(count) }),
      { everyMs: second },
      burst.mails,
    ],
    [
      'another text, from an address of each mail, to the address of the conversation',
      (count) => ({ from: `case-${count}@other.example`, text: another(count) }),
      { everyMs: second, atToken: true },
      // The first one begins the conversation.
      burst.mails + 1,
    ],
    ['another text each hour', (count) => ({ from: 'a@other.example', text: another(count) }), { everyMs: hour }, 20],
    [
      'another text each three hours',
      (count) => ({ from: 'a@other.example', text: another(count) }),
      { everyMs: 3 * hour },
      month.mails,
    ],
    [
      'our own address as Reply-To',
      (count) => ({ from: 'a@other.example', text: another(count), headers: ['Reply-To: support@example.com'] }),
      { everyMs: minute },
      burst.mails,
    ],
    [
      'an address that takes no answers',
      (count) => ({ from: 'No-Reply@other.example', text: another(count) }),
      { everyMs: second },
      0,
    ],
  ])('%s', async (_, write, how, bound) => {
    expect(await loop(write, { mails: month.mails + 5, ...how })).toBe(bound)
    // Every mail is there for people to read.
    expect(await mail.channels.context().collections.mails.count('acme', { state: 'filtered' })).toBe(0)
  })
})

const contextOfAcme = () => mail.channels.context('acme')

it('a mail that is worked off again after a crash counts once', async () => {
  const context = contextOfAcme()
  const again = { from: 'a@other.example', customer: 'a@other.example', text: received, conversationId: 'cnv_1' }
  for (let tries = 1; tries <= month.mails; tries++) {
    expect(await mayBeLoop({ ...again, inboundId: 'inb_1' }, 'chn_1', context), `try ${tries}`).toBe(false)
  }
  for (const inboundId of ['inb_2', 'inb_3']) {
    expect(await mayBeLoop({ ...again, inboundId }, 'chn_1', context)).toBe(false)
  }
  expect(await mayBeLoop({ ...again, inboundId: 'inb_4' }, 'chn_1', context)).toBe(true)
})

it('an erasure forgets when the mails of a contact came, by its conversations and by its address alone', async () => {
  const { mailArrivals } = contextOfAcme().collections
  const post = (from: string, id: string, headers: string[] = []) =>
    mail.postRaw([`From: ${from}`, `To: ${mail.address}`, `Message-ID: <${id}@x>`, ...headers, '', received])
  await post('Anna-12+shop@other.example', 'a')
  const [first] = await mail.taken(1)
  await mail.inState('done', 1)
  await post('Anna-12@other.example', 'b', ['In-Reply-To: <a@x>'])
  await post('eva@other.example', 'c', ['Reply-To: eva@home.example'])
  await mail.taken(3)
  await mail.inState('done', 3)
  const { items } = await mailArrivals.find('acme', {})
  // Of each: the address and the text, and of a reply the conversation, of another From that.
  expect(items).toHaveLength(6)
  const erase = (subject: object) =>
    mail.channels.ask(channels.queries.copiesErase, { subject: { kind: 'contact', contactId: 'con_1', ...subject } })
  await erase({ conversationIds: [first!.conversationId] })
  expect(await mailArrivals.count('acme')).toBe(3)
  await erase({ conversationIds: [], emails: ['eva@home.example'] })
  // The mailbox in From was counted for itself.
  expect(await mailArrivals.count('acme')).toBe(1)
  await erase({ conversationIds: [], emails: ['Eva@other.example'] })
  expect(await mailArrivals.count('acme')).toBe(0)
})

it('nobody without the key can tell from what is counted whether an address was', async () => {
  const [{ id: channelId }] = (await contextOfAcme().collections.accounts.find('acme', {})).items as [{ id: string }]
  await loop(() => ({ from: 'a@other.example', text: received }), { everyMs: second, mails: 1 })
  const counted = (await contextOfAcme().collections.mailArrivals.find('acme', {})).items
  expect(counted).toHaveLength(2)
  const stored = JSON.stringify(counted)
  for (const key of ['a@other.example', 'answered a@other.example', 'mailbox a@other.example']) {
    expect(stored).not.toContain(derivedId('inb', channelId, key))
    expect(stored).not.toContain(createHash('sha256').update(key).digest('hex'))
  }
})
