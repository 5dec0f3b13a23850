import { ascending, cursorAcrossTenants, type Sort } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { claimEndpoint } from './claim-endpoints.ts'
import { applyEndpoint } from './endpoint-pace.ts'

const byAge: Sort = ascending('release.at')
const page = 200

/**
 * Goes on with releases that a crash or an outage cut off. What waits for such an endpoint may not be due for hours, so no
 * sweep of deliveries finds it. Only the process that delivers to an endpoint releases what waits for it.
 */
export async function resumeReleases(context: DispatcherContext): Promise<void> {
  for (let cursor: string | undefined, isThrough = false; !isThrough; ) {
    const cutOff = await context.collections.endpoints.findAcrossTenants({
      where: { 'release.at': { gt: 0 }, enabled: true },
      sort: byAge,
      limit: page,
      cursor,
    })
    for (const endpoint of cutOff) {
      context.signal.throwIfAborted()
      const own = context.forTenant(endpoint.tenant)
      if ((await claimEndpoint(endpoint.id, own)) === 'here') applyEndpoint(endpoint, own)
    }
    isThrough = cutOff.length < page
    if (!isThrough) cursor = cursorAcrossTenants(cutOff.at(-1)!, byAge)
  }
}
