import { randomUUID } from 'node:crypto'
import { platformTenant } from '@frontdesk/contracts'
import { claimLease, collection, type Documents, type Lease, update } from '@frontdesk/documents'

/** Leases for work that only one process of an installation should do. */
export const singletonLeases = collection<{ lease?: Lease | null }>('service-duties')

/** A holder that does not renew for this long counts as crashed; a live one renews three times in it. */
const leaseMs = 30_000
const renewEveryMs = leaseMs / 3

export type SingletonLease = {
  /** Whether this process has the lease now. */
  isOurs(): boolean
  /** Claims the lease when it is free, or renews it. Nothing changes while the store is unavailable. */
  renew(): Promise<void>
  /** Gives it up, so that another process can claim it at once. */
  release(): Promise<void>
}

/**
 * A lease in the document store that one process of the installation has at a time. If that process crashes, another has
 * the lease within 40 s; two never have it at once.
 */
export async function holdSingletonLease(
  documents: Documents,
  name: string,
  now = () => Date.now(),
): Promise<SingletonLease> {
  const collection = await documents.collection(singletonLeases)
  const owner = randomUUID()
  let until = 0
  const renew = async () => {
    const asked = now()
    // All processes come here every few seconds, and only the first of them has something to write.
    if (!(await collection.get(platformTenant, name))) await collection.insert(platformTenant, name, {})
    const held = await claimLease(collection, platformTenant, name, { owner, now: asked, forMs: leaseMs })
    until = held ? asked + leaseMs : 0
  }
  // Health reports an unavailable store; meanwhile the lease expires, and a process that reaches the store claims it.
  const renewQuietly = () => renew().catch(() => {})
  await renewQuietly()
  const timer = setInterval(renewQuietly, renewEveryMs)
  timer.unref()
  return {
    isOurs: () => now() < until,
    renew,
    async release() {
      clearInterval(timer)
      const had = until > 0
      until = 0
      if (!had) return
      await update(
        collection,
        platformTenant,
        name,
        (stored) => (stored?.body.lease?.owner === owner ? { body: { lease: null } } : undefined),
        // If this fails, the lease expires by itself.
      ).catch(() => {})
    },
  }
}
