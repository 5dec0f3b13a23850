import {
  type BodyOf,
  type ConversationResult,
  type chat,
  ingest,
  limits,
  policyEngine,
  type RehearsalResult,
  ServiceError,
  type Source,
  type TurnResult,
} from '@frontdesk/contracts'
import { ascending, badCursor, fittingIn } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { RehearsalResultDocument, StoredSide } from './rehearsal-document.ts'
import { findRehearsal } from './rehearsal-store.ts'

const positionIn = (cursor: string): number => {
  if (/^\d{1,4}$/.test(cursor)) return Number(cursor)
  throw badCursor()
}

/**
 * What the questions of a rehearsal came to, as many as fit into a message. A question leaves as the policies of now let
 * it; what both sides say was released when they were tried. Throws `not_found`, `invalid_request` for a bad cursor.
 */
export async function listResults(
  { rehearsalId, verdict, limit, cursor = '0' }: BodyOf<typeof chat.queries.rehearsalResultList>,
  context: ChatContext,
): Promise<{ items: RehearsalResult[]; nextCursor: string | null }> {
  const { tenant, collections } = context
  await findRehearsal(rehearsalId, context)
  const { items: found } = await collections.rehearsalResults.find(tenant, {
    where: { rehearsalId, ...(verdict && { verdict }), position: { gt: positionIn(cursor) } },
    sort: ascending('position'),
    limit: limit + 1,
  })
  const page = found.slice(0, limit).map(({ body }) => body)
  const items = (await complete(page, context)).map(({ rehearsalId: _, ...result }) => result)
  const shown = items.slice(0, fittingIn(limits.pageBytes, items))
  const isMore = shown.length < found.length
  return { items: shown, nextCursor: isMore ? String(shown.at(-1)!.position) : null }
}

/** Results that a page of a conversation has: even with the longest texts they fit into a message. */
const resultsOfConversation = 5

/** What the questions of a conversation came to in any rehearsal, in no order. */
export async function listResultsOf(
  { conversationId, cursor }: BodyOf<typeof chat.queries.rehearsalResultsOfConversation>,
  context: ChatContext,
): Promise<{ items: ConversationResult[]; nextCursor: string | null }> {
  const { items, nextCursor } = await context.collections.rehearsalResults.find(context.tenant, {
    where: { conversationId },
    limit: resultsOfConversation,
    cursor,
  })
  const page = items.map(({ body }) => body)
  return { items: await complete(page, context), nextCursor }
}

/** Results with the words of their questions, and the titles of their sources. */
async function complete(page: RehearsalResultDocument[], context: ChatContext): Promise<ConversationResult[]> {
  if (page.length === 0) return []
  const { tenant, collections, ask } = context
  const messages = await collections.messages.getMany(
    tenant,
    page.map(({ messageId }) => messageId),
  )
  const wordsOf = new Map(messages.map(({ id, body }) => [id, body.content]))
  const sides = page.flatMap(({ before, after }) => [...before.sources, ...after.sources])
  const [{ texts }, titles] = await Promise.all([
    ask(policyEngine.queries.textsRelease, {
      texts: page.map(({ messageId }) => wordsOf.get(messageId) ?? ''),
      length: 'kept',
    }),
    titlesOf(new Set(sides.map(({ sourceId }) => sourceId)), context),
  ])
  const titled = ({ sources, ...side }: StoredSide): TurnResult => ({
    ...side,
    sources: sources.map(({ sourceId }) => ({ sourceId, title: titles.get(sourceId) ?? '' })),
  })
  return page.map(({ before, after, ...result }, i) => ({
    ...result,
    question: texts[i]!.text,
    before: titled(before),
    after: titled(after),
  }))
}

const sourcesAtOnce = 16

/** The titles that sources have now, as the policies let them out; none of one that is deleted. */
async function titlesOf(sourceIds: Set<string>, { ask }: ChatContext): Promise<Map<string, string>> {
  const read = async (sourceId: string): Promise<Source | undefined> => {
    try {
      return await ask(ingest.queries.sourceRead, { sourceId })
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined
      throw error
    }
  }
  const ids = [...sourceIds]
  const found: (Source | undefined)[] = []
  // A few at a time: others have sources to read, too.
  for (let from = 0; from < ids.length; from += sourcesAtOnce) {
    found.push(...(await Promise.all(ids.slice(from, from + sourcesAtOnce).map(read))))
  }
  const sources = found.filter((source) => source !== undefined)
  if (sources.length === 0) return new Map()
  const released = new Map<string, string>()
  for (let from = 0; from < sources.length; from += limits.pageItems) {
    const some = sources.slice(from, from + limits.pageItems)
    const { texts } = await ask(policyEngine.queries.textsRelease, {
      texts: some.map(({ title }) => title),
      length: 'kept',
    })
    for (const [i, { id }] of some.entries()) released.set(id, texts[i]!.text)
  }
  return released
}
