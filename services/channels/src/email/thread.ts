import type { Mail } from './mail.ts'
import { readMessageId, readReplyToken } from './reply-token.ts'

/** How long a subject still tells of the same conversation. */
const subjectWindowMs = 14 * 24 * 3_600_000
/** Message-IDs that are looked up, the newest first: of a long thread the oldest say nothing that the newest do not. */
const lookedUpIds = 20
/** What programs put before the subject of a reply or a forward, in the languages that we have seen, in lower case. */
const forwardPrefixes = new Set('fwd fw vb wg tr rv vidarebefordrat doorst enc i pd ilt'.split(' '))
const prefixes = new Set([
  ...['re', 'sv', 'svar', 'aw', 'antw', 'antwort', 'vs', 'ref', 'res', 'rif', 'odp', 'ynt', 'ang', 'vl'],
  ...forwardPrefixes,
])

/** What ties a mail to a conversation. */
export type ThreadEvidence =
  | { by: 'message_id'; messageId: string /** Set when we made it: the id of our message. */; ourMessage?: string }
  | { by: 'token'; conversationId: string }
  | { by: 'subject'; subject: string; from: string; withinMs: number }

/** A conversation that a lookup found. */
export type Thread = { conversationId: string; channelId: string }

/** Where `findThread` looks; each answers undefined when there is no such thing. */
export type ThreadLookup = {
  /** Of a Message-ID, with angle brackets, that we sent or received. */
  byMessageId(messageId: string): Promise<Thread | undefined>
  byConversationId(conversationId: string): Promise<Thread | undefined>
  /** The newest conversation with this sender and this subject (as `normaliseSubject` makes it) that moved since then. */
  bySubject(subject: string, from: string, withinMs: number): Promise<Thread | undefined>
}

/** A subject apart from what programs put before it: `Re: SV: [Ext] Order 12` → `order 12`, `kind` by the first prefix. */
export function normaliseSubject(subject: string): { subject: string; kind: 'new' | 'reply' | 'forward' } {
  let rest = subject.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  let kind: 'new' | 'reply' | 'forward' = 'new'
  for (;;) {
    const close = rest.startsWith('[') ? rest.indexOf(']') : -1
    if (close > 0 && close <= 40 && close < rest.length - 1) {
      rest = rest.slice(close + 1).trimStart()
      continue
    }
    const colon = rest.indexOf(':')
    if (colon < 1 || colon > 20) break
    // `Re[2]:` and `Re (3):` count the replies; `Ang.:` is short for something.
    const word = /^\p{L}{1,15}/u.exec(rest)?.[0] ?? ''
    if (!prefixes.has(word) || !/^\.? ?(?:[[(^*]?\d{0,3}[\])]?)? ?$/.test(rest.slice(word.length, colon))) break
    if (kind === 'new') kind = forwardPrefixes.has(word) ? 'forward' : 'reply'
    rest = rest.slice(colon + 1).trimStart()
  }
  return { subject: rest, kind }
}

/**
 * What ties a mail to a conversation, the strongest first: what only we can make, which is Message-IDs of ours that it answers
 * (In-Reply-To, then References from the newest) and a signed token in any address that it was sent to; then Message-IDs of
 * others, which anybody may have seen or guess; then its subject with its sender. `from`: the customer's address.
 */
export function threadCandidates(mail: Mail, from: string, keys: readonly string[]): ThreadEvidence[] {
  const answered = [...new Set([mail.inReplyTo ?? '', ...mail.references.toReversed()])].filter(Boolean)
  const ids = answered.slice(0, lookedUpIds).map((messageId): ThreadEvidence => {
    const ourMessage = readMessageId(messageId, keys)
    return { by: 'message_id', messageId, ...(ourMessage !== undefined && { ourMessage }) }
  })
  const tokens = [...new Set(mail.recipients)]
    .map((address) => readReplyToken(address, keys))
    .filter((conversationId) => conversationId !== undefined)
    .map((conversationId): ThreadEvidence => ({ by: 'token', conversationId }))
  const { subject, kind } = normaliseSubject(mail.subject)
  // `Hello` or `Order` says nothing of what it is about, unless it is a reply to just that.
  const saysEnough = subject.length >= 3 && (kind !== 'new' || subject.includes(' '))
  const bySubject: ThreadEvidence = { by: 'subject', subject, from: from.toLowerCase(), withinMs: subjectWindowMs }
  const signed = [...ids.filter(isOurs), ...tokens]
  return [...signed, ...ids.filter((each) => !isOurs(each)), ...(saysEnough ? [bySubject] : [])]
}

/** A token or a Message-ID that only we can make: who sends it has been sent something of that conversation. */
const isOurs = (evidence: ThreadEvidence): boolean =>
  evidence.by === 'token' || (evidence.by === 'message_id' && evidence.ourMessage !== undefined)

/**
 * The conversation that a mail belongs to, by the first evidence that holds in this channel; undefined for a new one. A
 * Message-ID or a token holds for whoever sends it: a colleague in Cc who answers has been sent it. A subject holds for the
 * same sender alone. `isInvited`: what it was found by is ours, so the sender was sent something of this very conversation.
 */
export async function findThread(
  evidence: readonly ThreadEvidence[],
  channelId: string,
  lookup: ThreadLookup,
): Promise<{ conversationId: string; by: ThreadEvidence['by']; isInvited: boolean } | undefined> {
  for (const each of evidence) {
    const thread = await lookUp(each, lookup)
    if (thread?.channelId !== channelId) continue
    return { conversationId: thread.conversationId, by: each.by, isInvited: isOurs(each) }
  }
  return undefined
}

function lookUp(evidence: ThreadEvidence, lookup: ThreadLookup): Promise<Thread | undefined> {
  if (evidence.by === 'message_id') return lookup.byMessageId(evidence.messageId)
  if (evidence.by === 'token') return lookup.byConversationId(evidence.conversationId)
  return lookup.bySubject(evidence.subject, evidence.from, evidence.withinMs)
}
