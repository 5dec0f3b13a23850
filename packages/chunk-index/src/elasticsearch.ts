import { Client, type estypes } from '@elastic/elasticsearch'
import { ServiceError } from '@frontdesk/contracts'
import { declaration } from './elasticsearch/declaration.ts'
import { migrate } from './elasticsearch/migrate.ts'
import { aliasOf, indexOf, indicesOfTenant, prefixOf } from './elasticsearch/names.ts'
import { isMissing, reaching } from './elasticsearch/reaching.ts'
import type { Candidate, ChunkIndex, IndexedChunk, Space } from './port.ts'

/** 200 chunks of 800 characters with their tokens (about 6 kB) and 1,024 numbers (about 20 kB) make 5 MB. */
const chunksPerRequest = 200
const contentsPerRequest = 1_000
/** Neighbours that the graph search looks at for each one wanted; recall@5 was 1.00 at 8 and .97 at 2. */
const candidatesPerResult = 8
const leastCandidates = 100
/** A question has a few hundred distinct tokens; Elasticsearch refuses a query of very many. */
const mostTokens = 1_000

const searchTimeout = { requestTimeout: 1_800, maxRetries: 0 }
const writeTimeout = { requestTimeout: 30_000, maxRetries: 0 }

type Source = Omit<IndexedChunk, 'tokens' | 'vector'>

/**
 * Chunks in Elasticsearch, an index a tenant and generation, named `frontdesk-chunks-…`; in a namespace, for
 * installations that share a cluster, `frontdesk-<namespace>-chunks-…`.
 */
