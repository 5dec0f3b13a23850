import { removeOld } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'

/** Deliveries and syncs are there for so long after they were over, so that people can see what went wrong. */
const keptMs = 30 * 24 * 60 * 60_000

/** Forgets deliveries and syncs that were over 30 days ago. Which ticket a conversation is stays in its link. */
export async function purgeFinishedWork({ collections, clock, signal }: ContactsContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString()
  await removeOld(collections.connectorSyncs, { field: 'finishedAt', before }, signal)
  await removeOld(collections.connectorDeliveries, { field: 'settledAt', before }, signal)
}
