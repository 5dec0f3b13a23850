import type { FilterReason } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/**
 * An e-mail as it came, a blob: of one that was left out (`filtered`) and of one that became a message. A filtered one that was
 * restored is a message with its `reason`.
 */
export type MailDocument = {
  channelId: string
  state: 'filtered' | 'message'
  reason?: FilterReason
  /** The mark of what came in (`InboundDocument`). */
  inboundId: string
  /** The address that an answer would go to, in lower case; empty when the mail names none. */
  sender: string
  senderName?: string
  /** All addresses that it says it is from, in normal form: what an erasure finds it by. */
  addresses: string[]
  subject: string
  receivedAt: string
  bytes: number
  blobId: string
  /** RCPT TO of the envelope, where the provider told it: the token of a conversation may be there alone. */
  envelopeTo?: string[]
  conversationId?: string
  messageId?: string
  restoredAt?: string
}

export const mails = collection<MailDocument>(
  'channels-mails',
  [
    { fields: ['state', 'receivedAt'] },
    { fields: ['channelId', 'state', 'receivedAt'], covers: ['bytes'] },
    { fields: ['channelId', 'state', 'reason', 'receivedAt'] },
    { fields: ['state', 'reason', 'receivedAt'] },
    { fields: ['conversationId'] },
    { fields: ['addresses'] },
    { fields: ['receivedAt'], acrossTenants: true },
  ],
  { refersTo: ({ body: { blobId } }) => ({ blobs: [blobId] }) },
)