export function elasticsearchChunkIndex(options: { url: string; namespace?: string | undefined }): ChunkIndex {
  const { url } = options
  const prefix = prefixOf(options.namespace)
  const client = new Client({ node: url, ...writeTimeout })
  const declared = new Map<string, Promise<void>>()

  /** Creates the index and its alias, or brings its mapping up to date, once a process, whoever is first. */
  function declare(space: Space): Promise<void> {
    const alias = aliasOf(prefix, space)
    const known = declared.get(alias)
    if (known) return known
    const creating = reaching(async () => {
      const index = indexOf(prefix, space)
      try {
        await client.indices.create({ index, ...declaration(space.dimensions), aliases: { [alias]: {} } })
      } catch (error) {
        if (!String((error as Error).message).includes('resource_already_exists_exception')) throw error
        await migrate(client, index)
      }
    })
    creating.catch(() => declared.delete(alias))
    declared.set(alias, creating)
    return creating
  }

  const operationsFor = (chunks: IndexedChunk[]) =>
    chunks.flatMap((chunk) => [
      { index: { _id: `${chunk.contentId}/${chunk.index}` } },
      { ...chunk, tokens: chunk.tokens.join(' ') },
    ])

  async function search(
    space: Space,
    request: estypes.SearchRequest,
    toScore: (score: number) => number,
  ): Promise<Candidate[]> {
    const reply = await client.search<Source>(
      {
        ...request,
        index: aliasOf(prefix, space),
        ignore_unavailable: true,
        // Half of what is known would be an answer that knows nothing of the other half.
        allow_partial_search_results: false,
        track_total_hits: false,
      },
      searchTimeout,
    )
    const found = reply.hits.hits.map(({ _source, _score }) => ({ ..._source!, score: toScore(_score ?? 0) }))
    // Equal scores come in the order of their shard; ours is that of the chunks, everywhere.
    return found.sort((a, b) => b.score - a.score || a.contentId.localeCompare(b.contentId) || a.index - b.index)
  }

  return {
    async put(space, chunks) {
      if (chunks.length === 0) return
      await declare(space)
      for (let i = 0; i < chunks.length; i += chunksPerRequest) {
        const operations = operationsFor(chunks.slice(i, i + chunksPerRequest))
        const reply = await reaching(() =>
          client.bulk({ index: aliasOf(prefix, space), require_alias: true, operations }),
        )
        const failed = reply.items.find(({ index }) => index?.error)?.index
        if (failed?.status === 404) declared.delete(aliasOf(prefix, space))
        if (failed) {
          throw new ServiceError(failed.status === 429 ? 'overloaded' : 'unavailable', {
            detail: 'The search index refused a chunk.',
            cause: new Error(`${failed._id}: ${failed.error?.type} ${failed.error?.reason}`),
          })
        }
      }
    },

    async refresh(space) {
      await reaching(() => client.indices.refresh({ index: aliasOf(prefix, space), ignore_unavailable: true }))
    },

    async candidates(space, { tokens, vector, limit, contentIds }) {
      const filter = contentIds && { terms: { contentId: contentIds } }
      const query = [...new Set(tokens)].slice(0, mostTokens).join(' ')
      const [lexical, nearest] = await reaching(() =>
        Promise.all([
          query === ''
            ? []
            : search(
                space,
                {
                  size: limit,
                  query: {
                    bool: { must: { match: { tokens: { query, operator: 'or' } } }, ...(filter && { filter }) },
                  },
                },
                (score) => score,
              ),
          vector === undefined
            ? []
            : search(
                space,
                {
                  size: limit,
                  knn: {
                    field: 'vector',
                    query_vector: vector,
                    k: limit,
                    num_candidates: Math.min(10_000, Math.max(leastCandidates, limit * candidatesPerResult)),
                    ...(filter && { filter }),
                  },
                },
                // Elasticsearch answers (1 + cosine) / 2.
                (score) => score * 2 - 1,
              ),
        ]),
      )
      return { lexical, vector: nearest }
    },

    async documentFrequencies(space, tokens) {
      if (tokens.length === 0) return { chunks: await this.count(space), frequencies: [] }
      // The terms of a document that is never stored, with what the index knows of each.
      const request = {
        index: aliasOf(prefix, space),
        doc: { tokens: tokens.join(' ') },
        fields: ['tokens'],
        term_statistics: true,
        field_statistics: true,
        positions: false,
        offsets: false,
        payloads: false,
      }
      const reply = await reaching(() => client.termvectors(request, searchTimeout)).catch((error) => {
        if (isMissing(error)) return undefined
        throw error
      })
      const field = reply?.term_vectors?.tokens
      const frequencyOf = (token: string) => field?.terms?.[token]?.doc_freq ?? 0
      return { chunks: Math.max(0, field?.field_statistics?.doc_count ?? 0), frequencies: tokens.map(frequencyOf) }
    },

    async removeContents(space, contentIds) {
      for (let i = 0; i < contentIds.length; i += contentsPerRequest) {
        const contentId = contentIds.slice(i, i + contentsPerRequest)
        await reaching(() =>
          client.deleteByQuery({
            index: aliasOf(prefix, space),
            ignore_unavailable: true,
            conflicts: 'proceed',
            refresh: true,
            query: { terms: { contentId } },
          }),
        )
      }
    },

    async count(space) {
      const { count } = await reaching(() =>
        client.count({ index: aliasOf(prefix, space), ignore_unavailable: true }, searchTimeout),
      )
      return count
    },

    async eraseTenant(tenant) {
      // By name, one by one: clusters refuse to delete by pattern.
      const found = await reaching(() =>
        client.indices.get({ index: indicesOfTenant(prefix, tenant), allow_no_indices: true }),
      )
      for (const index of Object.keys(found)) {
        await reaching(() => client.indices.delete({ index })).catch((error) => {
          if (!isMissing(error)) throw error
        })
      }
      declared.clear()
    },

    async check() {
      await reaching(() => client.cluster.health({ timeout: '800ms' }, { requestTimeout: 900, maxRetries: 0 }))
    },

    async close() {
      await client.close()
    },
  }
}

/** Removes every index of a namespace. For what was made to be thrown away; nobody may use it. */
export async function removeChunkIndexNamespace({ url, namespace }: { url: string; namespace: string }): Promise<void> {
  const client = new Client({ node: url, ...writeTimeout })
  try {
    const found = await reaching(() =>
      client.indices.get({ index: `${prefixOf(namespace)}-chunks-*`, allow_no_indices: true }),
    )
    for (const index of Object.keys(found)) await reaching(() => client.indices.delete({ index }))
  } finally {
    await client.close()
  }
}
