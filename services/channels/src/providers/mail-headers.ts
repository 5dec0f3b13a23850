import type { Outbound } from './provider.ts'

type Mail = NonNullable<Outbound['mail']>

/** What makes a message a mail. Throws for one without: a channel of e-mail never sends it. */
export function mailOf({ mail }: Outbound): Mail {
  if (!mail) throw new Error('a message by e-mail has no subject and Message-ID')
  return mail
}

/** Headers that thread a mail, and those that its sender adds: by name, in the form they have in the mail. */
export const threadHeaders = (mail: Mail): Record<string, string> => ({
  'Message-ID': mail.messageId,
  ...(mail.inReplyTo !== undefined && { 'In-Reply-To': mail.inReplyTo }),
  ...(mail.references.length > 0 && { References: mail.references.join(' ') }),
  ...mail.headers,
})

/** `Support <support@example.com>`, quoted where RFC 5322 asks for it. */
export const mailbox = (address: string, name: string | undefined): string =>
  name === undefined || name === ''
    ? address
    : `"${name.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}" <${address}>`

/** A Message-ID without its angle brackets, the form in which providers name it in receipts. */
export const withoutBrackets = (messageId: string): string => messageId.trim().replace(/^</, '').replace(/>$/, '')

/** A reply of ours has no more; every provider takes ten times that. */
export const mailCharacters = 500_000
