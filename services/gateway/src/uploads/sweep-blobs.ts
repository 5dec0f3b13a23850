import { ingest, platformTenant } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { pagesOf } from '../export/pages-of.ts'

const everyMs = 24 * 60 * 60 * 1_000
const sweepId = 'blobs'

/** Once a day has the blobs of every tenant swept that nothing names. A tenant that fails is looked after the next day. */
export async function sweepBlobs(context: GatewayContext): Promise<void> {
  const { collections, clock, signal, log } = context
  const platform = context.forTenant(platformTenant)
  let isOurs = false
  await platform.commit(collections.sweeps, sweepId, (current) => {
    isOurs = current !== undefined && current.body.dueAt <= clock.now()
    // A first start puts it off: there is nothing to sweep yet, and a restart has better things to do.
    return current && !isOurs ? undefined : { body: { dueAt: clock.now() + everyMs } }
  })
  if (!isOurs) return
  for await (const { id } of pagesOf((page) => collections.tenants.find(platformTenant, page))) {
    if (signal.aborted) return
    try {
      await context.forTenant(id).ask(ingest.queries.blobsSweep, {})
    } catch (error) {
      log.warn({ tenant: id, err: error }, 'unused blobs could not be removed')
    }
  }
}
