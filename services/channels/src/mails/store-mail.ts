import { createHash } from 'node:crypto'
import { derivedId, type FilterReason } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import type { Mail } from '../email/mail.ts'
import type { Arrival } from '../inbound/arrival.ts'
import { normalMailbox } from '../providers/mail-addresses.ts'
import type { InboundMail } from '../providers/provider.ts'
import { composeOriginal } from './compose-original.ts'
import { removeOverLimits } from './limit-mails.ts'
import type { MailDocument } from './mail-document.ts'

const maxAddresses = 100

/** The document of a mail, by the mark of what came in. */
const mailDocumentId = (inboundId: string): string => derivedId('eml', inboundId)

/** The bytes of a mail that was stored, before anybody knows what the mail is. */
type Original = { blobId: string; bytes: number }

/** Stores a mail as it came. The same mail again is the same blob. */
export async function storeOriginal(
  inbound: InboundMail,
  channelId: string,
  { tenant, blobs }: ChannelsContext,
): Promise<Original> {
  const bytes = composeOriginal(inbound)
  const blobId = `mail_${derivedId('eml', channelId, createHash('sha256').update(bytes).digest('hex'))}`
  await blobs.put(tenant, blobId, bytes)
  return { blobId, bytes: bytes.byteLength }
}

/** Removes stored bytes, unless a document names them: a mail that came again, perhaps with other headers. */
export async function removeUnused(
  { blobId }: Original,
  inboundId: string,
  { tenant, collections, blobs }: ChannelsContext,
): Promise<void> {
  const stored = await collections.mails.get(tenant, mailDocumentId(inboundId))
  if (stored?.body.blobId !== blobId) await blobs.remove(tenant, blobId)
}

type Outcome =
  | { state: 'filtered'; reason: FilterReason }
  | { state: 'message'; conversationId: string; messageId: string }

/** Notes what became of a stored mail, once. Of those that were left out, the oldest give way to it. */
export async function recordMail(
  { inboundId, mail, sender, inbound, original }: RecordedMail,
  outcome: Outcome,
  { channel, receivedAt }: Arrival,
  context: ChannelsContext,
): Promise<void> {
  const { tenant, collections } = context
  const { channelId } = channel.body
  const envelopeTo = inbound.envelope?.to.slice(0, maxAddresses)
  const name = mail.replyTo?.address === sender ? mail.replyTo.name : mail.from.name
  const all = [sender, mail.from.address, mail.replyTo?.address ?? ''].filter(Boolean)
  const document: MailDocument = {
    ...{ channelId, inboundId, sender, subject: mail.subject, receivedAt, ...original, ...outcome },
    ...(name && { senderName: name.slice(0, 200) }),
    addresses: [...new Set(all.map((address) => normalMailbox(address) ?? address))],
    ...(envelopeTo && envelopeTo.length > 0 && { envelopeTo }),
  }
  const { stored } = await collections.mails.insert(tenant, mailDocumentId(inboundId), document)
  if (stored.body.blobId !== original.blobId) await context.blobs.remove(tenant, original.blobId)
  if (outcome.state === 'filtered') await removeOverLimits(channelId, 'filtered', context)
}

type RecordedMail = { inboundId: string; mail: Mail; sender: string; inbound: InboundMail; original: Original }

/** Removes a mail with its bytes. */
export async function removeMail(
  { tenant, id, body }: Pick<Stored<MailDocument>, 'tenant' | 'id' | 'body'>,
  { blobs, collections }: Pick<ChannelsContext, 'blobs' | 'collections'>,
): Promise<boolean> {
  await blobs.remove(tenant, body.blobId)
  return collections.mails.remove(tenant, id)
}
