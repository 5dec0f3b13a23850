import { createHmac, hkdfSync } from 'node:crypto'
import { derivedId } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import { type Breaker, checkSender, senderBreaker, senderBreakers, textBreaker } from '../email/rate-breaker.ts'
import { withoutTag } from '../email/reply-token.ts'
import { normalMailbox } from '../providers/mail-addresses.ts'

/** Of a text so much is compared; what is shorter than the least (`Thank you!`), people write again and again. */
const textLength = { min: 20, max: 2_000 }

/** What counts a mail: its mark, whom it is from, whom an answer goes to, what it says, and the conversation that it goes on with. */
export type Counted = {
  inboundId: string
  from: string
  customer: string
  text: string
  conversationId: string | undefined
}

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

/** Digests that only who has `ENCRYPTION_KEY` can make, so that nobody can look up an address or a text by trying. */
function digestsOf({ tenant, config }: Pick<ChannelsContext, 'tenant' | 'config'>): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', config.ENCRYPTION_KEY, '', `frontdesk mail arrivals ${tenant}`, 32))
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

const subjectOfMailbox = (mailbox: string) => `mailbox ${mailbox}`
const subjectOfConversation = (conversationId: string) => `conversation ${conversationId}`

/** What the counters of these addresses and conversations are found by (`MailArrivalsDocument`). */
export function arrivalSubjects(
  { addresses, conversationIds }: { addresses: string[]; conversationIds: string[] },
  context: Pick<ChannelsContext, 'tenant' | 'config'>,
): string[] {
  const mailboxes = addresses.map(withoutTags).flatMap((mailbox) => [mailbox, withoutNumbers(mailbox)])
  const subjects = [...mailboxes.map(subjectOfMailbox), ...conversationIds.map(subjectOfConversation)]
  return [...new Set(subjects)].map(digestsOf(context))
}

/** `subject`: the mailbox or the conversation that it is about. `key`: what it counts of that. */
type Counter = { subject: string; key: string; breakers: readonly Breaker[] }

/**
 * Counts a mail that came now, once, and says whether it may be part of a loop: too many came of its address or in its
 * conversation, or the same text too often. A form writes for many people from one address, so of that only the short window
 * counts.
 */
export async function mayBeLoop(mail: Counted, channelId: string, context: ChannelsContext): Promise<boolean> {
  const [from, customer] = [withoutTags(mail.from), withoutTags(mail.customer)]
  const template = templateOf(mail.text)
  const counters: Counter[] = [{ subject: subjectOfMailbox(customer), key: 'answered', breakers: senderBreakers }]
  if (from !== customer) counters.push({ subject: subjectOfMailbox(from), key: 'from', breakers: [senderBreaker] })
  if (mail.conversationId !== undefined) {
    counters.push({ subject: subjectOfConversation(mail.conversationId), key: 'in', breakers: senderBreakers })
  }
  if (template.length >= textLength.min) {
    const subject = subjectOfMailbox(withoutNumbers(customer))
    counters.push({ subject, key: `text ${template}`, breakers: [textBreaker] })
  }
  let isLoop = false
  for (const counter of counters) {
    if (!(await count(counter, mail.inboundId, channelId, context))) isLoop = true
  }
  return isLoop
}

/** Whether a machine may answer the mail that this counts. */
async function count(
  { subject, key, breakers }: Counter,
  inboundId: string,
  channelId: string,
  context: ChannelsContext,
): Promise<boolean> {
  const { commit, collections, clock } = context
  const digest = digestsOf(context)
  let answer = true
  await commit(collections.mailArrivals, derivedId('inb', channelId, digest(`${subject}\n${key}`)), (current) => {
    // One that was counted before a crash takes its own place.
    const others = (current?.body.arrivals ?? []).filter((arrival) => arrival.inboundId !== inboundId)
    const now = clock.now()
    const { mayAnswer, keep } = checkSender(
      others.map(({ at }) => at),
      now,
      breakers,
    )
    answer = mayAnswer
    const arrivals = [...others, { at: now, inboundId }]
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at)
      .slice(-keep.length)
    return { body: { channelId, subject: digest(subject), arrivals, at: timestampOf(clock) } }
  })
  return answer
}
