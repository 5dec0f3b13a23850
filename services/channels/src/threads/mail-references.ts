import type { ThreadDocument } from './thread-document.ts'

/** Message-IDs of the mails of a conversation that are kept, theirs and ours; mail programs keep about as many. */
const idsKept = 50
/** Of the References of one mail: the mail that began it, and the newest. */
const newestKept = 18
/** Of what a mail of ours says: with ours since, and the one that it answers. */
const newestSent = 20

/** The first and the newest of these. */
const ends = (ids: string[], newest: number): string[] =>
  ids.length <= newest + 1 ? ids : [ids[0]!, ...ids.slice(-newest)]

/** Senders choose Message-IDs: an invalid one is never written into a header. */
export const isMessageId = (id: string): boolean => /^<[^<>\s\p{Cc}]{3,250}>$/u.test(id)

/** The Message-IDs of a thread with one more, at its end unless it is there; oldest first, the newest 50. */
export const withMessageId = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids : [...ids, id].slice(-idsKept)

/** What is kept of the References of a mail: the first and the newest 18. */
export const referencesToKeep = (references: string[]): string[] => ends(references.filter(isMessageId), newestKept)

/**
 * The References of an answer: those of the mail that it answers and that mail's Message-ID (RFC 5322, 3.6.4), then our own
 * since. A mail that names none follows the ones of its conversation before it.
 */
export function referencesOf({
  references = [],
  messageIds,
  lastMessageId,
}: Pick<ThreadDocument, 'references' | 'messageIds' | 'lastMessageId'>): string[] {
  const place = lastMessageId === undefined ? -1 : messageIds.indexOf(lastMessageId)
  const [earlier, since] = place < 0 ? [messageIds, []] : [messageIds.slice(0, place), messageIds.slice(place + 1)]
  const before = references.length > 0 ? references : earlier
  const answered = lastMessageId === undefined ? [] : [lastMessageId]
  const all = [...before.filter((id) => id !== lastMessageId), ...answered, ...since]
  return ends([...new Set(all.filter(isMessageId))], newestSent)
}
