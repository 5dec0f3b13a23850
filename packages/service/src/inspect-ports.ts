import { join } from 'node:path'
import type { Inspection } from '@frontdesk/contracts'
import { z } from 'zod'
import type { Service } from './define.ts'
import { type ProcessSettings, readProcessSettings } from './open-ports.ts'

type Environment = Record<string, string | undefined>
type Definitions = Parameters<typeof import('@frontdesk/documents').inspectSqliteDocuments>[1]

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
  const { NATS_REPLICAS: replicas, FRONTDESK_NAMESPACE: namespace } = chosen
  const looks: Promise<Inspection>[] = []
  if (chosen.NATS_URL) {
    const server = { url: chosen.NATS_URL, replicas, namespace }
    const { inspectNats } = await import('@frontdesk/bus/nats/inspect')
    const { inspectNatsBlobs } = await import('@frontdesk/blobs/nats/inspect')
    looks.push(inspectNats({ ...server, monitoringUrl: monitoring.parse(env.NATS_MONITORING_URL) }))
    looks.push(inspectNatsBlobs(server))
  }
  if (chosen.MONGODB_URL) {
    const { inspectMongo } = await import('@frontdesk/documents/mongo/inspect')
    looks.push(inspectMongo({ url: chosen.MONGODB_URL, namespace, collections }))
  }
  if (chosen.ELASTICSEARCH_URL) {
    const { inspectElasticsearch } = await import('@frontdesk/chunk-index/elasticsearch/inspect')
    looks.push(inspectElasticsearch({ url: chosen.ELASTICSEARCH_URL, namespace }))
  }
  return Promise.all(looks)
}

/** What is in the data folder: every port that has no server. */
async function inspectFolder(chosen: ProcessSettings, collections: Definitions): Promise<Inspection[]> {
  const dir = chosen.DATA_DIR
  const { inspectDataFolder } = await import('@frontdesk/sqlite')
  const { inspection, store, close } = await inspectDataFolder(dir)
  try {
    const found = [inspection]
    if (store && !chosen.MONGODB_URL) {
      found.push((await import('@frontdesk/documents')).inspectSqliteDocuments(store, collections))
    }
    if (store && !chosen.NATS_URL) found.push((await import('@frontdesk/bus')).inspectSqliteBus(store))
    if (!chosen.NATS_URL)
      found.push(await (await import('@frontdesk/blobs')).inspectFilesystemBlobs(join(dir, 'blobs')))
    if (!chosen.ELASTICSEARCH_URL) {
      found.push(await (await import('@frontdesk/chunk-index')).inspectLancedb(join(dir, 'chunks')))
    }
    return found
  } finally {
    await close()
  }
}

/**
 * Looks at everything that services would run on with these settings, the same choice of backends as `openPorts`. Changes
 * nothing and never waits long: what is away is a finding. Throws a plain Error that names every wrong setting.
 */
export async function inspectPorts(environment: Environment, services: Service[]): Promise<Inspection[]> {
  const chosen = readProcessSettings(environment)
  const collections: Definitions = services.flatMap((service) => Object.values(service.collections) as Definitions)
  const { inspectModels } = await import('@frontdesk/models')
  const isEmbedded = !(chosen.NATS_URL && chosen.MONGODB_URL && chosen.ELASTICSEARCH_URL)
  const parts = await Promise.all([
    isEmbedded ? inspectFolder(chosen, collections) : [],
    inspectServers(chosen, environment, collections),
    inspectModels(environment).then((models) => [models]),
  ])
  return parts.flat()
}
