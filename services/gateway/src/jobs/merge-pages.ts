import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'

type Item = { id: string; createdAt: string }
type Page<T> = { items: T[]; nextCursor: string | null }
type List<T> = (page: { limit: number; cursor?: string }) => Promise<Page<T>>

/** Where each list goes on: its own cursor, what of that page was shown already, or that it is at its end. */
const place = z.object({
  at: z.string().optional(),
  after: z.tuple([z.string(), z.string()]).optional(),
  over: z.boolean(),
})
const places = z.record(z.string(), place)

const isAfter = ({ createdAt, id }: Item, [time, last]: [string, string]): boolean =>
  createdAt < time || (createdAt === time && id < last)

const newestFirst = (a: Item, b: Item): number => b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? 1 : -1)

function placesIn(cursor: string | undefined): z.output<typeof places> {
  if (cursor === undefined) return {}
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch (cause) {
    const errors = [{ path: 'cursor', message: 'not a cursor of this list' }]
    throw new ServiceError('invalid_request', { detail: 'The cursor does not belong to this list.', errors, cause })
  }
}

/**
 * One list out of several that are each newest first (by `createdAt`, then `id`), a page at a time, without gap or double
 * whatever is added meanwhile. Throws `invalid_request` for a cursor that is not its own.
 */
export async function mergePages<T extends Item>(
  lists: { name: string; list: List<T> }[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<T>> {
  const before = placesIn(cursor)
  const pages = await Promise.all(
    lists.map(async ({ name, list }) => ({ name, ...(await nextOf(list, before[name], limit)) })),
  )
  const items = pages
    .flatMap((page) => page.items)
    .sort(newestFirst)
    .slice(0, limit)
  const shown = new Set(items.map(({ id }) => id))
  const end = items.at(-1)
  const after: [string, string] | undefined = end && [end.createdAt, end.id]
  const next = pages.map(({ name, at, items: own, nextCursor }): [string, z.output<typeof place>] => {
    const last = own.filter(({ id }) => shown.has(id)).at(-1)
    const isWhole = last === own.at(-1)
    if (isWhole) return [name, { at: nextCursor ?? '', over: nextCursor === null }]
    return [name, { ...(at !== undefined && { at }), ...(after && { after }), over: false }]
  })
  const isOver = next.every(([, { over }]) => over)
  return {
    items,
    nextCursor: isOver ? null : Buffer.from(JSON.stringify(Object.fromEntries(next))).toString('base64url'),
  }
}

/** The next items of one list, at least `limit` unless it ends. Pages of which all was shown are passed over. */
async function nextOf<T extends Item>(
  list: List<T>,
  from: z.output<typeof place> | undefined,
  limit: number,
): Promise<{ at?: string | undefined; items: T[]; nextCursor: string | null }> {
  if (from?.over) return { items: [], nextCursor: null }
  let at = from?.at
  let cursor = at
  const items: T[] = []
  while (true) {
    const page = await list({ limit, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items.filter((item) => !from?.after || isAfter(item, from.after)))
    // With fewer than a page of its own, another list's older items would come before its next ones.
    if (items.length >= limit || page.nextCursor === null) return { at, items, nextCursor: page.nextCursor }
    cursor = page.nextCursor
    if (items.length === 0) at = cursor
  }
}
