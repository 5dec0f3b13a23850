import type { Collection, Stored, Where } from '@frontdesk/documents'
import type { ChannelsContext } from './context.ts'
import { removeRequest } from './keep-requests.ts'
import { failedKeptMs, lanesKeptMs, markersKeptMs, requestsKeptMs } from './kept-for.ts'

const page = 500

type Old<T extends object> = {
  field: string
  before: string | number
  where?: Where
  remove?(stored: Stored<T>): Promise<unknown>
}

/** Removes what is older and whose events are told, oldest first, until there is no more or the process stops. */
async function removeOld<T extends object>(
  collection: Collection<T>,
  { field, before, where = {}, remove }: Old<T>,
  { signal }: ChannelsContext,
): Promise<void> {
  const forget = remove ?? (({ tenant, id, revision }: Stored<T>) => collection.remove(tenant, id, revision))
  for (let found = page; found === page && !signal.aborted; ) {
    const old = await collection.findAcrossTenants({
      where: { ...where, [field]: { lt: before } },
      sort: { field, direction: 'asc' },
      limit: page,
    })
    const told = old.filter(({ outbox }) => outbox.length === 0)
    for (const stored of told) await forget(stored)
    found = told.length
  }
}

/**
 * Forgets what came in, each after its time: requests as they came, marks of what was taken, lanes, what could be used once,
 * files whose message chat never took.
 */
export async function forgetWhatCameIn(context: ChannelsContext): Promise<void> {
  const { collections, clock, blobs } = context
  const { requests, inbound, lanes, once, attachments } = collections
  const now = clock.now()
  const since = (ms: number) => new Date(now - ms).toISOString()
  const withBody = ({ tenant, id }: Stored<object>) => removeRequest(id, context.forTenant(tenant))
  const receivedAt = { field: 'receivedAt', remove: withBody }
  await removeOld(requests, { ...receivedAt, where: { state: 'done' }, before: since(requestsKeptMs) }, context)
  await removeOld(requests, { ...receivedAt, before: since(failedKeptMs) }, context)
  await removeOld(inbound, { field: 'at', before: since(markersKeptMs) }, context)
  await removeOld(lanes, { field: 'acceptedAt', before: since(lanesKeptMs) }, context)
  await removeOld(once, { field: 'until', before: now }, context)
  const unclaimed = {
    field: 'unclaimedSince',
    before: since(failedKeptMs),
    async remove({ tenant, id, body }: Stored<{ blobId: string }>) {
      await blobs.remove(tenant, body.blobId)
      await attachments.remove(tenant, id)
    },
  }
  await removeOld(attachments, unclaimed, context)
}
