import { dirname, resolve } from 'node:path'
import type { Blobs } from '@frontdesk/blobs'
import type { Outstanding, OutstandingEvents } from '@frontdesk/bus'
import { platformTenant } from '@frontdesk/contracts'
import type { CollectionDefinition, DocumentsReader } from '@frontdesk/documents'
import {
  amendmentsPath,
  type BackupFile,
  type BackupManifest,
  backupFormat,
  backupFormatVersion,
  documentsPathOf,
  eventsPath,
  keyPath,
  laterEventsPath,
  type MissingBlob,
  manifestPath,
} from './format.ts'
import { proofOf } from './key-proof.ts'
import { knownEvents, type Numbered } from './known-events.ts'
import { appendLines, inLines, readLines } from './lines.ts'
import { openTarget } from './open-target.ts'
import type { Progress } from './progress.ts'
import type { BackupTarget } from './target.ts'
import { openBlobWriter } from './write-blobs.ts'

/** What `open` answers. */
type Opened = {
  outstanding: OutstandingEvents
  documents: DocumentsReader
  /** Events since then about those that `isWanted` names by tenant and id. May be asked after `close`. */
  later(isWanted: (tenant: string, id: string) => boolean): AsyncIterable<Outstanding>
  close(): Promise<void>
}

/** What a backup is made of. */
export type BackupSource = {
  mode: BackupManifest['mode']
  frontdesk: string
  collections: CollectionDefinition<any>[]
  /** Begins: answers what was to be done at that moment and the documents as they were then or later. */
  open(scratch: string): Promise<Opened>
  /** The documents as they are now. */
  current: DocumentsReader
  blobs: Blobs
  /** Where a blob lies as a file; undefined where it does not. */
  blobFile?(tenant: string, id: string): string
  encryptionKey: string | undefined
}

const maxMissingNamed = 1_000
const progressEvery = 500
type BackupOptions = {
  /** The encryption key goes into the backup. */
  withKey: boolean
  progress: Progress
  now?: () => number
  signal?: AbortSignal
}

/** SQLITE_FULL, of the copy of a database. */
const sqliteFull = 13

