import type { Attachment } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/**
 * A file of a message. One that came in has its conversation before chat is asked to take its message, so that whoever sees the
 * message can read it, and is unclaimed until chat has taken it. One that an agent uploaded has a time at
 * which it is gone (RFC 3339), until the message that it goes out with is told of; while that is being written it has both
 * that time and the ids of its message and conversation.
 */
export type AttachmentDocument = Omit<Attachment, 'id'> & {
  conversationId?: string
  unclaimedSince?: string
  messageId?: string
  expiresAt?: string
  /** The visitor of a chat widget who uploaded it. */
  owner?: string
  blobId: string
  /** A small picture of it, once it was asked for. */
  preview?: { blobId: string; bytes: number }
}
export const attachments = collection<AttachmentDocument>(
  'channels-attachments',
  [
    { fields: ['conversationId'] },
    { fields: ['owner'] },
    { fields: ['unclaimedSince'], acrossTenants: true },
    { fields: ['expiresAt'], acrossTenants: true },
  ],
  { refersTo: ({ body: { blobId, preview } }) => ({ blobs: [blobId, ...(preview ? [preview.blobId] : [])] }) },
)

/** The blob of the small picture of an attachment. */
export const previewBlobIdOf = (id: string): string => `preview_${id}`
