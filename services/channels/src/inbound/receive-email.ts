import { createHash } from 'node:crypto'
import { derivedId } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { Mail } from '../email/mail.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { customerAddress, type Ours, recogniseKind } from '../email/recognise-kind.ts'
import { readMessageId } from '../email/reply-token.ts'
import { findThread, type ThreadEvidence, threadCandidates } from '../email/thread.ts'
import { recordMail, removeUnused, storeOriginal } from '../mails/store-mail.ts'
import type { InboundMail } from '../providers/provider.ts'
import type { Arrival } from './arrival.ts'
import { countDropped } from './count-requests.ts'
import { deliverMessage } from './deliver-message.ts'
import { lastConversation } from './deliver-text.ts'
import type { Place } from './incoming-message.ts'
import { lookupIn } from './look-up-threads.ts'
import { type Counted, mayBeLoop } from './may-be-loop.ts'
import { readMailInWorker } from './read-mail-in-worker.ts'
import { receiveBounce } from './receive-bounce.ts'

/**
 * What a mail is known by: its Message-ID with its sender, so that nobody takes another's place; without one the whole of
 * what it says.
 */
function identityOf(mail: Mail, id: string | undefined): string {
  if (mail.messageId !== '') return `${mail.messageId} ${mail.from.address}`
  if (id) return `provider ${id}`
  const { from, date, subject, text } = mail
  return createHash('sha256')
    .update(JSON.stringify([from.address, date, subject, text]))
    .digest('hex')
}

/** What the mail is. One with a Message-ID of this platform is our own if this tenant sent it: to others it is a mail like any. */
async function kindOf(
  mail: Mail,
  { envelope }: InboundMail,
  ours: Ours,
  { tenant, collections }: ChannelsContext,
): Promise<Mail['kind']> {
  const messageId = mail.kind === 'own' ? readMessageId(mail.messageId, ours.keys) : undefined
  if (messageId === undefined || (await collections.outbound.get(tenant, messageId))) return mail.kind
  return recogniseKind({ ...mail, envelopeFrom: envelope?.from }, { ...ours, keys: [] })
}

/**
 * A mail becomes a message of its conversation, once; what a machine may have sent is left to people. Bounces, notices of
 * absence, our own mails and those that say nothing, or not from whom, become none and are listed as filtered.
 */
export async function receiveEmail(inbound: InboundMail, arrival: Arrival, context: ChannelsContext): Promise<void> {
  const { tenant, collections, clock } = context
  const { channelId, address: own } = arrival.channel.body
  const ours = { addresses: [own], keys: mailKeysOf(context) }
  // Reading gives the bytes of a large one away.
  const original = await storeOriginal(inbound, channelId, context)
  const { mail: read, text } = await readMailInWorker(inbound, ours, context.signal)
  const mail = { ...read, kind: await kindOf(read, inbound, ours, context) }
  const id = derivedId('inb', channelId, 'mail', identityOf(mail, inbound.id))
  const known = await collections.inbound.get(tenant, id)
  if (known?.body.state === 'dropped') return removeUnused(original, id, context)
  const customer = customerAddress(mail, ours)
  const recorded = { inboundId: id, mail, sender: customer ?? mail.from.address, inbound, original }
  if (mail.kind === 'bounce') await receiveBounce(mail, ours.keys, context)
  const isForPeople = mail.kind === 'automated'
  if ((mail.kind !== 'message' && !isForPeople) || customer === undefined) {
    const reason = mail.kind === 'message' || mail.kind === 'automated' ? 'no_sender' : mail.kind
    // Before the mark, which says that all is done.
    await recordMail(recorded, { state: 'filtered', reason }, arrival, context)
    const marker = {
      ...{
        channelId,
        requestId: arrival.requestId,
        state: 'dropped' as const,
        dropped: reason,
        at: timestampOf(clock),
      },
    }
    const { inserted } = await collections.inbound.insert(tenant, id, marker)
    if (inserted) countDropped({ channel: channelId, reason }, context)
    return
  }
  const evidence = threadCandidates(mail, customer, ours.keys)
  const counted = { inboundId: id, from: mail.from.address, customer, text: text.trim() || mail.subject }
  const name = (mail.replyTo?.address === customer ? mail.replyTo.name : undefined) ?? mail.from.name
  const delivered = await deliverMessage(
    {
      id,
      address: customer,
      ...(name && { name }),
      text: text.trim() || mail.subject,
      files: mail.attachments,
      mail: { subject: mail.subject, messageId: mail.messageId, references: mail.references },
    },
    () => placeOf(evidence, { ...counted, isForPeople }, channelId, context),
    arrival,
    context,
  )
  const outcome = delivered
    ? { state: 'message' as const, ...delivered }
    : { state: 'filtered' as const, reason: 'empty' as const }
  await recordMail(recorded, outcome, arrival, context)
}

async function placeOf(
  evidence: ThreadEvidence[],
  { isForPeople, ...counted }: Omit<Counted, 'conversationId'> & { isForPeople: boolean },
  channelId: string,
  context: ChannelsContext,
): Promise<Place> {
  const { customer } = counted
  const found = await findThread(evidence, channelId, lookupIn(channelId, context))
  const isMachine = await mayBeLoop({ ...counted, conversationId: found?.conversationId }, channelId, context)
  // A machine that begins a conversation with every mail is kept in the one that people have got already.
  const conversationId =
    found?.conversationId ?? (isMachine ? await lastConversation(channelId, customer, context) : undefined)
  return {
    ...(conversationId !== undefined && { conversationId }),
    // Answers don't go to a machine because it was sent a copy.
    ...(found?.isInvited && !isForPeople && { isInvited: true as const }),
    ...((isMachine || isForPeople) && { forPeople: true as const }),
  }
}
