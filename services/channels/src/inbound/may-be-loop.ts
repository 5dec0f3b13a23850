import { createHash } from 'node:crypto'
import { derivedId } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import { type Breaker, checkSender, senderBreaker, senderBreakers, textBreaker } from '../email/rate-breaker.ts'
import { withoutTag } from '../email/reply-token.ts'
import { normalMailbox } from '../providers/mail-addresses.ts'

/** Of a text so much is compared; what is shorter than the least (`Thank you!`), people write again and again. */
const textLength = { min: 20, max: 2_000 }

/** What counts a mail: whom it is from, whom an answer goes to, what it says, and the conversation that it goes on with. */
export type Counted = { from: string; customer: string; text: string; conversationId: string | undefined }

const withoutTags = (address: string): string => withoutTag(normalMailbox(address) ?? address)

/** Addresses that differ in a number alone are one here: `case-17@…` and `case-18@…`. One that is little but a number stays. */
function withoutNumbers(mailbox: string): string {
  const [local = '', domain = ''] = mailbox.split(/@(?=[^@]*$)/)
  const plain = local.replaceAll(/\d+/g, '#')
  return /\p{L}{3}/u.test(plain) ? `${plain}@${domain}` : mailbox
}

/** A text without what each mail of a program has anew: numbers, times, spaces, case. */
const templateOf = (text: string): string =>
  text
    .slice(0, textLength.max)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\S*\d\S*/g, '#')
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Counts a mail that came now, and says whether it may be part of a loop: too many came of its address or in its conversation, or
 * the same text too often. A form writes for many people from one address, so of that only the short window counts.
 */
export async function mayBeLoop(mail: Counted, channelId: string, context: ChannelsContext): Promise<boolean> {
  const [from, customer] = [withoutTags(mail.from), withoutTags(mail.customer)]
  const template = templateOf(mail.text)
  const counters: [key: string, breakers: readonly Breaker[]][] = [[`answered ${customer}`, senderBreakers]]
  if (from !== customer) counters.push([`from ${from}`, [senderBreaker]])
  if (mail.conversationId !== undefined) counters.push([`conversation ${mail.conversationId}`, senderBreakers])
  if (template.length >= textLength.min) {
    counters.push([`text ${withoutNumbers(customer)} ${digestOf(template)}`, [textBreaker]])
  }
  let isLoop = false
  for (const [key, breakers] of counters) {
    if (!(await count(key, breakers, channelId, context))) isLoop = true
  }
  return isLoop
}

/** Whether a machine may answer the mail that this counts. */
async function count(
  key: string,
  breakers: readonly Breaker[],
  channelId: string,
  { commit, collections, clock }: ChannelsContext,
): Promise<boolean> {
  let answer = true
  await commit(collections.mailArrivals, derivedId('inb', channelId, key), (current) => {
    const { mayAnswer, keep } = checkSender(current?.body.arrivals ?? [], clock.now(), breakers)
    answer = mayAnswer
    return { body: { channelId, arrivals: keep, at: timestampOf(clock) } }
  })
  return answer
}
