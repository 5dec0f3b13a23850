import type { Blobs } from '@frontdesk/blobs'
import type { OutstandingEvents } from '@frontdesk/bus'
import type { Collection, CollectionDefinition, DocumentsReader, Stored } from '@frontdesk/documents'
import { type Checksum, documentText, sha256Of, startChecksum } from './checksums.ts'
import type { Progress } from './progress.ts'
import type { RestoreTarget } from './restore-backup.ts'

/** An installation that nobody uses. */
export type CopySource = {
  collections: CollectionDefinition<any>[]
  documents: DocumentsReader
  blobs: Blobs
  outstanding(): Promise<OutstandingEvents>
}
/** `isResumed`: an earlier copy from the same source was cut off, so a part of it is there. */
export type CopyTarget = Pick<RestoreTarget, 'documents' | 'bus' | 'blobs'> & { isResumed: boolean }

type Events = { waiting: number; dead: number; groups: number }

/** What is the same on both sides. */
export type Verified = {
  /** By the name of the collection; those without documents are left out. */
  collections: Record<string, Checksum>
  blobs: Checksum & { bytes: number }
  events: Events
}

const progressEvery = 500
const differ = (what: string) =>
  new Error(
    `${what} differ between the two sides, so something was written meanwhile. Nothing starts on the new side. ` +
      'Stop every process of Frontdesk, and run the same command again.',
  )

async function checksumOf(documents: AsyncIterable<Stored<object>>): Promise<Checksum> {
  const checksum = startChecksum()
  for await (const stored of documents) checksum.add(documentText(stored))
  return checksum.total()
}

const isSame = (one: Checksum, other: Checksum) => one.count === other.count && one.sha256 === other.sha256

/**
 * Reads everything on both sides and compares counts and checksums. A blob that differs is copied once more. Events are
 * compared where the target tells what waits; a network bus does so once its groups have come, so there each event counts that
 * it acknowledged. Throws when something differs.
 */
export async function verifyCopy(
  source: CopySource,
  target: CopyTarget,
  { tenants, events }: { tenants: Set<string>; events: Events },
  progress: Progress,
): Promise<Verified> {
  const collections: Record<string, Checksum> = {}

  async function verifyDocuments(definition: CollectionDefinition<any>): Promise<void> {
    const collection: Collection<object> = await target.documents.collection(definition)
    const wanted = await checksumOf(source.documents.all<object>(definition))
    if (!isSame(wanted, await checksumOf(collection.all()))) throw differ(`The documents of ${definition.name}`)
    if (wanted.count > 0) collections[definition.name] = wanted
  }

  async function verifyBlobs(): Promise<Verified['blobs']> {
    const checksum = startChecksum()
    let bytes = 0
    let done = 0
    for (const tenant of tenants) {
      let there = 0
      for await (const _ of target.blobs.list(tenant)) there++
      for await (const blob of source.blobs.list(tenant)) {
        const wanted = await sha256Of(await source.blobs.stream(tenant, blob.id))
        const copied = async () => sha256Of(await target.blobs.stream(tenant, blob.id))
        if ((await copied()) !== wanted) {
          await target.blobs.put(tenant, blob.id, await source.blobs.stream(tenant, blob.id))
          if ((await copied()) !== wanted) throw differ(`The bytes of the blob ${blob.id} (tenant ${tenant})`)
        }
        checksum.add(JSON.stringify([tenant, blob.id, wanted]))
        bytes += blob.bytes
        there--
        if (++done % progressEvery === 0) progress('verify blobs', done)
      }
      if (there !== 0) throw differ(`The blobs of the tenant ${tenant}`)
    }
    progress('verify blobs', done)
    return { ...checksum.total(), bytes }
  }

  async function verifyEvents(): Promise<void> {
    if (target.bus.traits.network) return
    const checksums = [source.outstanding(), target.bus.outstanding()].map(async (asked) => {
      const checksum = startChecksum()
      for await (const { group, event, dead } of (await asked).events()) {
        const { id, tenant, subject, key, sequence, bytes } = event
        const told = [group, id, tenant, subject, key, sequence, Buffer.from(bytes).toString('base64'), dead ?? null]
        checksum.add(JSON.stringify(told))
      }
      return checksum.total()
    })
    const [wanted, there] = await Promise.all(checksums)
    if (!isSame(wanted!, there!)) throw differ('The events that wait')
  }

  progress('verify documents', 0)
  for (const definition of source.collections) await verifyDocuments(definition)
  progress('verify blobs', 0)
  const blobs = await verifyBlobs()
  await verifyEvents()
  return { collections, blobs, events }
}
