import type { ChannelsContext } from '../context.ts'
import { sentIdsKeptMs } from './keep-sent-ids.ts'

const page = 500

/** Forgets what left more than 30 days ago, and what providers called it. What became of it stands with the message. */
export async function forgetOldMessages(context: ChannelsContext): Promise<void> {
  const { outbound, sentIds } = context.collections
  const now = context.clock.now()
  const before = new Date(now - sentIdsKeptMs).toISOString()
  let removed = page
  while (removed === page && !context.signal.aborted) {
    const old = await outbound.findAcrossTenants({
      where: { createdAt: { lt: before } },
      sort: { field: 'createdAt', direction: 'asc' },
      limit: page,
    })
    for (const { tenant, id } of old) await outbound.remove(tenant, id)
    removed = old.length
  }
  for (removed = page; removed === page && !context.signal.aborted; ) {
    const old = await sentIds.findAcrossTenants({
      where: { until: { lt: now } },
      sort: { field: 'until', direction: 'asc' },
      limit: page,
    })
    for (const { tenant, id, revision } of old) await sentIds.remove(tenant, id, revision)
    removed = old.length
  }
}
