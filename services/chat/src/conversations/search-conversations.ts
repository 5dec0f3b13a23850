import type { Message } from '@frontdesk/contracts'
import {
  ascending,
  badCursor,
  type Condition,
  descending,
  pagesOf,
  type Stored,
  type Where,
} from '@frontdesk/documents'
import { words } from '@frontdesk/language'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { messagesInOutbox } from './list-messages.ts'
import { findableWords, hasWord, idRange } from './message-words.ts'

type Found = { items: Stored<ConversationDocument>[]; nextCursor: string | null }
type Page = { limit: number; cursor?: string | undefined }

/** A word in more conversations than this does not narrow a search; the newest conversations are scanned instead. */
const rare = 1_000
/** Conversations that are read at once: few at first, for a common word is found soon, then twice as many each time. */
const firstStep = 32
const maxStep = 512
/** Conversations that one request looks through before it answers what it has. */
const maxLookedThrough = 5_000
const newestFirst = descending('lastMessageAt')

/**
 * Conversations with messages in which all words of `q` (or words that begin with them) stand, that fit `where`, newest
 * first; `where` may name ids with `in`. Bounded whatever is asked: where every word is common a page may have fewer than `limit`, with a cursor that goes
 * on; pages join without gap or double.
 */
export async function searchConversations(
  q: string,
  where: Where,
  { limit, cursor }: Page,
  context: ChatContext,
): Promise<Found> {
  const asked = findableWords(q)
  const terms = asked.length > 0 ? asked : [...new Set(words(q))]
  if (terms.length === 0) return { items: [], nextCursor: null }
  const { candidates, unchecked } = asked.length > 0 ? await findCandidates(asked, context) : { unchecked: terms }
  const items: Stored<ConversationDocument>[] = []
  let lookedThrough = 0
  let step = firstStep
  let at = cursor
  while (lookedThrough < maxLookedThrough) {
    const page = await nextPage(candidates, where, { cursor: at, step }, context)
    for (let from = 0; from < page.items.length; ) {
      const part = page.items.slice(from, from + step)
      from += part.length
      step = Math.min(step * 2, maxStep)
      const fitting = unchecked.length > 0 ? await thoseWith(unchecked, part, context) : part
      items.push(...fitting)
      if (items.length > limit) return { items: items.slice(0, limit), nextCursor: cursorOf(items[limit - 1]!) }
    }
    const last = page.items.at(-1)
    if (page.isLast || !last) return { items, nextCursor: null }
    lookedThrough += page.items.length
    at = cursorOf(last)
  }
  return { items, nextCursor: at! }
}

type Candidates = { candidates?: Set<string>; unchecked: string[] }

/** The conversations that have all of the rare words, none when no word is rare; and the words that are left to check. */
async function findCandidates(terms: string[], { tenant, collections }: ChatContext): Promise<Candidates> {
  let candidates: Set<string> | undefined
  const unchecked: string[] = []
  for (const term of terms) {
    const { items, nextCursor } = await collections.messageWords.find(tenant, {
      where: { id: idRange(term) },
      limit: rare,
    })
    if (nextCursor !== null) {
      unchecked.push(term)
      continue
    }
    const having = new Set(items.map(({ body }) => body.conversationId))
    candidates = candidates ? candidates.intersection(having) : having
  }
  return { ...(candidates && { candidates }), unchecked }
}

async function nextPage(
  candidates: Set<string> | undefined,
  where: Where,
  { cursor, step }: { cursor: string | undefined; step: number },
  { tenant, collections }: ChatContext,
): Promise<{ items: Stored<ConversationDocument>[]; isLast: boolean }> {
  const position = cursor === undefined ? undefined : readCursor(cursor)
  const named = (where.id as { in: string[] } | undefined)?.in
  const ids =
    candidates && named ? named.filter((id) => candidates.has(id)) : (named ?? (candidates && [...candidates]))
  const narrowed: Where = ids ? { ...where, id: { in: ids } } : where
  // From the moment it ended in on; what of that was there already is left out.
  const bound: Condition | undefined = position && {
    ...((where.lastMessageAt as object | undefined) ?? {}),
    lte: position.at,
  }
  const isBeyond = ({ id, body }: Stored<ConversationDocument>) =>
    !position || body.lastMessageAt < position.at || id < position.id
  let read: Found = { items: [], nextCursor: null }
  do {
    read = await collections.conversations.find(tenant, {
      where: { ...narrowed, ...(bound && { lastMessageAt: bound }) },
      sort: newestFirst,
      limit: ids ? rare : step,
      ...(read.nextCursor !== null && { cursor: read.nextCursor }),
    })
    read.items = read.items.filter(isBeyond)
    // More of them than are read at once may have had their last message in that very moment.
  } while (read.items.length === 0 && read.nextCursor !== null)
  return { items: read.items, isLast: read.nextCursor === null }
}

/** Those of the conversations whose messages have every word. */
async function thoseWith(
  terms: string[],
  conversations: Stored<ConversationDocument>[],
  { tenant, collections }: ChatContext,
): Promise<Stored<ConversationDocument>[]> {
  const textsOf = new Map(conversations.map(({ id }) => [id, [] as string[]]))
  const add = ({ conversationId, content }: Message) => textsOf.get(conversationId)?.push(content)
  const ids = [...textsOf.keys()]
  // As their index has them: in the order of ids every message there is would be looked at.
  const sort = ascending('conversationId')
  const where = { conversationId: { in: ids } }
  for await (const page of pagesOf(collections.messages, tenant, { where, sort, limit: 1_000 }))
    for (const { body } of page) add(body)
  for (const each of conversations) for (const message of messagesInOutbox(each)) add(message)
  return conversations.filter(({ id }) => {
    const inTexts = textsOf.get(id)!.flatMap(words)
    return terms.every((term) => hasWord(inTexts, term))
  })
}

const cursorOf = ({ id, body }: Stored<ConversationDocument>): string =>
  Buffer.from(JSON.stringify([body.lastMessageAt, id])).toString('base64url')

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof at === 'string' && typeof id === 'string') return { at, id }
  } catch (cause) {
    throw badCursor(cause)
  }
  throw badCursor()
}
