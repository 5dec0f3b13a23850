import type { Stop } from '@frontdesk/bus'
import type { Owner, Removed } from '@frontdesk/contracts'
import type { Hosted } from './hosted.ts'
import type { OpenPorts } from './ports.ts'
import { encode } from './wire.ts'

async function countBlobs({ blobs }: OpenPorts, tenant: string): Promise<number> {
  let count = 0
  for await (const _ of blobs.list(tenant)) count++
  return count
}

/** Removes what a service keeps of a tenant: its collections, its share of the ports, and what the bus still stores. */
async function eraseTenant({ service, parts }: Hosted, ports: OpenPorts, tenant: string): Promise<Removed> {
  const removed: Removed = []
  for (const [key, collection] of Object.entries(parts.collections)) {
    removed.push({ what: service.collections[key].name, count: await collection.count(tenant) })
    await collection.eraseTenant(tenant)
  }
  if (service.uses.includes('blobs')) {
    removed.push({ what: 'blobs', count: await countBlobs(ports, tenant) })
    await ports.blobs.eraseTenant(tenant)
  }
  if (service.uses.includes('chunkIndex')) {
    await ports.chunkIndex.eraseTenant(tenant)
    removed.push({ what: 'chunk index', count: 1 })
  }
  await ports.bus.eraseTenant(tenant)
  return removed.filter(({ count }) => count > 0)
}

/** Answers what every service answers: that a tenant is to be erased, and whether anybody runs it. */
export async function answerForService(hosted: Hosted, ports: OpenPorts): Promise<Stop[]> {
  const { service, parts } = hosted
  const { tenantErase, processPing }: Owner['standard'] = service.contracts.standard
  const { subject, maxInFlight } = tenantErase
  const stop = await ports.bus.respond(subject, service.name, { maxInFlight }, async ({ tenant }) => {
    const removed = await eraseTenant(hosted, ports, tenant)
    parts.log.info({ subject, tenant, removed }, 'a tenant was erased')
    return encode({ removed })
  })
  const pong = encode({})
  const pings = { maxInFlight: processPing.maxInFlight }
  return [stop, await ports.bus.respond(processPing.subject, service.name, pings, async () => pong)]
}
