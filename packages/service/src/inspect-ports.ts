import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { emptyInspection, type Inspection, ServiceError } from '@frontdesk/contracts'
import type { inspectSqliteDocuments } from '@frontdesk/documents'
import { z } from 'zod'
import { systemClock } from './clock.ts'
import type { Service } from './define.ts'
import { inspectContents } from './inspect-contents.ts'
import { inspectTls } from './inspect-tls.ts'
import { openReaders } from './open-readers.ts'
import { needsFolder, type ProcessSettings, readProcessSettings, serverOf, withDefaults } from './process-settings.ts'
import { releases } from './release-record.ts'
import { singletonLeases } from './singleton-lease.ts'
import { inspectUnfinishedRestore } from './unfinished-restore.ts'

type Environment = Record<string, string | undefined>
type Definitions = Parameters<typeof inspectSqliteDocuments>[1]

const monitoring = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.url({ protocol: /^https?$/ }).optional(),
)

/** What is on servers; each look answers, also when its server is away. */
async function inspectServers(
  chosen: ProcessSettings,
  env: Environment,
  collections: Definitions,
): Promise<Inspection[]> {
  const { NATS_REPLICAS: replicas } = chosen
  const looks: Promise<Inspection>[] = []
  if (chosen.NATS_URL) {
    const server = { ...serverOf(chosen, 'NATS_URL'), replicas }
    const { inspectNats } = await import('@frontdesk/bus/nats/inspect')
    const { inspectNatsBlobs } = await import('@frontdesk/blobs/nats/inspect')
    const bus = inspectNats({ ...server, monitoringUrl: monitoring.parse(env.NATS_MONITORING_URL) })
    looks.push(bus)
    // One server that is away is one fault.
    const away = { ...emptyInspection('blobs'), settings: { backend: 'object store of NATS, which does not answer' } }
    looks.push(bus.then(({ version }) => (version === null ? away : inspectNatsBlobs(server))))
  }
  if (chosen.MONGODB_URL) {
    const { inspectMongo } = await import('@frontdesk/documents/mongo/inspect')
    looks.push(inspectMongo({ ...serverOf(chosen, 'MONGODB_URL'), collections }))
  }
  if (chosen.ELASTICSEARCH_URL) {
    const { inspectElasticsearch } = await import('@frontdesk/chunk-index/elasticsearch/inspect')
    looks.push(inspectElasticsearch(serverOf(chosen, 'ELASTICSEARCH_URL')))
  }
  return Promise.all(looks)
}

/** What is in the data folder: every port that has no server. */
async function inspectFolder(
  chosen: ProcessSettings,
  collections: Definitions,
  isReadOnly: boolean,
): Promise<Inspection[]> {
  const dir = chosen.DATA_DIR
  const { inspectDataFolder } = await import('@frontdesk/sqlite')
  const { inspection, store, close } = await inspectDataFolder(dir, { isReadOnly })
  try {
    const found = [inspection]
    if (store && !chosen.MONGODB_URL) {
      const { inspectSqliteDocuments } = await import('@frontdesk/documents')
      found.push(await readable('documents', () => inspectSqliteDocuments(store, collections)))
    }
    if (store && !chosen.NATS_URL) {
      const { inspectSqliteBus } = await import('@frontdesk/bus')
      found.push(await readable('bus', () => inspectSqliteBus(store)))
    }
    if (!chosen.NATS_URL) {
      const { inspectFilesystemBlobs } = await import('@frontdesk/blobs')
      found.push(await readable('blobs', () => inspectFilesystemBlobs(join(dir, 'blobs'))))
    }
    if (!chosen.ELASTICSEARCH_URL) {
      const { inspectSqliteChunkIndex } = await import('@frontdesk/chunk-index')
      const file = join(dir, 'chunks.db')
      const seen = await readable('chunk index', () => inspectSqliteChunkIndex(file))
      found.push(await withDamage(seen, file))
    }
    return found
  } finally {
    await close()
  }
}

/** The chunk index, with what is damaged in its file. */
async function withDamage(seen: Inspection, file: string): Promise<Inspection> {
  if (!existsSync(file) || seen.findings.some(({ level }) => level === 'fault')) return seen
  const { describeDamage, findDamageInFile } = await import('@frontdesk/sqlite')
  const damaged = findDamageInFile(file)
  if (damaged.length === 0) return seen
  const what = `${file} is damaged: ${describeDamage(damaged)}.`
  const remedy = `Stop Frontdesk, remove ${file}, and start it: the sources are indexed again from the blobs.`
  return { ...seen, findings: [...seen.findings, { level: 'fault', what, remedy }] }
}

/** One part; where it can't be read, that is a finding, and the others are looked at all the same. */
async function readable(name: string, look: () => Inspection | Promise<Inspection>): Promise<Inspection> {
  try {
    return await look()
  } catch (error) {
    const what = `The ${name} can't be read: ${(error as Error).message}`
    const remedy = 'If another part says that the database is damaged, follow that first.'
    return { ...emptyInspection(name), findings: [{ level: 'fault', what, remedy }] }
  }
}

/**
 * Whether what documents name is there, or that a restore is not finished. Nothing when a server is away or nothing was made yet, which the other parts tell.
 */
async function inspectWhole(
  chosen: ProcessSettings,
  environment: Environment,
  services: Service[],
): Promise<Inspection[]> {
  const unfinished = await inspectUnfinishedRestore(chosen)
  if (unfinished.length > 0) return [{ ...emptyInspection('contents'), findings: unfinished }]
  const isInFolder = !(chosen.MONGODB_URL && chosen.NATS_URL)
  if (isInFolder && !existsSync(join(chosen.DATA_DIR, 'main.db'))) return []
  try {
    const readers = await openReaders(environment)
    try {
      return [await inspectContents(readers, services)]
    } finally {
      await readers.close()
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable' && error.storage !== 'damaged') return []
    // What can't be opened is told by the part that it belongs to.
    return [
      await readable('contents', () => {
        throw error
      }),
    ]
  }
}

/**
 * Looks at every store that services would run on with these settings, the same choice of backends as `openPorts`. Changes
 * nothing: what is away is a finding. With `isReadOnly` a data folder is not even locked. Throws a plain Error that names
 * every wrong setting.
 */
export async function inspectStores(
  environment: Environment,
  services: Service[],
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Promise<Inspection[]> {
  const chosen = readProcessSettings(environment)
  const owned: Definitions = services.flatMap((service) => Object.values(service.collections) as Definitions)
  // Processes share singleton leases only where they share a bus.
  const collections = chosen.NATS_URL ? [...owned, releases, singletonLeases] : [...owned, releases]
  const parts = await Promise.all([
    needsFolder(chosen) ? inspectFolder(chosen, collections, isReadOnly) : [],
    inspectServers(chosen, environment, collections),
  ])
  return [...parts.flat(), ...inspectTls(chosen, systemClock)]
}

/**
 * Looks at everything that services would run on with these settings: the stores, the models, and whether what documents name
 * is there. Reads every document that names something. Throws a plain Error that names every wrong setting.
 */
export async function inspectPorts(environment: Environment, services: Service[]): Promise<Inspection[]> {
  const { inspectModels } = await import('@frontdesk/models')
  const [stores, models] = await Promise.all([
    inspectStores(environment, services),
    inspectModels(withDefaults(environment)),
  ])
  return [...stores, models, ...(await inspectWhole(readProcessSettings(environment), environment, services))]
}
