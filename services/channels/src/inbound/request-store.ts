import type { ChannelsContext } from '../context.ts'

/** Removes a request with its body. False when there is none. */
export async function removeRequest(
  requestId: string,
  { tenant, collections, blobs }: ChannelsContext,
): Promise<boolean> {
  const stored = await collections.requests.get(tenant, requestId)
  if (!stored) return false
  if ('blobId' in stored.body.body) await blobs.remove(tenant, stored.body.body.blobId)
  return collections.requests.remove(tenant, requestId)
}

/** Makes a lane of a request that was worked off be worked off again. False when there is no such request. */
export async function reopenRequest(
  requestId: string,
  lane: string,
  { commit, collections }: ChannelsContext,
): Promise<boolean> {
  const stored = await commit(collections.requests, requestId, (current) => {
    if (!current || current.body.lanes.includes(lane)) return undefined
    return { body: { ...current.body, lanes: [...current.body.lanes, lane], state: 'waiting' as const } }
  })
  return stored !== undefined
}
