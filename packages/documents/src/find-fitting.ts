import { cursorAfter, sortOf } from './cursor.ts'
import type { Body, Collection, Find, Stored } from './port.ts'

/** How many of the first items together have at most `maxBytes` as JSON; at least one. */
export function fittingIn(maxBytes: number, items: unknown[]): number {
  let bytes = 0
  for (const [i, item] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item), 'utf8')
    if (bytes > maxBytes) return Math.max(i, 1)
  }
  return items.length
}

/**
 * As `find`, but the page ends before its documents have more than `maxBytes` together; it has at least one. The cursor leads
 * to the first that is left out.
 */
export async function findFitting<T extends Body>(
  collection: Collection<T>,
  tenant: string,
  find: Find,
  maxBytes: number,
): Promise<{ items: Stored<T>[]; nextCursor: string | null }> {
  const page = await collection.find(tenant, find)
  const fitting = fittingIn(
    maxBytes,
    page.items.map(({ body }) => body),
  )
  if (fitting === page.items.length) return page
  const items = page.items.slice(0, fitting)
  return { items, nextCursor: cursorAfter(items.at(-1)!, sortOf(find.sort)) }
}
