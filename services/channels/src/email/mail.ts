import type { Attachment } from '../providers/provider.ts'

/** `address` in lower case; `name` as the sender's program showed it, decoded. */
export type MailAddress = { address: string; name?: string }

/**
 * What a mail is. `message`: a person wrote it, and a machine may answer. `automated`: a machine may have sent it, or it asks
 * for no automatic answer; people read it, and nothing answers it. The others are left out: `auto_reply`, a notice of absence
 * or of reading; `bounce`, a report on a mail that we sent; `own`, one that we sent and that came back to us.
 */
export type MailKind = 'message' | 'automated' | 'auto_reply' | 'bounce' | 'own'

/** What came with a mail beside its text. `contentId`: without angle brackets, where the HTML shows it in its place. */
export type MailAttachment = Attachment & { contentId?: string; isInline: boolean }

/** A mail as it was read: everything decoded, control characters gone, every part of it bounded. */
export type Mail = {
  /** With angle brackets, as In-Reply-To and References would name it; empty when the mail has none. */
  messageId: string
  inReplyTo?: string
  /** With angle brackets, oldest first: References, and In-Reply-To last where References leaves it out. */
  references: string[]
  from: MailAddress
  replyTo?: MailAddress
  /** Addresses in lower case. */
  to: string[]
  cc: string[]
  /** Everything that this copy was addressed to: `to`, `cc`, the envelope and the headers that a mail server adds. */
  recipients: string[]
  subject: string
  /** RFC 3339. */
  date?: string
  /** The plain text; where there was none, the HTML as text. */
  text: string
  html?: string
  attachments: MailAttachment[]
  /** Names in lower case, values decoded, in order; names may repeat. */
  headers: [name: string, value: string][]
  kind: MailKind
  /** Set when the mail broke a limit: only its headers were read, and it is its own only attachment. */
  isPartial?: true
}

/** The first value of a header, `name` in lower case. */
export const headerOf = (headers: Mail['headers'], name: string): string | undefined =>
  headers.find(([each]) => each === name)?.[1]
