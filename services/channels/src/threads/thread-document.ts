import type { ChannelKind } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A conversation that came by a channel, with what an answer to it needs. Its id is the conversation's. */
export type ThreadDocument = {
  conversationId: string
  channelId: string
  kind: ChannelKind
  /** The customer's, in normal form. */
  address: string
  name?: string
  subject?: string
  /** The subject without what programs put before it, to find it by. */
  subjectKey?: string
  /** Of the customer's newest message; RFC 3339. */
  lastInboundAt: string
  /** Message-IDs of mails of the conversation, in angle brackets, oldest first; the newest 50. */
  messageIds: string[]
  /** The Message-ID of the customer's newest mail, and what of its References is kept. */
  lastMessageId?: string
  references?: string[]
}
export const threads = collection<ThreadDocument>('channels-threads', [
  { fields: ['channelId', 'address', 'lastInboundAt'] },
])

/** To which conversation a Message-ID belongs; its id is `mailIdOf`. */
export type MailIdDocument = { conversationId: string }
export const mailIds = collection<MailIdDocument>('channels-mail-ids', [{ fields: ['conversationId'] }])
