import type { Attachment } from '../providers/provider.ts'
import type { InboundDocument } from './inbound-document.ts'

/** A customer's message, whatever it came as. */
export type IncomingMessage = {
  /** Of the message, the same on a redelivery. */
  id: string
  /** The customer's, in normal form. */
  address: string
  name?: string
  text: string
  files: Attachment[]
  /** Set for a mail. */
  mail?: { subject: string; messageId: string; references: string[] }
}

/**
 * Where a message belongs. Found out once: it is kept for a second try. `isInvited`: its sender shows that they were sent
 * something of this conversation.
 */
export type Place = Pick<InboundDocument, 'conversationId' | 'isInvited' | 'forPeople'>
