import { type Attachment, channels, ServiceError } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'

type Wanted = { conversationId: string; messageId: string; owner: string; ids: string[] | undefined }

/**
 * Writes a visitor's message with uploads of theirs, which no other message can have then; when it is not written they are
 * free again. Throws `invalid_request` for uploads that are not there, used, expired or somebody else's.
 */
export async function withUploads<T>(
  { conversationId, messageId, owner, ids }: Wanted,
  { ask }: ChatContext,
  write: (attachments: Attachment[] | undefined) => Promise<T>,
): Promise<T> {
  if (!ids) return write(undefined)
  const { attachments } = await ask(channels.queries.attachmentsClaim, { conversationId, messageId, ids, owner })
  try {
    return await write(attachments)
  } catch (error) {
    // After any other failure it may have been written.
    if (error instanceof ServiceError && !error.retryable)
      await ask(channels.queries.attachmentsRelease, { messageId, ids })
    throw error
  }
}
