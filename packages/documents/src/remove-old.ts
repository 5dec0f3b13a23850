import { cursorAcrossTenants } from './cursor.ts'
import type { Body, Collection, Sort, Stored, Where } from './port.ts'

const page = 200

type Old<T extends Body> = {
  /** Of the body; the collection has an index `acrossTenants` that ends with it. */
  field: string
  /** What lies before this is old. */
  before: string | number
  where?: Where
  /** Removes one with all that belongs to it; unless told, the document alone, if nobody wrote to it meanwhile. */
  remove?(stored: Stored<T>): Promise<unknown>
}

/**
 * Removes what is old over all tenants, oldest first, until there is no more or `signal` is aborted. A document with
 * events that are not settled stays until they are: they would be lost with it.
 */
export async function removeOld<T extends Body>(
  collection: Collection<T>,
  { field, before, where = {}, remove }: Old<T>,
  signal: AbortSignal,
): Promise<void> {
  const sort: Sort = { field, direction: 'asc' }
  const forget = remove ?? (({ tenant, id, revision }) => collection.remove(tenant, id, revision))
  let cursor: string | undefined
  do {
    const old = await collection.findAcrossTenants({
      where: { ...where, [field]: { lt: before } },
      sort,
      limit: page,
      cursor,
    })
    await Promise.all(old.filter(({ outbox }) => outbox.length === 0).map(forget))
    cursor = old.length === page ? cursorAcrossTenants(old.at(-1)!, sort) : undefined
  } while (cursor && !signal.aborted)
}
