import { type BodyOf, type channels, type FilteredEmail, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import { descending, findPage, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { findInTenant } from '../accounts/find-channel.ts'
import type { ChannelsContext } from '../context.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { customerAddress } from '../email/recognise-kind.ts'
import { findThread, threadCandidates } from '../email/thread.ts'
import { deliverMessage } from '../inbound/deliver-message.ts'
import { lookupIn } from '../inbound/look-up-threads.ts'
import { readMailInWorker } from '../inbound/read-mail-in-worker.ts'
import { normalMailbox } from '../providers/mail-addresses.ts'
import type { MailDocument } from './mail-document.ts'
import { removeMail } from './store-mail.ts'

const noMail = () => new ServiceError('not_found', { detail: 'There is no such filtered e-mail.' })

function toFiltered({ id, body }: Pick<Stored<MailDocument>, 'id' | 'body'>): FilteredEmail {
  const { channelId, reason, sender, senderName, subject, receivedAt, bytes } = body
  const { conversationId, messageId, restoredAt } = body
  return {
    ...{ id, channelId, reason: reason ?? 'auto_reply', sender, ...(senderName !== undefined && { senderName }) },
    ...{ subject, receivedAt, bytes },
    ...(restoredAt && conversationId && messageId && { restored: { at: restoredAt, conversationId, messageId } }),
  }
}

/** E-mails that were left out, the newest first. */
export const listFiltered = (
  { limit, cursor, channelId, reason, senders }: BodyOf<typeof channels.queries.filteredEmailList>,
  { tenant, collections }: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.filteredEmailList>> => {
  const addresses = senders?.map((address) => normalMailbox(address) ?? address.toLowerCase())
  const where = {
    ...(channelId !== undefined && { channelId }),
    state: 'filtered',
    ...(reason !== undefined && { reason }),
    ...(addresses && { addresses: { hasAny: addresses } }),
  }
  return findPage(collections.mails, tenant, { where, sort: descending('receivedAt'), limit, cursor }, toFiltered)
}

/** One that was left out, also after it was restored. Throws `not_found`. */
async function findFiltered(id: string, { tenant, collections }: ChannelsContext): Promise<Stored<MailDocument>> {
  const stored = await getExisting(collections.mails, tenant, id, noMail)
  if (stored.body.reason === undefined) throw noMail()
  return stored
}

/** Throws `not_found`. */
export const readFiltered = async (id: string, context: ChannelsContext): Promise<FilteredEmail> =>
  toFiltered(await findFiltered(id, context))

/** Deletes one that was left out, with its bytes. Throws `not_found`, also for one that is a message by now. */
export async function deleteFiltered(id: string, context: ChannelsContext): Promise<void> {
  const stored = await findFiltered(id, context)
  if (stored.body.state !== 'filtered') throw noMail()
  await removeMail(stored, context)
}

/** Where the bytes of a mail are: of one that was left out, or of one that became a message. Throws `not_found`. */
export async function readOriginal(
  of: BodyOf<typeof channels.queries.originalEmailRead>,
  context: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.originalEmailRead>> {
  if ('filteredEmailId' in of) {
    const { blobId, bytes } = (await findFiltered(of.filteredEmailId, context)).body
    return { blobId, bytes }
  }
  const { conversationId, messageId } = of
  const { items } = await context.collections.mails.find(context.tenant, {
    where: { conversationId, messageId },
    limit: 1,
  })
  if (!items[0]) throw new ServiceError('not_found', { detail: 'No original e-mail of this message is stored.' })
  const { blobId, bytes } = items[0].body
  return { blobId, bytes }
}

/**
 * Makes a message of a mail that was left out, once, in the conversation that it belongs to. People read it; nothing answers it
 * automatically, and its sender takes over no conversation. Throws `not_found`, `conflict` when its channel was deleted.
 */
export async function restoreMail(id: string, context: ChannelsContext): Promise<FilteredEmail> {
  const { tenant, collections, commit, clock } = context
  const stored = await findFiltered(id, context)
  if (stored.body.state === 'message') return toFiltered(stored)
  const { channelId, inboundId, receivedAt, envelopeTo, sender, blobId } = stored.body
  const candidate = await findInTenant(channelId, context)
  if (!candidate) throw new ServiceError('conflict', { detail: 'The channel of this e-mail was deleted.' })
  const ours = { addresses: [candidate.channel.body.address], keys: mailKeysOf(context) }
  const raw = await context.blobs.read(tenant, blobId)
  const inbound = { type: 'mail' as const, mail: { raw }, ...(envelopeTo && { envelope: { to: envelopeTo } }) }
  const { mail, text } = await readMailInWorker(inbound, ours, context.signal)
  const customer = customerAddress(mail, ours) ?? sender
  const found = await findThread(threadCandidates(mail, customer, ours.keys), channelId, lookupIn(channelId, context))
  const place = { ...(found && { conversationId: found.conversationId }), forPeople: true as const }
  const marked = await commit(collections.inbound, inboundId, (current) => {
    if (current?.body.state !== 'dropped') return undefined
    const { dropped: _, ...rest } = current.body
    return { body: { ...rest, ...place, state: 'decided' as const } }
  })
  const arrival = { ...candidate, requestId: marked?.body.requestId ?? '', receivedAt }
  const name = stored.body.senderName
  const delivered = await deliverMessage(
    {
      ...{ id: inboundId, address: customer, ...(name && { name }) },
      text: text.trim() || mail.subject.trim() || '(empty e-mail)',
      files: mail.attachments,
      mail: { subject: mail.subject, messageId: mail.messageId, references: mail.references },
    },
    async () => place,
    arrival,
    context,
  )
  if (!delivered) throw new ServiceError('conflict', { detail: 'This e-mail can not become a message.' })
  const restored = await commit(collections.mails, id, (current) => {
    if (!current || current.body.state === 'message') return undefined
    return { body: { ...current.body, state: 'message' as const, ...delivered, restoredAt: timestampOf(clock) } }
  })
  if (!restored) throw noMail()
  return toFiltered(restored)
}
