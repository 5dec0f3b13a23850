import { type BodyOf, type channels, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import type { AttachmentDocument } from './attachment-document.ts'

type Asked = BodyOf<typeof channels.queries.attachmentRead>

/** An attachment of the conversation. Throws `not_found`. */
export async function findAttachment(
  { conversationId, attachmentId }: Asked,
  { tenant, collections }: ChannelsContext,
): Promise<Stored<AttachmentDocument>> {
  const stored = await collections.attachments.get(tenant, attachmentId)
  if (stored?.body.conversationId !== conversationId) {
    throw new ServiceError('not_found', { detail: 'There is no such attachment.' })
  }
  return stored
}

/** A file that came with a message of the conversation, and where its bytes are. Throws as `findAttachment`. */
export async function readAttachment(
  asked: Asked,
  context: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.attachmentRead>> {
  const { filename, contentType, bytes, blobId } = (await findAttachment(asked, context)).body
  return { id: asked.attachmentId, filename, contentType, bytes, blobId }
}

/** A file by its id alone: for its visitor, who knows no conversation of it. Throws `not_found`. */
export async function readAttachmentById(
  { attachmentId }: BodyOf<typeof channels.queries.attachmentFind>,
  { tenant, collections }: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.attachmentFind>> {
  const stored = await collections.attachments.get(tenant, attachmentId)
  if (!stored || stored.body.unclaimedSince !== undefined)
    throw new ServiceError('not_found', { detail: 'There is no such attachment.' })
  const { filename, contentType, bytes, blobId, conversationId, messageId, owner } = stored.body
  const whose = {
    ...(conversationId !== undefined && { conversationId }),
    ...(messageId !== undefined && { messageId }),
    ...(owner !== undefined && { owner }),
  }
  return { id: attachmentId, filename, contentType, bytes, blobId, ...whose }
}
