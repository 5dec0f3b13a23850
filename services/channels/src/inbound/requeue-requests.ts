import { channels } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import { requeueAfterMs } from '../retention/retention-periods.ts'

/**
 * Tells of a sender's request, in its place among the sender's others. Told twice it is worked off once.
 */
export async function publishRequestAccepted(
  requestId: string,
  channelId: string,
  lane: string,
  { collections, clock, commit, event }: ChannelsContext,
): Promise<void> {
  await commit(collections.lanes, lane, (current) => ({
    body: { ...current?.body, channelId, acceptedAt: timestampOf(clock) },
    events: [event(channels.events.requestAccepted, { channelId, requestId, lane })],
  }))
}

/** Tells once more of requests that were stored by a process that died before it told of them. */
export async function requeueRequests(context: ChannelsContext): Promise<void> {
  const { collections, clock, signal } = context
  const before = new Date(clock.now() - requeueAfterMs).toISOString()
  const stuck = await collections.requests.findAcrossTenants({
    where: { state: 'received', receivedAt: { lt: before } },
    sort: ascending('receivedAt'),
    limit: 200,
  })
  for (const { tenant, id, body } of stuck) {
    if (signal.aborted) return
    const own = context.forTenant(tenant, body.cause)
    for (const lane of body.lanes) await publishRequestAccepted(id, body.channelId, lane, own)
    await own.commit(collections.requests, id, (current) =>
      current?.body.state === 'received' ? { body: { ...current.body, state: 'waiting' as const } } : undefined,
    )
  }
}
