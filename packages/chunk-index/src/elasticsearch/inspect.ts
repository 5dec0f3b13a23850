import { Client, errors } from '@elastic/elasticsearch'
import {
  addressWithoutSecrets,
  emptyInspection,
  type Finding,
  findingsOfClock,
  type Inspection,
  systemClock,
  unreachable,
} from '@frontdesk/contracts'
import { mappingChanges, numberOf } from './migrate.ts'
import { holdsDocuments, prefixOf } from './names.ts'
import { type ElasticsearchServer, serverOptions } from './server-options.ts'

const timeout = { requestTimeout: 5_000, maxRetries: 0 }
/** The first major version whose dense_vector has all that the declaration names. */
const oldestMajor = 9
const bytesPerMegabyte = 1024 ** 2

/** What the chunk index finds in Elasticsearch: indices with their mapping's number, the cluster's health. Changes nothing. */
export async function inspectElasticsearch(
  options: ElasticsearchServer & { namespace?: string | undefined },
): Promise<Inspection> {
  const client = new Client({ ...serverOptions(options), ...timeout })
  try {
    return await lookAt(client, options)
  } catch (error) {
    const remedy = 'Start Elasticsearch, or correct ELASTICSEARCH_URL; answers from sources wait for it.'
    return unreachable('Elasticsearch', options, error, remedy)
  } finally {
    await client.close()
  }
}

async function lookAt(client: Client, { url, namespace }: { url: string; namespace?: string | undefined }) {
  const indices = `${prefixOf(namespace)}-chunks-*`
  const [info, health, disks, found, stats] = await Promise.all([
    client.info(),
    client.cluster.health(),
    disksOf(client),
    client.indices.get({ index: indices, allow_no_indices: true }),
    client.indices.stats({ index: indices, metric: 'docs', allow_no_indices: true } as object),
  ])
  const rows = Object.entries(found).map(([index, { aliases, mappings }]) => ({
    index,
    alias: Object.keys(aliases ?? {}).join(' '),
    [holdsDocuments(index) ? 'documents' : 'chunks']: stats.indices?.[index]?.primaries?.docs?.count ?? null,
    mapping: holdsDocuments(index) ? mappingChanges.length : numberOf(mappings),
  }))
  const behind = rows.filter(({ mapping }) => mapping < mappingChanges.length)
  const inspection: Inspection = {
    ...emptyInspection('Elasticsearch'),
    version: info.version.number,
    minVersion: `${oldestMajor}.0`,
    settings: {
      address: addressWithoutSecrets(url),
      cluster: health.status,
      nodes: health.number_of_nodes,
      mapping: mappingChanges.length,
      'free space':
        disks.length === 0
          ? 'not told'
          : `${Math.round(Math.min(...disks.map(({ free }) => free)) / bytesPerMegabyte)} MB`,
      durability:
        'each write is synced before it is acknowledged (translog: request); all of it can be rebuilt from the blobs',
    },
    lists: [{ title: 'indices', rows }],
    pending: behind.map(({ index, mapping }) => {
      const changes = mappingChanges.slice(mapping).map(({ what }, i) => `${mapping + i + 1} (${what})`)
      return `index ${index}: mapping ${changes.join(', ')}, at its next write`
    }),
    findings: [
      ...findingsOfCluster(info.version.number, health),
      ...disks.flatMap(findingsOfDisk),
      ...disks.flatMap(({ node, at }) => findingsOfClock(`Elasticsearch (${node})`, at, systemClock.now())),
      ...rows.flatMap(findingsOfIndex),
      ...findingsOfSharedAliases(rows),
    ],
  }
  return inspection
}

/** A disk of a data node, in bytes. `floodStage`: the server takes no writes when less is free. */
type Disk = { node: string; free: number; floodStage: number; at: number }

/** Nothing for a user that may not ask. */
async function disksOf(client: Client): Promise<Disk[]> {
  const now = systemClock.now()
  const { nodes } = await client.nodes.stats({ metric: 'fs' }).catch((error) => {
    if (error instanceof errors.ResponseError && error.statusCode === 403) return { nodes: {} }
    throw error
  })
  return Object.entries(nodes).flatMap(([id, { name, fs, timestamp }]) =>
    (fs?.data ?? []).map((disk) => ({
      node: name ?? id,
      at: timestamp ?? now,
      free: disk.available_in_bytes ?? 0,
      floodStage: Number((disk as Record<string, unknown>).flood_stage_free_space_in_bytes ?? 0),
    })),
  )
}

function findingsOfDisk({ node, free, floodStage }: Disk): Finding[] {
  if (free > floodStage) return []
  const what = `${Math.round(free / bytesPerMegabyte)} MB are free for the node ${node}, so Elasticsearch accepts no writes (flood stage).`
  const remedy = 'Give it a larger disk, or free space; it continues automatically.'
  return [{ level: 'fault', what, remedy, blocksUpgrade: true }]
}

function findingsOfCluster(version: string, health: { status: string; number_of_nodes: number }): Finding[] {
  const findings: Finding[] = []
  if (Number(version.split('.')[0]) < oldestMajor) {
    findings.push({
      level: 'fault',
      what: `Elasticsearch ${version} is too old.`,
      remedy: `Run Elasticsearch ${oldestMajor} or newer.`,
      blocksUpgrade: true,
    })
  }
  if (health.status.toLowerCase() === 'red') {
    const remedy =
      'See GET _cluster/allocation/explain; start the missing node, or let Frontdesk rebuild the index from the blobs.'
    findings.push({
      level: 'fault',
      what: 'The cluster is red: some chunks cannot be searched.',
      remedy,
      blocksUpgrade: true,
    })
  }
  if (health.status.toLowerCase() === 'yellow') {
    const remedy = 'Start the missing node; nothing is lost meanwhile.'
    findings.push({ level: 'warning', what: 'The cluster is yellow: a copy of some index is missing.', remedy })
  }
  return findings
}

function findingsOfIndex({ index, alias, mapping }: { index: string; alias: string; mapping: number }): Finding[] {
  const findings: Finding[] = []
  if (alias === '') {
    const remedy = `DELETE /${index}: nothing reads it, and its content is in the blobs.`
    findings.push({ level: 'warning', what: `The index ${index} has no alias, so nothing reads it.`, remedy })
  }
  if (mapping > mappingChanges.length) {
    const what = `The index ${index} has mapping ${mapping}; this release knows ${mappingChanges.length}.`
    const remedy = 'Finish the rolling update: run the newer release everywhere.'
    findings.push({ level: 'warning', what, remedy, blocksUpgrade: true })
  }
  return findings
}

/** Writing through an alias of two indices is refused by the server. */
function findingsOfSharedAliases(rows: { index: string; alias: string }[]): Finding[] {
  const byAlias = Map.groupBy(
    rows.filter(({ alias }) => alias !== ''),
    ({ alias }) => alias,
  )
  return [...byAlias].flatMap(([alias, its]) => {
    if (its.length === 1) return []
    const what = `The alias ${alias} points at ${its.length} indices, so nothing can be written.`
    return [{ level: 'fault', what, remedy: 'Remove it from all but the newest (POST /_aliases).' }]
  })
}
