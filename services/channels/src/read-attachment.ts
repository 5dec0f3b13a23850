import { type attachmentRead, type BodyOf, type ReplyOf, ServiceError } from '@frontdesk/contracts'
import type { ChannelsContext } from './context.ts'

/** A file that came with a message of the conversation, and where its bytes are. Throws `not_found`. */
export async function readAttachment(
  { conversationId, attachmentId }: BodyOf<typeof attachmentRead>,
  { tenant, collections }: ChannelsContext,
): Promise<ReplyOf<typeof attachmentRead>> {
  const stored = await collections.attachments.get(tenant, attachmentId)
  if (stored?.body.conversationId !== conversationId) {
    throw new ServiceError('not_found', { detail: 'There is no such attachment.' })
  }
  const { filename, contentType, bytes, blobId } = stored.body
  return { id: attachmentId, filename, contentType, bytes, blobId }
}
