import type { Collection } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'

/** Deliveries and syncs are there for so long after they were over, so that people can see what went wrong. */
const keptMs = 30 * 24 * 60 * 60_000
const page = 500

/** Forgets deliveries and syncs that were over 30 days ago. Which ticket a conversation is stays in its link. */
export async function forgetWhatIsOver({ collections, clock, signal }: ContactsContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  const forget = async (collection: Collection<any>, field: string) => {
    for (let found = page; found === page && !signal.aborted; ) {
      const old = await collection.findAcrossTenants({
        where: { [field]: { lt: before } },
        sort: { field, direction: 'asc' },
        limit: page,
      })
      for (const { tenant, id, revision } of old) await collection.remove(tenant, id, revision)
      found = old.length
    }
  }
  await forget(collections.connectorSyncs, 'finishedAt')
  await forget(collections.connectorDeliveries, 'settledAt')
}
