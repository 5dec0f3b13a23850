import { setTimeout as sleep } from 'node:timers/promises'
import { isStillOn, ServiceError } from '@frontdesk/contracts'
import type { Body, Collection, NewEvent, Stored } from './port.ts'

/** Races that one writer may lose before it gives up with `version_conflict`. */
const maxTries = 100
const maxPauseMs = 20

/** What becomes of a document: its new body and the events that this causes. Undefined: nothing changes. */
export type Change<T extends Body> = { body: T; events?: NewEvent[] } | undefined

/**
 * Reads, changes and writes one document until no one came between: `change` sees what is stored (undefined when there
 * is nothing) and may run several times, so it is pure. Answers what is stored then, undefined if nothing is. Throws what
 * `change` throws, and `version_conflict` after 100 lost races.
 */
export async function update<T extends Body>(
  collection: Collection<T>,
  tenant: string,
  id: string,
  change: (stored: Stored<T> | undefined) => Change<T>,
): Promise<Stored<T> | undefined> {
  for (let lost = 0; ; lost++) {
    const seen = await collection.get(tenant, id)
    const next = change(seen)
    if (!next) return seen
    try {
      if (seen) return await collection.replace(seen, next.body, next.events)
      const { inserted, stored } = await collection.insert(tenant, id, next.body, next.events)
      if (inserted) return stored
      // Not a race: a unique index refuses this body, and always will.
      if (stored.id !== id)
        throw new ServiceError('conflict', { detail: 'Another document has the same unique value.' })
    } catch (error) {
      const isRace = error instanceof ServiceError && (error.code === 'version_conflict' || error.code === 'not_found')
      if (!isRace) throw error
    }
    if (lost + 1 === maxTries) throw new ServiceError('version_conflict')
    await sleep(Math.random() * Math.min(maxPauseMs, lost + 1))
  }
}

/** Who works on a document at the moment, and until when (milliseconds since 1970) nobody else may. */
export type Lease = { owner: string; until: number }

/**
 * Takes, or renews, the lease of a document for `forMs`. Answers the document with the lease in it when `owner` has it
 * now; undefined when somebody else does, or there is no such document. `now` is the caller's clock.
 */
export async function claimLease<T extends Body & { lease?: Lease | null }>(
  collection: Collection<T>,
  tenant: string,
  id: string,
  { owner, now, forMs }: { owner: string; now: number; forMs: number },
): Promise<Stored<T> | undefined> {
  const claimed = await update(collection, tenant, id, (stored) => {
    if (!stored) return undefined
    const { lease } = stored.body
    if (lease && lease.owner !== owner && isStillOn(lease.until, forMs, now)) return undefined
    return { body: { ...stored.body, lease: { owner, until: now + forMs } } }
  })
  return claimed?.body.lease?.owner === owner ? claimed : undefined
}
