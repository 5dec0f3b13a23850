import type { ChannelsContext } from './context.ts'

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
