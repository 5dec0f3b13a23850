import { type Attachment, channels, invalidField, ServiceError } from '@frontdesk/contracts'
import { getExisting } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { noConversation } from './conversation-document.ts'

type Wanted = { conversationId: string; messageId: string; ids: string[] | undefined; isReply: boolean }

/**
 * Writes a message with uploads, which no other message can have then; when it is not written they are free again. Throws
 * `invalid_request` for uploads that are not there, used or expired, and for a reply by SMS, which carries no files.
 */
export async function withAttachments<T>(
  { conversationId, messageId, ids, isReply }: Wanted,
  context: ChatContext,
  write: (attachments: Attachment[] | undefined) => Promise<T>,
): Promise<T> {
  if (!ids) return write(undefined)
  const { tenant, collections, ask } = context
  const stored = await getExisting(collections.conversations, tenant, conversationId, noConversation)
  if (isReply && stored.body.channel === 'sms') {
    throw invalidField('attachments', 'The customer writes by SMS, and SMS messages can’t contain files.')
  }
  const { attachments } = await ask(channels.queries.attachmentsClaim, { conversationId, messageId, ids })
  try {
    return await write(attachments)
  } catch (error) {
    // After any other failure it may have been written.
    if (error instanceof ServiceError && !error.retryable)
      await ask(channels.queries.attachmentsRelease, { messageId, ids })
    throw error
  }
}
