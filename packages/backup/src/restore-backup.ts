import { type Blobs, idOf } from '@frontdesk/blobs'
import type { Bus, Outstanding } from '@frontdesk/bus'
import type { Collection, CollectionDefinition, Documents, Stored } from '@frontdesk/documents'
import {
  amendmentsPath,
  type BackupManifest,
  documentsPathOf,
  eventsPath,
  isIndex,
  keyPath,
  laterEventsPath,
  tenantOfFolder,
} from './format.ts'
import { fromLines } from './lines.ts'
import type { Backup } from './open-backup.ts'
import type { Progress } from './progress.ts'

/** Where a backup is restored: empty, and nobody uses it. */
export type RestoreTarget = {
  collections: CollectionDefinition<any>[]
  documents: Documents
  bus: Bus
  blobs: Blobs
  /** Keeps the encryption key that came with the backup. */
  keepKey?(key: string): Promise<void>
}

const documentsAWrite = 100
const progressEvery = 500

type StoredEvent = { group: string; event: Outstanding['event'] & { bytes: string }; dead?: Outstanding['dead'] }
type Amendment = { collection: string; tenant: string; id: string; stored: Stored<object> | null }

/** Throws when this release does not know what the backup holds. */
export function assertKnown(manifest: BackupManifest, collections: CollectionDefinition<any>[]): void {
  const known = new Set(collections.map(({ name }) => documentsPathOf(name)))
  const foreign = manifest.files.find(({ path }) => path.startsWith('documents/') && !known.has(path))
  if (!foreign) return
  throw new Error(
    `The backup (of Frontdesk ${manifest.frontdesk}) has ${foreign.path}, which this release does not know. Restore it with that release.`,
  )
}

/** Writes a verified backup into empty ports: documents, blobs, and what events had left to do. */
export async function restoreBackup(
  backup: Backup,
  manifest: BackupManifest,
  target: RestoreTarget,
  progress: Progress,
): Promise<void> {
  const { collections, bus, blobs, keepKey } = target
  assertKnown(manifest, collections)
  const open = new Map<string, Collection<any>>()
  for (const definition of collections) open.set(definition.name, await target.documents.collection(definition))
  let documents = 0
  let files = 0

  async function restoreDocuments(collection: Collection<any>, content: AsyncIterable<Uint8Array>) {
    let batch: Stored<object>[] = []
    const write = async () => {
      if (batch.length > 0) await collection.restore(batch)
      documents += batch.length
      batch = []
    }
    for await (const stored of fromLines<Stored<object>>(content)) {
      batch.push(stored)
      if (batch.length === documentsAWrite) await write()
    }
    await write()
    progress('documents', documents)
  }

  async function amend(content: AsyncIterable<Uint8Array>) {
    for await (const { collection, tenant, id, stored } of fromLines<Amendment>(content)) {
      const documents = open.get(collection)
      await documents?.remove(tenant, id)
      if (stored) await documents?.restore([stored])
    }
  }

  async function* events(content: AsyncIterable<Uint8Array>): AsyncGenerator<Outstanding> {
    for await (const { group, event, dead } of fromLines<StoredEvent>(content)) {
      yield { group, event: { ...event, bytes: Buffer.from(event.bytes, 'base64') }, ...(dead && { dead }) }
    }
  }

  for await (const { path, content } of backup.entries()) {
    const name = /^documents\/(.+)\.jsonl$/.exec(path)?.[1]
    if (name !== undefined) await restoreDocuments(open.get(name)!, content)
    else if (path === amendmentsPath) await amend(content)
    else if (path === eventsPath || path === laterEventsPath) await bus.restore(manifest.groups, events(content))
    else if (path === keyPath)
      await keepKey?.(
        Buffer.concat(await Array.fromAsync(content))
          .toString('utf8')
          .trim(),
      )
    else if (path.startsWith('blobs/') && !isIndex(path)) {
      const [, folder = '', file = ''] = path.split('/')
      await blobs.put(tenantOfFolder(folder), idOf(file), content)
      if (++files % progressEvery === 0) progress('blobs', files)
    }
  }
  progress('blobs', files)
}