function isDiskFull(error: unknown): boolean {
  const { code, errcode, cause } = (error ?? {}) as { code?: string; errcode?: number; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return true
  if (code === 'ERR_SQLITE_ERROR' && errcode === sqliteFull) return true
  return cause !== undefined && isDiskFull(cause)
}
const diskFull = (to: string, cause: unknown) =>
  new Error(`The disk of ${dirname(resolve(to))} has no space for the backup. The incomplete backup was removed.`, {
    cause,
  })

type Named = { collection: string; tenant: string; id: string; blobs: string[]; gone?: string[] }

/**
 * Writes a backup of what is running. What `open` answers is the moment it is of; blobs come after the documents, so that
 * every blob that a document names is there. A document whose blobs were removed meanwhile is written as it is after that,
 * with the blobs that it names then.
 * Throws, and leaves nothing behind, when something can't be read or written, and what `signal` aborts with.
 */
export async function writeBackup(
  source: BackupSource,
  to: string,
  { withKey, progress, now = Date.now, signal }: BackupOptions,
): Promise<BackupManifest> {
  if (withKey && source.encryptionKey === undefined) {
    throw new Error('There is no encryption key here: set ENCRYPTION_KEY, or back up without --with-key.')
  }
  const target = await openTarget(to, signal)
  try {
    const manifest = await writeInto(target, source, { withKey, progress, now })
    await target.finish()
    return manifest
  } catch (error) {
    await target.abort()
    throw isDiskFull(error) ? diskFull(to, error) : error
  }
}

async function writeInto(
  target: BackupTarget,
  source: BackupSource,
  { withKey, progress, now }: { withKey: boolean; progress: Progress; now: () => number },
): Promise<BackupManifest> {
  const createdAt = new Date(now()).toISOString()
  const files: BackupFile[] = []
  const named = appendLines<Named>(`${target.scratch}/named.jsonl`)
  const sequences = appendLines<Numbered>(`${target.scratch}/sequences.jsonl`)
  const tenants = new Set<string>([platformTenant])
  let documents = 0
  let secrets = 0
  const write = async (path: string, lines: AsyncIterable<object>) => {
    let count = 0
    async function* counted() {
      for await (const line of lines) {
        count++
        yield line
      }
    }
    files.push({ path, ...(await target.write(path, inLines(counted()))), count })
  }

  progress('snapshot', 0)
  const opened = await source.open(target.scratch)
  try {
    for (const definition of source.collections) {
      async function* all() {
        for await (const stored of opened.documents.all(definition)) {
          const refers = definition.refersTo?.(stored)
          secrets += refers?.secrets?.length ?? 0
          if (refers?.blobs?.length) {
            await named.add({ collection: definition.name, tenant: stored.tenant, id: stored.id, blobs: refers.blobs })
          }
          if (stored.sequence > 0) {
            const { tenant, id, sequence } = stored
            await sequences.add({ collection: definition.name, tenant, id, sequence })
          }
          tenants.add(stored.tenant)
          if (++documents % progressEvery === 0) progress('documents', documents)
          yield stored
        }
      }
      await write(documentsPathOf(definition.name), all())
    }
    progress('documents', documents)
    await sequences.close()
    await write(eventsPath, eventLines(knownEvents(opened.outstanding, `${target.scratch}/sequences.jsonl`)))
  } finally {
    await opened.close()
  }
  await named.close()

  const writer = openBlobWriter(target, source, files, progress)
  for (const tenant of tenants) await writer.writeAll(tenant)
  const missing: MissingBlob[] = []
  let missingCount = 0
  const tell = (blob: MissingBlob) => {
    missingCount++
    if (missing.length < maxMissingNamed) missing.push(blob)
  }
  const lacking = appendLines<Named>(`${target.scratch}/lacking.jsonl`)
  for await (const each of readLines<Named>(`${target.scratch}/named.jsonl`)) {
    // A blob that was gone when it was listed may have been put again.
    const gone = await writer.writeOthers(each.blobs.map((blobId) => ({ tenant: each.tenant, blobId })))
    if (gone.length > 0) await lacking.add({ ...each, gone: gone.map(({ blobId }) => blobId) })
  }
  await lacking.close()
  const amended = new Set<string>()
  /** What these documents name by now and the backup lacks: put since, perhaps. */
  const wanted: MissingBlob[] = []
  const nameOf = (tenant: string, id: string) => JSON.stringify([tenant, id])
  await write(
    amendmentsPath,
    amendments(
      source,
      readLines<Named>(`${target.scratch}/lacking.jsonl`),
      (blobs) => wanted.push(...blobs),
      (tenant, id) => amended.add(nameOf(tenant, id)),
    ),
  )
  for (const blob of await writer.writeOthers(wanted)) tell(blob)
  const blobs = await writer.finish()
  // What these documents told the others meanwhile: whether they heard of it, the documents above do not say.
  const later = opened.later((tenant, id) => amended.has(nameOf(tenant, id)))
  await write(laterEventsPath, eventLines(later))
  if (withKey) {
    const key = Buffer.from(`${source.encryptionKey}\n`)
    files.push({ path: keyPath, ...(await target.write(keyPath, once(key))), count: 1 })
  }
  const manifest: BackupManifest = {
    format: backupFormat,
    formatVersion: backupFormatVersion,
    frontdesk: source.frontdesk,
    createdAt,
    finishedAt: new Date(now()).toISOString(),
    mode: source.mode,
    documents,
    blobs,
    secrets,
    ...(source.encryptionKey !== undefined && { keyProof: proofOf(source.encryptionKey) }),
    withKey,
    groups: opened.outstanding.groups,
    missing,
    missingCount,
    files,
  }
  await target.write(manifestPath, once(Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)))
  return manifest
}

async function* eventLines(events: AsyncIterable<Outstanding>): AsyncGenerator<object> {
  for await (const { group, event, dead } of events) {
    yield { group, event: { ...event, bytes: Buffer.from(event.bytes).toString('base64') }, ...(dead && { dead }) }
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/**
 * Documents of which blobs are gone, as they are now. `wants` hears of blobs that one names and that may not be in the backup,
 * `amended` of each document that names others than before.
 */
async function* amendments(
  { collections, current }: BackupSource,
  lacking: AsyncIterable<Named>,
  wants: (blobs: MissingBlob[]) => void,
  amended: (tenant: string, id: string) => void,
): AsyncGenerator<object> {
  const byName = new Map(collections.map((definition) => [definition.name, definition]))
  for await (const { collection, tenant, id, blobs: before, gone = [] } of lacking) {
    const definition = byName.get(collection)!
    const stored = await current.get(definition, tenant, id)
    const still = new Set(stored ? definition.refersTo?.(stored).blobs : [])
    const isUnchanged = gone.every((blobId) => still.has(blobId))
    const unsure = [...still].filter((blobId) => gone.includes(blobId) || (!isUnchanged && !before.includes(blobId)))
    wants(unsure.map((blobId) => ({ collection, tenant, id, blobId })))
    if (isUnchanged) continue
    amended(tenant, id)
    yield { collection, tenant, id, stored: stored ?? null }
  }
}
