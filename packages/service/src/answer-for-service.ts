import type { Stop } from '@frontdesk/bus'
import type { Owner, Removed } from '@frontdesk/contracts'
import type { Collection } from '@frontdesk/documents'
import type { Hosted } from './hosted.ts'
import type { OpenPorts } from './ports.ts'
import { decode, encode, parse } from './wire.ts'

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

/** Which of the blobs and contents the tenant's documents refer to, in every collection that can name any. */
async function namedBlobs({ service, parts }: Hosted, tenant: string, ids: string[]): Promise<string[]> {
  const asked = new Set(ids)
  const named = new Set<string>()
  for (const [key, collection] of Object.entries<Collection<any>>(parts.collections)) {
    const { refersTo } = service.collections[key]
    for (let cursor: string | null | undefined; refersTo && cursor !== null; ) {
      const page = await collection.find(tenant, { limit: 1_000, ...(cursor && { cursor }) })
      for (const stored of page.items) {
        const { blobs = [], chunks } = refersTo(stored)
        for (const id of blobs) if (asked.has(id)) named.add(id)
        for (const { contentId } of chunks?.contents ?? []) if (asked.has(contentId)) named.add(contentId)
      }
      cursor = page.nextCursor
    }
  }
  return [...named]
}

/** Answers what every service answers: that a tenant is to be erased, what its documents refer to, and whether anybody runs it. */
export async function answerForService(hosted: Hosted, ports: OpenPorts): Promise<Stop[]> {
  const { service, parts } = hosted
  const { tenantErase, blobsName, processPing }: Owner['standard'] = service.contracts.standard
  const { subject, maxInFlight } = tenantErase
  const stop = await ports.bus.respond(subject, service.name, { maxInFlight }, async ({ tenant }) => {
    const removed = await eraseTenant(hosted, ports, tenant)
    parts.log.info({ subject, tenant, removed }, 'a tenant was erased')
    return encode({ removed })
  })
  const naming = { maxInFlight: blobsName.maxInFlight }
  const stopNaming = await ports.bus.respond(blobsName.subject, service.name, naming, async ({ tenant, bytes }) =>
    encode({ ids: await namedBlobs(hosted, tenant, parse(blobsName.body, decode(bytes)).ids) }),
  )
  const pong = encode({})
  const pings = { maxInFlight: processPing.maxInFlight }
  return [stop, stopNaming, await ports.bus.respond(processPing.subject, service.name, pings, async () => pong)]
}
