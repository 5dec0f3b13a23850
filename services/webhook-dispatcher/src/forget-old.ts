import type { Collection, Find } from '@frontdesk/documents'
import type { DispatcherContext } from './context.ts'

/** How long the ledger, its bodies and its replays are kept. */
const retentionMs = 30 * 24 * 3_600_000
const page = 500

async function removeAll(
  collection: Collection<any>,
  find: Pick<Find, 'where' | 'sort'>,
  signal: AbortSignal,
): Promise<void> {
  for (let left = true; left && !signal.aborted; ) {
    const old = await collection.findAcrossTenants({ ...find, limit: page })
    await Promise.all(old.map(({ tenant, id }) => collection.remove(tenant, id)))
    left = old.length === page
  }
}

/**
 * Removes deliveries and replays after 30 days (what is pending by then was given up long before), and the numberings of
 * what was erased, when their time has come.
 */
export async function forgetOld({ collections, clock, signal }: DispatcherContext): Promise<void> {
  const old = { lt: new Date(clock.now() - retentionMs).toISOString() }
  const byCreation = { field: 'createdAt', direction: 'asc' } as const
  await removeAll(collections.deliveries, { where: { createdAt: old }, sort: byCreation }, signal)
  await removeAll(collections.replays, { where: { state: 'finished', createdAt: old }, sort: byCreation }, signal)
  const forgotten = {
    where: { forgetAt: { lte: clock.now() } },
    sort: { field: 'forgetAt', direction: 'asc' },
  } as const
  await removeAll(collections.numberings, forgotten, signal)
}
