import { removeOld } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { sentIdRetentionMs } from '../outbound/sent-id-store.ts'

/**
 * Forgets what came to its end more than 30 days ago, and what providers called it. What became of it stands with the message,
 * so what is still to be sent, or to be told of, stays.
 */
export async function purgeOldMessages({ collections, clock, signal }: ChannelsContext): Promise<void> {
  const before = new Date(clock.now() - sentIdRetentionMs).toISOString()
  const isOver = { at: { lt: before }, lane: { exists: false } }
  await removeOld(collections.outbound, { field: 'createdAt', before, where: isOver }, signal)
  await removeOld(collections.sentIds, { field: 'until', before: clock.now() }, signal)
}
