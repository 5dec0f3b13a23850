import { type ConversationFilter, type ConversationSort, invalidNamedField } from '@frontdesk/contracts'
import { ascending, cursorAt, type Scanned, type Stored, type Where } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { type Readable, unreadOf } from '../inbox/read-markers.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { type Asked, type Choice, isPartial, orderOf, readFilter, whereOf } from './conversation-filters.ts'
import { searchConversations } from './search-conversations.ts'

/** How many conversations one page reads, however few of them match. */
const maxLookedAt = 2_000
/** Of these so many before it is asked which of them are unread; at first only some times what the page has, where many are. */
const unreadStep = 500
const firstUnreadStep = 4
/** Values of one field whose indexes are walked side by side. */
const maxScans = 8
/** A search counts at most this many results. */
const searchedTo = 100

export type FoundPage = { items: Stored<ConversationDocument>[]; nextCursor: string | null }
export type Listed = {
  filter: ConversationFilter
  sort?: ConversationSort | undefined
  /** Who asks. */
  agentId?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * A page of the conversations that fit a filter. A page that would have to look at more than 2,000 of them has fewer than
 * `limit`, with a cursor that goes on. Throws `invalid_request`.
 */
export async function findConversations(
  { filter, sort = 'newest', agentId, limit, cursor }: Listed,
  context: ChatContext,
): Promise<FoundPage> {
  const asked = await withSnoozed(readFilter(filter, agentId), context)
  if (asked.q !== undefined) return search(asked, sort, { limit, cursor }, context)
  if (asked.rest.id !== undefined) return among(asked, sort, { limit, cursor }, context)
  const { collections, tenant } = context
  if (asked.unreadFor === undefined && isServed(asked, sort)) return findServed(asked, sort, { limit, cursor }, context)
  const { items, nextCursor } = await scanConversations(asked, sort, { limit, cursor }, context)
  const stored = await collections.conversations.getMany(
    tenant,
    items.map(({ id }) => id),
  )
  return { items: stored, nextCursor }
}

/** A page of what an index finds, or of few ids. */
function findServed(
  asked: Asked,
  sort: ConversationSort,
  { limit, cursor }: Bounds,
  { tenant, collections }: ChatContext,
): Promise<FoundPage> {
  const { field } = orderOf(sort)
  const has = isPartial(sort) && { [field]: { gte: '' } }
  return collections.conversations.find(tenant, {
    ...{ where: { ...whereOf(asked), ...has }, sort: orderOf(sort), limit },
    cursor,
  })
}

/** A page of conversations by their ids; read ones are left out when the filter asks for unread ones. */
async function among(asked: Asked, sort: ConversationSort, bounds: Bounds, context: ChatContext): Promise<FoundPage> {
  const found = await findServed(asked, sort, bounds, context)
  if (asked.unreadFor === undefined) return found
  const readable = found.items.map(({ id, body }) => ({ id, ...body }))
  const unread = await unreadOf(asked.unreadFor, readable, context)
  return { ...found, items: found.items.filter(({ id }) => unread.has(id)) }
}

/** Snoozed conversations are few, and have an index of their own: by it their ids are found. */
async function withSnoozed(asked: Asked, { tenant, collections }: ChatContext): Promise<Asked> {
  const { snoozedUntil, id } = asked.rest
  const isAsked = typeof snoozedUntil === 'object' && snoozedUntil !== null && 'exists' in snoozedUntil
  if (!isAsked || !snoozedUntil.exists || id !== undefined) return asked
  const sort = ascending('snoozedUntil')
  const bounds = { lookAtMost: maxLookedAt, limit: maxLookedAt }
  const { items, nextCursor } = await collections.conversations.scan(tenant, { sort, ...bounds })
  if (nextCursor !== null) return asked
  return { ...asked, rest: { ...asked.rest, id: { in: items.map((each) => each.id) } } }
}

/** Whether an index finds the page and nothing else: of one value of one field. */
const isServed = ({ choices, rest }: Asked, sort: ConversationSort): boolean => {
  if (isPartial(sort)) return choices.length === 0 && Object.keys(rest).length === 0
  const isSingle = choices.length === 0 || (choices.length === 1 && choices[0]!.values.length === 1)
  return isSingle && Object.keys(rest).every((field) => field === 'lastMessageAt')
}

type Bounds = { limit: number; cursor?: string | undefined }
/** What decides whether a conversation is read. */
const readableFields = ['customerSequence', 'messageCount']

/** How far conversations that fit are counted, and whether there may be more; with what decides whether each is read. */
export async function countConversations(
  filter: ConversationFilter,
  { agentId, countTo, lookAtMost }: { agentId: string | undefined; countTo: number; lookAtMost: number },
  context: ChatContext,
): Promise<{ counted: Readable[]; isExact: boolean }> {
  const asked = await withSnoozed(readFilter(filter, agentId), context)
  if (asked.q !== undefined || asked.rest.id !== undefined) {
    const { items, nextCursor } =
      asked.q !== undefined
        ? await search(asked, 'newest', { limit: searchedTo }, context)
        : await among(asked, 'newest', { limit: countTo }, context)
    return { counted: items.map(({ id, body }) => ({ id, ...body })), isExact: nextCursor === null }
  }
  // Without an agent nobody asks which of them are read.
  const bounds = { limit: countTo, lookAtMost, fields: agentId === undefined ? [] : readableFields }
  const { items, nextCursor } = await scanConversations(asked, 'newest', bounds, context)
  return { counted: items.map(readableOf), isExact: nextCursor === null }
}

/** Ids of the matching conversations, in order; with the fields asked for, or what decides about unread ones. */
async function scanConversations(
  asked: Asked,
  sort: ConversationSort,
  { limit, cursor, lookAtMost = maxLookedAt, fields = [] }: Bounds & { lookAtMost?: number; fields?: string[] },
  context: ChatContext,
): Promise<Scanned> {
  const { collections, tenant } = context
  const { unreadFor } = asked
  const order = orderOf(sort)
  const { [order.field]: bounds, ...rest } = asked.rest
  const along: Where = {
    ...(!isPartial(sort) && (await choosePath(asked, lookAtMost, context))),
    ...(bounds !== undefined && { [order.field]: bounds }),
  }
  const where = Object.fromEntries(Object.entries(whereOf({ ...asked, rest })).filter(([field]) => !(field in along)))
  const scan = (from: string | null | undefined, count: number, look: number) =>
    collections.conversations.scan(tenant, {
      ...{ along, where, sort: order, limit: count, lookAtMost: look },
      fields: unreadFor === undefined ? fields : [...readableFields, order.field],
      cursor: from,
    })
  if (unreadFor === undefined) return scan(cursor, limit, lookAtMost)

  const items: Scanned['items'] = []
  let from: string | null | undefined = cursor
  for (let looked = 0, next: number; looked < lookAtMost && from !== null; looked += next) {
    next = Math.min(unreadStep, lookAtMost - looked, looked === 0 ? firstUnreadStep * limit : unreadStep)
    const step: Scanned = await scan(from, next, next)
    from = step.nextCursor
    const unread = await unreadOf(unreadFor, step.items.map(readableOf), context)
    for (const item of step.items) {
      if (!unread.has(item.id)) continue
      items.push(item)
      if (items.length > limit) {
        const last = items[limit - 1]!
        const at = last.values[readableFields.length]!
        return { items: items.slice(0, limit), nextCursor: cursorAt({ value: at, id: last.id }, order) }
      }
    }
  }
  return { items, nextCursor: from ?? null }
}

/** What decides whether a scanned conversation is read. */
const readableOf = ({ id, values: [customerSequence, messageCount] }: Scanned['items'][number]) => ({
  id,
  customerSequence: (customerSequence as number | null) ?? undefined,
  messageCount: messageCount as number,
})

/** Fields that have an index together. */
const together: ReadonlySet<string> = new Set<Choice['field']>(['handler', 'status'])

/** What can be walked along: each field of few values, and two together in place of either. */
function pathsOf({ choices }: Asked): Choice[][] {
  const walkable = choices.filter(({ values }) => values.length <= maxScans)
  const pair = walkable.filter(({ field }) => together.has(field))
  const isWalkable = pair.length === 2 && pair.reduce((count, { values }) => count * values.length, 1) <= maxScans
  if (!isWalkable) return walkable.map((choice) => [choice])
  return [pair, ...walkable.filter((choice) => !pair.includes(choice)).map((choice) => [choice])]
}

/** Every combination of the values of a path, as conditions. */
const combinationsOf = (path: Choice[]): Where[] =>
  path.reduce<Where[]>(
    (wheres, { field, values }) => wheres.flatMap((where) => values.map((value) => ({ ...where, [field]: value }))),
    [{}],
  )

/**
 * The field, or fields, to walk along: that with the fewest conversations, counted to just beyond what may be looked at, so that one
 * that can be looked at as a whole is told from one that can't.
 */
async function choosePath(asked: Asked, lookAtMost: number, { tenant, collections }: ChatContext): Promise<Where> {
  const paths = pathsOf(asked)
  const asWhere = (path: Choice[]): Where =>
    Object.fromEntries(path.map(({ field, values }) => [field, values.length === 1 ? values[0]! : { in: values }]))
  if (paths.length <= 1) return asWhere(paths[0] ?? [])
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const counts = await Promise.all(
        combinationsOf(path).map((where) => collections.conversations.count(tenant, where, lookAtMost + 1)),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    }),
  )
  return asWhere(paths[sizes.indexOf(Math.min(...sizes))]!)
}

async function search(asked: Asked, sort: ConversationSort, page: Bounds, context: ChatContext): Promise<FoundPage> {
  if (sort !== 'newest') {
    throw invalidNamedField('sort', 'A search is sorted by the newest message.')
  }
  const found = await searchConversations(asked.q!, whereOf(asked), page, context)
  if (asked.unreadFor === undefined) return found
  const readable = found.items.map(({ id, body }) => ({ id, ...body }))
  const unread = await unreadOf(asked.unreadFor, readable, context)
  return { ...found, items: found.items.filter(({ id }) => unread.has(id)) }
}
