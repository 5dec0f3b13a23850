import { makeMessageId, makeReplyToken, replyAddressFor } from '../email/reply-token.ts'
import type { Outbound } from '../providers/provider.ts'
import { isMessageId, referencesOf } from '../threads/mail-references.ts'
import type { ThreadDocument } from '../threads/thread-document.ts'

type Envelope = NonNullable<Outbound['mail']>

/** What programs put before the subject of a reply, in the languages that we write; `Re[2]:` counts the replies. */
const replyPrefix = /^(?:re|sv|svar|aw|antw)(?:\[\d{1,3}\])?:\s*/i
/** RFC 5322, 2.1.1 allows 998; more than this nobody reads. */
const maxSubjectCharacters = 200

/** `Order 12` becomes `Re: Order 12`, and so do `Re: SV: Order 12` and what has line ends in it. */
export function replySubject(subject: string | undefined): string {
  let rest = (subject ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  while (replyPrefix.test(rest)) rest = rest.replace(replyPrefix, '')
  if (rest === '') return 'Re: Your message'
  return `Re: ${rest.length > maxSubjectCharacters ? `${rest.slice(0, maxSubjectCharacters - 1).trimEnd()}…` : rest}`
}

/**
 * What a mail of ours says of itself beside its text. It answers the customer's newest mail; its Message-ID follows from our
 * message, so that sent twice it is the same mail; what is sent to its reply address names the conversation. An answer of the
 * AI says that a machine wrote it (RFC 3834) and asks no machine for an answer; an agent's says neither, for it is a person's.
 */
export function mailEnvelope(
  message: { id: string; conversationId: string; author: 'ai' | 'agent' },
  channel: { address: string; name?: string },
  thread: Pick<ThreadDocument, 'subject' | 'references' | 'messageIds' | 'lastMessageId'>,
  key: string,
): Envelope {
  const { address, name } = channel
  const last = thread.lastMessageId && isMessageId(thread.lastMessageId) ? thread.lastMessageId : undefined
  const messageId = makeMessageId(message.id, address.slice(address.lastIndexOf('@') + 1), key)
  return {
    subject: replySubject(thread.subject),
    ...(name !== undefined && { fromName: name }),
    replyTo: replyAddressFor(address, makeReplyToken(message.conversationId, key)),
    messageId,
    ...(last && { inReplyTo: last }),
    // Sent again it is in its thread already.
    references: referencesOf(thread).filter((id) => id !== messageId),
    headers:
      message.author === 'ai' ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'OOF, AutoReply' } : {},
  }
}
