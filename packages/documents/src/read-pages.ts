import type { ServiceError } from '@frontdesk/contracts'
import type { Body, Collection, Find, Stored, Where } from './port.ts'

/** The document with this id. Throws what `missing` makes when there is none. */
export async function getExisting<T extends Body>(
  collection: Collection<T>,
  tenant: string,
  id: string,
  missing: () => ServiceError,
): Promise<Stored<T>> {
  const stored = await collection.get(tenant, id)
  if (!stored) throw missing()
  return stored
}

/** A page of what `find` finds, each as `show` shows it. */
export async function findPage<T extends Body, Shown>(
  collection: Collection<T>,
  tenant: string,
  find: Find,
  show: (stored: Stored<T>) => Shown,
): Promise<{ items: Shown[]; nextCursor: string | null }> {
  const { items, nextCursor } = await collection.find(tenant, find)
  return { items: items.map((each) => show(each)), nextCursor }
}

/** All that `find` finds in its order, a page of `limit` in memory at a time. What is written meanwhile may be met or missed. */
export async function* pagesOf<T extends Body>(
  collection: Collection<T>,
  tenant: string,
  find: Omit<Find, 'cursor'>,
): AsyncGenerator<Stored<T>[]> {
  let cursor: string | null = null
  do {
    const page: { items: Stored<T>[]; nextCursor: string | null } = await collection.find(tenant, { ...find, cursor })
    yield page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Removes a tenant's documents that fit, also those that come meanwhile. Answers how many. */
export async function removeWhere<T extends Body>(
  collection: Collection<T>,
  tenant: string,
  where: Where,
): Promise<number> {
  const limit = 500
  for (let count = 0; ; ) {
    const { items } = await collection.find(tenant, { where, limit })
    for (const { id } of items) await collection.remove(tenant, id)
    count += items.length
    if (items.length < limit) return count
  }
}
