import { cursorAfter, type Sort } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { sentIdsKeptMs } from './keep-sent-ids.ts'

const page = 500
const oldestFirst: Sort = { field: 'createdAt', direction: 'asc' }

/**
 * Forgets what came to its end more than 30 days ago, and what providers called it. What became of it stands with the message,
 * so what is still to be sent, or to be told of, stays.
 */
export async function forgetOldMessages(context: ChannelsContext): Promise<void> {
  const { outbound, sentIds } = context.collections
  const now = context.clock.now()
  const before = { lt: new Date(now - sentIdsKeptMs).toISOString() }
  let cursor: string | undefined
  do {
    const old = await outbound.findAcrossTenants({
      where: { createdAt: before, at: before, lane: { exists: false } },
      sort: oldestFirst,
      limit: page,
      ...(cursor && { cursor }),
    })
    for (const { tenant, id, revision, outbox } of old)
      if (outbox.length === 0) await outbound.remove(tenant, id, revision)
    cursor = old.length === page ? cursorAfter(old.at(-1)!, oldestFirst) : undefined
  } while (cursor && !context.signal.aborted)
  for (let removed = page; removed === page && !context.signal.aborted; ) {
    const old = await sentIds.findAcrossTenants({
      where: { until: { lt: now } },
      sort: { field: 'until', direction: 'asc' },
      limit: page,
    })
    for (const { tenant, id, revision } of old) await sentIds.remove(tenant, id, revision)
    removed = old.length
  }
}
