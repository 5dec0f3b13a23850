import { platformTenant } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'

/** What names the bodies of provider requests that wait for their verdict. */
export const requestBlobPrefix = 'provider_request_'
/** A verdict takes seconds; after this whoever waited for it is dead. */
const orphanedAfterMs = 15 * 60_000

/** Removes bodies of provider requests that a gateway left behind when it died. */
export async function sweepRequests({ blobs, clock, signal }: GatewayContext): Promise<void> {
  const before = clock.now() - orphanedAfterMs
  for await (const { id, modifiedAt } of blobs.list(platformTenant)) {
    if (signal.aborted) return
    if (id.startsWith(requestBlobPrefix) && modifiedAt < before) await blobs.remove(platformTenant, id)
  }
}
