import { removeOld } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'

/** How long the ledger, its bodies and its replays are kept. */
export const retentionMs = 30 * 24 * 3_600_000

/**
 * Removes deliveries and replays after 30 days (what is pending by then was given up long before), and the numberings of
 * what was erased, when their time has come.
 */
export async function purgeOld({ collections, clock, signal }: DispatcherContext): Promise<void> {
  const { deliveries, replays, replayPages, numberings } = collections
  const old = { field: 'createdAt', before: new Date(clock.now() - retentionMs).toISOString() }
  await removeOld(deliveries, old, signal)
  await removeOld(replays, { ...old, where: { state: 'finished' } }, signal)
  await removeOld(replayPages, old, signal)
  await removeOld(numberings, { field: 'forgetAt', before: clock.now() + 1 }, signal)
}
