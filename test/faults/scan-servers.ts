import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { MongoClient } from 'mongodb'
import type { Finds } from './scan-stores.ts'

type Servers = { natsUrl: string; mongodbUrl: string; elasticsearchUrl: string }
type Look = { has(text: string): boolean; found(place: string): void; namespace: string }

/** The servers that the environment names, for all three of them. */
export function serversOf(env: Record<string, string | undefined>): Servers | undefined {
  const { NATS_URL: natsUrl, MONGODB_URL: mongodbUrl, ELASTICSEARCH_URL: elasticsearchUrl } = env
  return natsUrl && mongodbUrl && elasticsearchUrl ? { natsUrl, mongodbUrl, elasticsearchUrl } : undefined
}

/** The namespace of the installation that has a tenant, among all on the same servers. */
export async function namespaceOf(tenant: string, { mongodbUrl }: Servers): Promise<string> {
  const client = await MongoClient.connect(mongodbUrl)
  try {
    const { databases } = await client.db('admin').admin().listDatabases()
    for (const { name } of databases) {
      const [namespace] = /test[0-9a-f]{16}/.exec(name) ?? []
      if (!namespace) continue
      for await (const document of client.db(name).collection('gateway-tenants').find({})) {
        if (JSON.stringify(document).includes(tenant)) return namespace
      }
    }
    throw new Error(`no installation has the tenant ${tenant}`)
  } finally {
    await client.close()
  }
}

async function scanDocuments(url: string, { has, found, namespace }: Look): Promise<void> {
  const client = await MongoClient.connect(url)
  try {
    const { databases } = await client.db('admin').admin().listDatabases()
    for (const { name } of databases.filter(({ name }) => name.includes(namespace))) {
      const database = client.db(name)
      for (const { name: collection } of await database.listCollections().toArray()) {
        for await (const document of database.collection(collection).find({})) {
          if (has(JSON.stringify(document))) found(collection.replaceAll('-', '_'))
        }
      }
    }
  } finally {
    await client.close()
  }
}

async function scanChunks(url: string, { has, found, namespace }: Look): Promise<void> {
  const listed = await fetch(`${url}/_cat/indices?format=json`)
  for (const { index } of (await listed.json()) as { index: string }[]) {
    if (!index.includes(namespace)) continue
    const reply = await fetch(`${url}/${index}/_search?size=1000`)
    if (has(await reply.text())) found('chunks')
  }
}

/** Events and dead letters are streams of their own, blobs are chunks in a stream of their bucket. */
async function scanStreams(url: string, { has, found, namespace }: Look): Promise<void> {
  const connection = await connect({ servers: url })
  try {
    const manager = await jetstreamManager(connection)
    for await (const { config, state } of manager.streams.list()) {
      if (!config.name.includes(namespace) || state.messages === 0) continue
      for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
        // Null: it is not there any more.
        const message = await manager.streams.getMessage(config.name, { seq })
        if (!message) continue
        const text = `${message.subject}\n${message.header}\n${Buffer.from(message.data).toString('latin1')}`
        if (has(text)) found(config.name.startsWith('OBJ_') ? 'blobs' : 'bus_events')
      }
    }
  } finally {
    await connection.close()
  }
}

/** Searches all that an installation keeps on its servers for any of some words (lower case), by the same places as a folder. */
export async function scanServers(namespace: string, servers: Servers, words: string[]): Promise<Finds> {
  const finds: Finds = {}
  const look: Look = {
    namespace,
    has: (text) => words.some((word) => text.toLowerCase().includes(word)),
    found(place) {
      finds[place] = (finds[place] ?? 0) + 1
    },
  }
  await scanDocuments(servers.mongodbUrl, look)
  await scanChunks(servers.elasticsearchUrl, look)
  await scanStreams(servers.natsUrl, look)
  return finds
}
