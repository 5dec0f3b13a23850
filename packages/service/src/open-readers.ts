import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '@frontdesk/blobs'
import type { Outstanding, OutstandingEvents } from '@frontdesk/bus'
import type { ChunkIndex } from '@frontdesk/chunk-index'
import { serviceNames } from '@frontdesk/contracts'
import type { DocumentsReader } from '@frontdesk/documents'
import type { SqliteReader } from '@frontdesk/sqlite'
import { needsFolder, type ProcessSettings, readProcessSettings, serverOf } from './process-settings.ts'
import { unavailableServices } from './unavailable-services.ts'
import { assertWhole } from './unfinished-restore.ts'

type Environment = Record<string, string | undefined>

type Wanted = (tenant: string, key: string) => boolean

type Snapshot = {
  outstanding: OutstandingEvents
  documents: DocumentsReader
  /** Events since then about what `isWanted` names; may be asked after `close`. */
  later(isWanted: Wanted): AsyncIterable<Outstanding>
  close(): Promise<void>
}

async function* only(events: AsyncIterable<Outstanding>, isWanted: Wanted) {
  for await (const item of events) if (!item.dead && isWanted(item.event.tenant, item.event.key)) yield item
}

/** What can be read of an installation without taking part in it, whether it runs or not. */
export type Readers = {
  mode: 'embedded' | 'distributed' | 'mixed'
  documents: DocumentsReader
  blobs: Blobs
  /** The file of a blob, where blobs are files. */
  blobFile?(tenant: string, id: string): string
  chunkIndex: Pick<ChunkIndex, 'contentCounts'>
  /** What events have to do, of an installation that nobody uses. */
  outstanding(): Promise<OutstandingEvents>
  /**
   * Makes sure that nobody uses it: keeps the data folder until `close`, and asks on servers whether a service runs. Throws a
   * sentence for the person at the terminal.
   */
  claim(): Promise<void>
  /** Undefined when there is none here. */
  encryptionKey: string | undefined
  /** What events had to do at a moment, and the documents as they were then (embedded) or later. `scratch` is a folder. */
  snapshot(scratch: string): Promise<Snapshot>
  close(): Promise<void>
}

const modeOf = ({ NATS_URL, MONGODB_URL, ELASTICSEARCH_URL }: ProcessSettings): Readers['mode'] => {
  const servers = [NATS_URL, MONGODB_URL, ELASTICSEARCH_URL].filter(Boolean).length
  return servers === 0 ? 'embedded' : servers === 3 ? 'distributed' : 'mixed'
}

/** The key for secrets at rest, as a start would find it. */
export function knownEncryptionKey(environment: Environment): string | undefined {
  const chosen = readProcessSettings(environment)
  const file = join(chosen.DATA_DIR, 'encryption.key')
  if (environment.ENCRYPTION_KEY) return environment.ENCRYPTION_KEY
  return needsFolder(chosen) && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const nothing: DocumentsReader = {
  async *all() {},
  get: async () => undefined,
  countUnsettled: async () => 0,
}

/** The database of a data folder, and copies of it. */
async function openFolder(dataDir: string) {
  const { openSqliteReader, snapshotSqlite } = await import('@frontdesk/sqlite')
  const { readSqliteDocuments } = await import('@frontdesk/documents')
  const { lastPositionIn, readSqliteEventsAfter, readSqliteOutstanding } = await import('@frontdesk/bus')
  const file = join(dataDir, 'main.db')
  if (!existsSync(file)) return undefined
  const own: SqliteReader = openSqliteReader(file)
  return {
    documents: readSqliteDocuments(own),
    outstanding: () => readSqliteOutstanding(own),
    async copy(scratch: string) {
      const to = join(scratch, 'main.db')
      await snapshotSqlite(file, to)
      const store = openSqliteReader(to)
      const position = lastPositionIn(store)
      return {
        documents: readSqliteDocuments(store),
        outstanding: readSqliteOutstanding(store),
        later: (isWanted: Wanted) => readSqliteEventsAfter(own, position, isWanted),
        close: () => store.close(),
      }
    },
    close: () => own.close(),
  }
}

/**
 * Opens what services with these settings run on, to read it: beside a running platform, or with nobody there. Throws
 * `unavailable` when a server does not answer and a plain Error when there is no installation, or only a part of one because a
 * restore is not finished.
 */
export async function openReaders(environment: Environment): Promise<Readers> {
  const chosen = readProcessSettings(environment)
  const { DATA_DIR, NATS_URL, NATS_REPLICAS: replicas, MONGODB_URL, ELASTICSEARCH_URL } = chosen
  const steps: (() => unknown)[] = []
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step()
  }
  const keep = <P extends { close(): unknown }>(port: P): P => {
    steps.push(() => port.close())
    return port
  }
  try {
    await assertWhole(chosen)
    const isInFolder = !(MONGODB_URL && NATS_URL)
    const folder = isInFolder ? await openFolder(DATA_DIR) : undefined
    if (folder) keep(folder)
    if (isInFolder && !folder)
      throw new Error(`There is no installation in ${DATA_DIR}: it has no main.db. Is DATA_DIR right?`)
    const mongo = MONGODB_URL
      ? keep(await (await import('@frontdesk/documents/mongo')).readMongoDocuments(serverOf(chosen, 'MONGODB_URL')))
      : undefined
    const bus = NATS_URL
      ? keep(await (await import('@frontdesk/bus/nats')).natsBusReader(serverOf(chosen, 'NATS_URL')))
      : undefined
    const files = await import('@frontdesk/blobs')
    const blobDir = join(DATA_DIR, 'blobs')
    return {
      mode: modeOf(chosen),
      documents: mongo ?? folder?.documents ?? nothing,
      blobs: keep(
        NATS_URL
          ? await (await import('@frontdesk/blobs/nats-object-store')).natsBlobs({
              ...serverOf(chosen, 'NATS_URL'),
              replicas,
            })
          : files.filesystemBlobs(blobDir, { isReadOnly: true }),
      ),
      ...(!NATS_URL && { blobFile: (tenant: string, id: string) => files.blobFileIn(blobDir, tenant, id) }),
      chunkIndex: keep(
        ELASTICSEARCH_URL
          ? (await import('@frontdesk/chunk-index/elasticsearch')).elasticsearchChunkIndex(
              serverOf(chosen, 'ELASTICSEARCH_URL'),
            )
          : (await import('@frontdesk/chunk-index')).readSqliteChunks(join(DATA_DIR, 'chunks.db')),
      ),
      outstanding: async () => (bus ? bus.outstanding() : folder!.outstanding()),
      async claim() {
        if (isInFolder) {
          const { lockDataDir } = await import('@frontdesk/sqlite')
          steps.push(lockDataDir(DATA_DIR))
        }
        // Again: a restore may have begun since it was opened.
        await assertWhole(chosen)
        if (!bus) return
        const away = await unavailableServices(bus)
        const running = serviceNames.filter((name) => !away.includes(name))
        if (running.length === 0) return
        throw new Error(`Frontdesk runs on these servers (${running.join(', ')}). Stop every process of it first.`)
      },
      encryptionKey: knownEncryptionKey(environment),
      async snapshot(scratch) {
        // First what events have to do, then the documents: see decision 0040.
        const outstanding = await bus?.outstanding()
        const copy = await folder?.copy(scratch)
        return {
          outstanding: outstanding ?? copy!.outstanding,
          documents: mongo ?? copy!.documents,
          later: (isWanted) => (outstanding ? only(outstanding.events(), isWanted) : copy!.later(isWanted)),
          close: async () => copy?.close(),
        }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
