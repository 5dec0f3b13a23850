import { Client } from '@elastic/elasticsearch'
import {
  addressWithoutSecrets,
  emptyInspection,
  type Finding,
  type Inspection,
  unreachable,
} from '@frontdesk/contracts'
import { mappingChanges, numberOf } from './migrate.ts'
import { prefixOf } from './names.ts'

const timeout = { requestTimeout: 5_000, maxRetries: 0 }
/** The first major version whose dense_vector has all that the declaration names. */
const oldestMajor = 9

/** What the chunk index finds in Elasticsearch: indices with their mapping's number, the cluster's health. Changes nothing. */
export async function inspectElasticsearch(options: {
  url: string
  namespace?: string | undefined
}): Promise<Inspection> {
  const client = new Client({ node: options.url, ...timeout })
  try {
    return await lookAt(client, options)
  } catch (error) {
    const remedy = 'Start Elasticsearch, or correct ELASTICSEARCH_URL; answers from sources wait for it.'
    return unreachable('Elasticsearch', options.url, error, remedy)
  } finally {
    await client.close()
  }
}

async function lookAt(client: Client, { url, namespace }: { url: string; namespace?: string | undefined }) {
  const indices = `${prefixOf(namespace)}-chunks-*`
  const [info, health, found, stats] = await Promise.all([
    client.info(),
    client.cluster.health(),
    client.indices.get({ index: indices, allow_no_indices: true }),
    client.indices.stats({ index: indices, metric: 'docs', allow_no_indices: true } as object),
  ])
  const rows = Object.entries(found).map(([index, { aliases, mappings }]) => ({
    index,
    alias: Object.keys(aliases ?? {}).join(' '),
    chunks: stats.indices?.[index]?.primaries?.docs?.count ?? null,
    mapping: numberOf(mappings),
  }))
  const behind = rows.filter(({ mapping }) => mapping < mappingChanges.length)
  const inspection: Inspection = {
    ...emptyInspection('Elasticsearch'),
    version: info.version.number,
    settings: {
      address: addressWithoutSecrets(url),
      cluster: health.status,
      nodes: health.number_of_nodes,
      mapping: mappingChanges.length,
      durability:
        'each write is synced before it is acknowledged (translog: request); all of it can be made again from the blobs',
    },
    lists: [{ title: 'indices', rows }],
    pending: behind.map(({ index, mapping }) => {
      const changes = mappingChanges.slice(mapping).map(({ what }, i) => `${mapping + i + 1} (${what})`)
      return `index ${index}: mapping ${changes.join(', ')}, at its next write`
    }),
    findings: [
      ...findingsOfCluster(info.version.number, health),
      ...rows.flatMap(findingsOfIndex),
      ...findingsOfSharedAliases(rows),
    ],
  }
  return inspection
}

function findingsOfCluster(version: string, health: { status: string; number_of_nodes: number }): Finding[] {
  const findings: Finding[] = []
  if (Number(version.split('.')[0]) < oldestMajor) {
    findings.push({
      level: 'fault',
      what: `Elasticsearch ${version} is too old.`,
      remedy: `Run Elasticsearch ${oldestMajor} or newer.`,
    })
  }
  if (health.status.toLowerCase() === 'red') {
    const remedy =
      'See GET _cluster/allocation/explain; bring the missing node back, or make the index again from the blobs.'
    findings.push({ level: 'fault', what: 'The cluster is red: some chunks cannot be searched.', remedy })
  }
  if (health.status.toLowerCase() === 'yellow') {
    const remedy = 'Bring the missing node back; nothing is lost meanwhile.'
    findings.push({ level: 'warning', what: 'The cluster is yellow: a copy of some index is missing.', remedy })
  }
  return findings
}

function findingsOfIndex({ index, alias, mapping }: { index: string; alias: string; mapping: number }): Finding[] {
  const findings: Finding[] = []
  if (alias === '') {
    const remedy = `DELETE /${index}: nothing reads it; what it held stands in the blobs.`
    findings.push({ level: 'warning', what: `The index ${index} has no alias, so nothing reads it.`, remedy })
  }
  if (mapping > mappingChanges.length) {
    const what = `The index ${index} has mapping ${mapping}; this release knows ${mappingChanges.length}.`
    findings.push({ level: 'warning', what, remedy: 'Finish the rolling update: run the newer release everywhere.' })
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
