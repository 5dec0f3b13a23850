import { type Collection, cursorAcrossTenants, type Sort, type Stored } from '@frontdesk/documents'

const latestFirst: Sort = { field: 'dueAt', direction: 'desc' }
const page = 200
/** How often a process looks, when it has looked through all. */
const everyMs = 60_000

/** What `openLookAhead` makes: a search that one process goes on with. */
export type LookAhead<T extends { dueAt?: number }> = {
  /**
   * Gives `found` what is due after `after` (milliseconds since 1970), the last first, whichever tenant's: a few pages in each
   * call, the next ones in the next. When it is through, it rests for a minute by the clock that nobody sets.
   */
  look(
    collection: Collection<T>,
    after: number,
    found: (later: Stored<T>) => unknown,
    signal: AbortSignal,
  ): Promise<void>
}

/**
 * A search for what waits for a time that only a clock which was set back since has shown: no look at what is due finds it.
 * `found` decides what that is. Costs one empty page a minute when nothing waits. The collection has an index over `dueAt`,
 * `acrossTenants`.
 */
export function openLookAhead<T extends { dueAt?: number }>({ pages = 3 }: { pages?: number } = {}): LookAhead<T> {
  let cursor: string | undefined
  let throughAt = Number.NEGATIVE_INFINITY
  return {
    async look(collection, after, found, signal) {
      if (cursor === undefined && performance.now() - throughAt < everyMs) return
      for (let read = 0; read < pages && !signal.aborted; read++) {
        const later = await collection.findAcrossTenants({
          where: { dueAt: { gt: after } },
          sort: latestFirst,
          limit: page,
          ...(cursor !== undefined && { cursor }),
        })
        for (const each of later) await found(each)
        cursor = later.length < page ? undefined : cursorAcrossTenants(later.at(-1)!, latestFirst)
        if (cursor !== undefined) continue
        throughAt = performance.now()
        return
      }
    },
  }
}
