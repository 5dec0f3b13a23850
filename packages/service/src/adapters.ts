import { join } from 'node:path'
import type { Blobs } from '@frontdesk/blobs'
import type { Bus } from '@frontdesk/bus'
import type { ChunkIndex } from '@frontdesk/chunk-index'
import type { Documents } from '@frontdesk/documents'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { type ProcessSettings, type ServerSetting, serverOf } from './process-settings.ts'

/** What an adapter is opened with. `store`: the database of the data folder, opened when first asked for. */
export type Opening = {
  settings: ProcessSettings
  store(): SqliteStore
  isRestoring: boolean
  clock: Clock
  log: Log
}

/** One way to have a port. Its package is loaded when it is opened. */
export type Adapter<P> = {
  /** The setting that chooses it; absent: what is taken when no other one is chosen. */
  setting?: ServerSetting
  /** The server that is waited for, as the log names it; absent: it is in the data folder. */
  server?: string
  open(opening: Opening): Promise<P>
}

const natsIn = (settings: ProcessSettings) => ({ ...serverOf(settings, 'NATS_URL'), replicas: settings.NATS_REPLICAS })

const documents: Adapter<Documents>[] = [
  {
    setting: 'MONGODB_URL',
    server: 'MongoDB',
    open: async ({ settings, isRestoring }) =>
      (await import('@frontdesk/documents/mongo')).mongoDocuments({
        ...serverOf(settings, 'MONGODB_URL'),
        isRestoring,
      }),
  },
  { open: async ({ store }) => (await import('@frontdesk/documents')).sqliteDocuments(store()) },
]

const bus: Adapter<Bus>[] = [
  {
    setting: 'NATS_URL',
    server: 'NATS (events)',
    open: async ({ settings }) => (await import('@frontdesk/bus/nats')).natsBus(natsIn(settings)),
  },
  { open: async ({ store, clock }) => (await import('@frontdesk/bus')).sqliteBus(store(), { clock }) },
]

const blobs: Adapter<Blobs>[] = [
  {
    setting: 'NATS_URL',
    server: 'NATS (blobs)',
    open: async ({ settings }) => (await import('@frontdesk/blobs/nats-object-store')).natsBlobs(natsIn(settings)),
  },
  {
    open: async ({ settings, clock }) =>
      (await import('@frontdesk/blobs')).filesystemBlobs(join(settings.DATA_DIR, 'blobs'), { clock }),
  },
]

const chunkIndex: Adapter<ChunkIndex>[] = [
  {
    setting: 'ELASTICSEARCH_URL',
    server: 'Elasticsearch',
    open: async ({ settings }) =>
      (await import('@frontdesk/chunk-index/elasticsearch')).elasticsearchChunkIndex(
        serverOf(settings, 'ELASTICSEARCH_URL'),
      ),
  },
  {
    async open({ settings, log }) {
      const file = join(settings.DATA_DIR, 'chunks.db')
      const { assertFileIntact } = await import('@frontdesk/sqlite')
      assertFileIntact(file, 'Remove it, and start again: the sources are indexed again from the blobs.')
      return (await import('@frontdesk/chunk-index')).sqliteChunkIndex(file, {
        onMaintenanceFailure: (error) => log.warn({ err: error }, 'the maintenance of the search index failed'),
        onLarge: (tenant, chunks) =>
          log.warn(
            { tenant, chunks },
            'searches of this tenant are slow because it has many chunks: set ELASTICSEARCH_URL to index them there',
          ),
      })
    },
  },
]

/** Every adapter there is. Of a port's, the first whose setting is given is taken; the last needs none. */
export const adapters = { documents, bus, blobs, chunkIndex }

/** The adapter that the settings choose for a port. */
export const adapterOf = <P>(candidates: Adapter<P>[], settings: ProcessSettings): Adapter<P> =>
  candidates.find(({ setting }) => setting === undefined || settings[setting] !== undefined)!
