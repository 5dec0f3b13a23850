import type { Outstanding } from '@frontdesk/bus'
import { platformTenant } from '@frontdesk/contracts'
import type { Collection, CollectionDefinition, Stored } from '@frontdesk/documents'
import { documentText } from './checksums.ts'
import type { Progress } from './progress.ts'
import { type CopySource, type CopyTarget, type Verified, verifyCopy } from './verify-copy.ts'

export type CopyReport = Verified & {
  /** What an earlier run had brought already. */
  alreadyThere: { documents: number; blobs: number }
  /** Texts that only the encryption key opens. */
  secrets: number
}

const documentsAWrite = 100
const progressEvery = 500

/** The documents of these that the target has, by tenant and id. */
async function knownOf(collection: Collection<object>, batch: Stored<object>[]): Promise<Map<string, Stored<object>>> {
  const known = new Map<string, Stored<object>>()
  for (const [tenant, own] of Map.groupBy(batch, (stored) => stored.tenant)) {
    const ids = own.map(({ id }) => id)
    for (const stored of await collection.getMany(tenant, ids)) known.set(JSON.stringify([tenant, stored.id]), stored)
  }
  return known
}

/**
 * Copies an installation that stands still into an empty one, or goes on with a copy that was cut off, and compares both
 * afterwards: documents with their revision and outbox, blobs, and what events had left to do. The search index is not copied.
 * Throws when the two differ in the end: somebody wrote to one of them.
 */
export async function copyInstallation(
  source: CopySource,
  target: CopyTarget,
  progress: Progress,
): Promise<CopyReport> {
  const alreadyThere = { documents: 0, blobs: 0 }
  const tenants = new Set<string>([platformTenant])
  let documents = 0
  let secrets = 0

  async function copyDocuments(definition: CollectionDefinition<any>): Promise<void> {
    const collection: Collection<object> = await target.documents.collection(definition)
    let batch: Stored<object>[] = []
    let count = 0
    const write = async () => {
      const known = target.isResumed ? await knownOf(collection, batch) : undefined
      const missing: Stored<object>[] = []
      for (const stored of batch) {
        const there = known?.get(JSON.stringify([stored.tenant, stored.id]))
        if (there && documentText(there) === documentText(stored)) {
          alreadyThere.documents++
          continue
        }
        // It was changed between the two runs.
        if (there) await collection.remove(stored.tenant, stored.id)
        missing.push(stored)
      }
      if (missing.length > 0) await collection.restore(missing)
      batch = []
    }
    for await (const stored of source.documents.all<object>(definition)) {
      tenants.add(stored.tenant)
      secrets += definition.refersTo?.(stored).secrets?.length ?? 0
      count++
      if (++documents % progressEvery === 0) progress('documents', documents)
      batch.push(stored)
      if (batch.length === documentsAWrite) await write()
    }
    await write()
    if (target.isResumed) await removeGone(definition, collection, count)
  }

  /** What was removed from the source between the two runs. */
  async function removeGone(definition: CollectionDefinition<any>, collection: Collection<object>, wanted: number) {
    let count = 0
    for await (const _ of collection.all()) count++
    if (count === wanted) return
    for await (const { tenant, id } of collection.all()) {
      if (!(await source.documents.get(definition, tenant, id))) await collection.remove(tenant, id)
    }
  }

  async function copyBlobs(tenant: string, count: (done: number) => void): Promise<void> {
    const there = new Map<string, number>()
    if (target.isResumed) for await (const { id, bytes } of target.blobs.list(tenant)) there.set(id, bytes)
    for await (const { id, bytes } of source.blobs.list(tenant)) {
      const known = there.get(id)
      there.delete(id)
      if (known === bytes) alreadyThere.blobs++
      else await target.blobs.put(tenant, id, await source.blobs.stream(tenant, id))
      count(1)
    }
    for (const id of there.keys()) await target.blobs.remove(tenant, id)
  }

  async function copyEvents(): Promise<{ waiting: number; dead: number; groups: number }> {
    // An earlier run may have brought some; a bus does not say which.
    if (target.isResumed) for (const tenant of tenants) await target.bus.eraseTenant(tenant)
    const { groups, events } = await source.outstanding()
    const counted = { waiting: 0, dead: 0, groups: groups.length }
    async function* all(): AsyncGenerator<Outstanding> {
      for await (const item of events()) {
        counted[item.dead ? 'dead' : 'waiting']++
        yield item
      }
    }
    await target.bus.restore(groups, all())
    return counted
  }

  progress('documents', 0)
  for (const definition of source.collections) await copyDocuments(definition)
  progress('documents', documents)
  let blobs = 0
  progress('blobs', 0)
  for (const tenant of tenants) {
    await copyBlobs(tenant, (more) => {
      blobs += more
      if (blobs % progressEvery === 0) progress('blobs', blobs)
    })
  }
  progress('blobs', blobs)
  progress('events', 0)
  const events = await copyEvents()
  progress('events', events.waiting + events.dead)
  const verified = await verifyCopy(source, target, { tenants, events }, progress)
  return { ...verified, alreadyThere, secrets }
}
