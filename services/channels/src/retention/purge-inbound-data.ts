import { removeOld, type Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { removeRequest } from '../inbound/request-store.ts'
import {
  arrivalRetentionMs,
  failedRetentionMs,
  laneRetentionMs,
  markerRetentionMs,
  requestRetentionMs,
} from './retention-periods.ts'

/**
 * Forgets what came in, each after its time: requests as they came, marks of what was taken, lanes, when mails came, what could be used once,
 * files whose message chat never took.
 */
export async function purgeInboundData(context: ChannelsContext): Promise<void> {
  const { collections, clock, blobs, signal } = context
  const { requests, inbound, lanes, mailArrivals, once, attachments } = collections
  const now = clock.now()
  const since = (ms: number) => new Date(now - ms).toISOString()
  const withBody = ({ tenant, id }: Stored<object>) => removeRequest(id, context.forTenant(tenant))
  const receivedAt = { field: 'receivedAt', remove: withBody }
  await removeOld(requests, { ...receivedAt, where: { state: 'done' }, before: since(requestRetentionMs) }, signal)
  await removeOld(requests, { ...receivedAt, before: since(failedRetentionMs) }, signal)
  await removeOld(inbound, { field: 'at', before: since(markerRetentionMs) }, signal)
  await removeOld(lanes, { field: 'acceptedAt', before: since(laneRetentionMs) }, signal)
  await removeOld(mailArrivals, { field: 'at', before: since(arrivalRetentionMs) }, signal)
  await removeOld(once, { field: 'until', before: now }, signal)
  const unclaimed = {
    field: 'unclaimedSince',
    before: since(failedRetentionMs),
    async remove({ tenant, id, body }: Stored<{ blobId: string }>) {
      await blobs.remove(tenant, body.blobId)
      await attachments.remove(tenant, id)
    },
  }
  await removeOld(attachments, unclaimed, signal)
}
