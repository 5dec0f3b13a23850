import { createHash } from 'node:crypto'
import { derivedId } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { Mail } from '../email/mail.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { checkSender } from '../email/rate-breaker.ts'
import { customerAddress } from '../email/recognise-kind.ts'
import {
  findThread,
  normaliseSubject,
  type ThreadEvidence,
  type ThreadLookup,
  threadCandidates,
} from '../email/thread.ts'
import type { InboundMail } from '../providers/provider.ts'
import { mailIdOf } from '../threads/record-thread.ts'
import type { Arrival } from './arrival.ts'
import { countDropped } from './count-requests.ts'
import { deliverMessage } from './deliver-message.ts'
import { lastConversation } from './deliver-text.ts'
import type { Place } from './incoming-message.ts'
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

/** A mail of a customer becomes a message of its conversation, once; what no person wrote becomes none. */
export async function receiveEmail(
  inbound: InboundMail,
  lane: string,
  arrival: Arrival,
  context: ChannelsContext,
): Promise<void> {
  const { tenant, collections, clock } = context
  const { channelId, address: own } = arrival.channel.body
  const ours = { addresses: [own], keys: mailKeysOf(context) }
  const { mail, text } = await readMailInWorker(inbound, ours, context.signal)
  const id = derivedId('inb', channelId, 'mail', identityOf(mail, inbound.id))
  const customer = customerAddress(mail, ours)
  if (mail.kind === 'bounce') await receiveBounce(mail, ours.keys, context)
  if (mail.kind !== 'message' || customer === undefined) {
    const dropped = mail.kind === 'message' ? 'no_sender' : mail.kind
    const marker = {
      channelId,
      requestId: arrival.requestId,
      state: 'dropped' as const,
      dropped,
      at: timestampOf(clock),
    }
    const { inserted } = await collections.inbound.insert(tenant, id, marker)
    if (inserted) countDropped({ channel: channelId, reason: dropped }, context)
    return
  }
  const evidence = threadCandidates(mail, customer, ours.keys)
  const name = (mail.replyTo?.address === customer ? mail.replyTo.name : undefined) ?? mail.from.name
  await deliverMessage(
    {
      id,
      address: customer,
      ...(name && { name }),
      text: text.trim() || mail.subject,
      files: mail.attachments,
      mail: { subject: mail.subject, messageId: mail.messageId, references: mail.references },
    },
    () => placeOf(evidence, customer, lane, channelId, context),
    arrival,
    context,
  )
}

async function placeOf(
  evidence: ThreadEvidence[],
  customer: string,
  lane: string,
  channelId: string,
  context: ChannelsContext,
): Promise<Place> {
  const isMachine = !(await mayAnswer(lane, context))
  const found = await findThread(evidence, channelId, lookupIn(channelId, context))
  // A machine that begins a conversation with every mail is kept in the one that people have got already.
  const conversationId =
    found?.conversationId ?? (isMachine ? await lastConversation(channelId, customer, context) : undefined)
  return {
    ...(conversationId !== undefined && { conversationId }),
    ...(found?.isInvited && { isInvited: true as const }),
    ...(isMachine && { forPeople: true as const }),
  }
}

/** Whether a machine may answer the sender of this lane, who wrote now. */
async function mayAnswer(lane: string, { commit, collections, clock }: ChannelsContext): Promise<boolean> {
  let answer = true
  await commit(collections.lanes, lane, (current) => {
    if (!current) return undefined
    const { mayAnswer, keep } = checkSender(current.body.arrivals ?? [], clock.now())
    answer = mayAnswer
    return { body: { ...current.body, arrivals: keep } }
  })
  return answer
}

/** Where conversations of a channel are found by what a mail names. */
function lookupIn(channelId: string, { tenant, collections, clock }: ChannelsContext): ThreadLookup {
  const threadOf = async (conversationId: string | undefined) => {
    const stored = conversationId && (await collections.threads.get(tenant, conversationId))
    return stored ? { conversationId: stored.id, channelId: stored.body.channelId } : undefined
  }
  return {
    async byMessageId(messageId) {
      const stored = await collections.mailIds.get(tenant, mailIdOf(channelId, messageId))
      return threadOf(stored?.body.conversationId)
    },
    byConversationId: threadOf,
    async bySubject(subject, from, withinMs) {
      const since = new Date(clock.now() - withinMs).toISOString()
      const { items } = await collections.threads.find(tenant, {
        where: { channelId, address: from, lastInboundAt: { gte: since } },
        sort: descending('lastInboundAt'),
        limit: 50,
      })
      return threadOf(items.find(({ body }) => body.subjectKey === normaliseSubject(subject).subject)?.id)
    },
  }
}
