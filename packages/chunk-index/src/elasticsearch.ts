import { Client } from '@elastic/elasticsearch'
import { checkCluster } from './elasticsearch/check-cluster.ts'
import { countContents } from './elasticsearch/count-contents.ts'
import { declaration, documentsDeclaration } from './elasticsearch/declaration.ts'
import { indexDeclarer } from './elasticsearch/declare-index.ts'
import { migrate } from './elasticsearch/migrate.ts'
import { aliasOf, documentsAliasOf, indicesOfTenant, prefixOf } from './elasticsearch/names.ts'
import { isMissing, reaching } from './elasticsearch/reaching.ts'
import { chunkSearcher } from './elasticsearch/search-chunks.ts'
import { type ElasticsearchServer, serverOptions } from './elasticsearch/server-options.ts'
import { writeChunks } from './elasticsearch/write-chunks.ts'
import { writeDocuments } from './elasticsearch/write-documents.ts'
import type { ChunkIndex } from './port.ts'

const contentsPerRequest = 1_000
const countTimeout = { requestTimeout: 1_800, maxRetries: 0 }
const writeTimeout = { requestTimeout: 30_000, maxRetries: 0 }

/**
 * Chunks in Elasticsearch, an index a tenant and generation and one of whole documents beside it, named `frontdesk-chunks-…`; in a namespace, for
 * installations that share a cluster, `frontdesk-<namespace>-chunks-…`.
 */
export function elasticsearchChunkIndex(options: ElasticsearchServer & { namespace?: string | undefined }): ChunkIndex {
  const prefix = prefixOf(options.namespace)
  const client = new Client({ ...serverOptions(options), ...writeTimeout })
  const indices = indexDeclarer(client)
  const searcher = chunkSearcher(client, prefix)

  return {
    async put(space, chunks) {
      if (chunks.length === 0) return
      const alias = aliasOf(prefix, space)
      await indices.declare(alias, declaration(space.dimensions), (index) => migrate(client, index))
      await writeChunks(client, { alias, isMissing: () => indices.forget(alias) }, chunks)
    },

    async refresh(space, contentIds = []) {
      const [chunks, documents] = [aliasOf(prefix, space), documentsAliasOf(prefix, space)]
      await reaching(() => client.indices.refresh({ index: chunks, ignore_unavailable: true }))
      if (contentIds.length > 0 && (await this.count(space)) > 0) {
        await indices.declare(documents, documentsDeclaration)
        await writeDocuments(client, { chunks, documents }, contentIds)
        await reaching(() => client.indices.refresh({ index: documents, ignore_unavailable: true }))
      }
      searcher.forget(space)
    },

    search: searcher.search,

    async removeContents(space, contentIds) {
      for (let i = 0; i < contentIds.length; i += contentsPerRequest) {
        const contentId = contentIds.slice(i, i + contentsPerRequest)
        await reaching(() =>
          client.deleteByQuery({
            index: [aliasOf(prefix, space), documentsAliasOf(prefix, space)],
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
        client.count({ index: aliasOf(prefix, space), ignore_unavailable: true }, countTimeout),
      )
      return count
    },

    contentCounts: (space, contentIds) => countContents(client, aliasOf(prefix, space), contentIds),

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
      indices.forget()
    },

    check: () => checkCluster(client, prefix),

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
