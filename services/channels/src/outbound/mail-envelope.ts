import type { ThreadDocument } from '../documents.ts'
import { makeMessageId, makeReplyToken, replyAddressFor } from '../email/reply-token.ts'
import type { Outbound } from '../provider.ts'

type Envelope = NonNullable<Outbound['mail']>

/** What programs put before the subject of a reply, in the languages that we write; `Re[2]:` counts the replies. */
const replyPrefix = /^(?:re|sv|svar|aw|antw)(?:\[\d{1,3}\])?:\s*/i
/** RFC 5322, 2.1.1 allows 998; more than this nobody reads. */
const longestSubject = 200
/** References: the mail that began it, and the newest. */
const newestReferences = 20

/** `Order 12` becomes `Re: Order 12`, and so do `Re: SV: Order 12` and what has line ends in it. */
export function replySubject(subject: string | undefined): string {
  let rest = (subject ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  while (replyPrefix.test(rest)) rest = rest.replace(replyPrefix, '')
  if (rest === '') return 'Re: Your message'
  return `Re: ${rest.length > longestSubject ? `${rest.slice(0, longestSubject - 1).trimEnd()}…` : rest}`
}

/** Message-IDs are chosen by strangers: what is not one does not go into a header. */
const isMessageId = (id: string): boolean => /^<[^<>\s\p{Cc}]{3,250}>$/u.test(id)

/**
 * What a mail of ours says of itself beside its text. It answers the customer's newest mail; its Message-ID follows from our
 * message, so that sent twice it is the same mail; what is sent to its reply address names the conversation. An answer of the
 * AI says that a machine wrote it (RFC 3834) and asks no machine for an answer; an agent's says neither, for it is a person's.
 */
export function mailEnvelope(
  message: { id: string; conversationId: string; author: 'ai' | 'agent' },
  channel: { address: string; name?: string },
  thread: Pick<ThreadDocument, 'subject' | 'messageIds' | 'lastMessageId'>,
  key: string,
): Envelope {
  const { address, name } = channel
  const ids = thread.messageIds.filter(isMessageId)
  const last = thread.lastMessageId && isMessageId(thread.lastMessageId) ? thread.lastMessageId : undefined
  const others = ids.filter((id) => id !== last)
  const [first, ...rest] = last ? [...others, last] : others
  return {
    subject: replySubject(thread.subject),
    ...(name !== undefined && { fromName: name }),
    replyTo: replyAddressFor(address, makeReplyToken(message.conversationId, key)),
    messageId: makeMessageId(message.id, address.slice(address.lastIndexOf('@') + 1), key),
    ...(last && { inReplyTo: last }),
    references: first === undefined ? [] : [first, ...rest.slice(-newestReferences)],
    headers:
      message.author === 'ai' ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'OOF, AutoReply' } : {},
  }
}
