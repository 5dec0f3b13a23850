import type { estypes } from '@elastic/elasticsearch'
import { numbered } from './migrate.ts'

/** Only carried, never searched. */
const carried = { type: 'keyword', index: false, doc_values: false } as const

/**
 * The index of one space. One shard, so that document frequencies are those of the whole space and scores compare. The
 * tokens come ready-made; `vector` names its index options because the server's default for short vectors quantizes.
 */
export const declaration = (dimensions: number): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> => ({
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // Writers refresh when it matters to them.
    refresh_interval: '30s',
    similarity: { chunks: { type: 'BM25', k1: 1.2, b: 0.75 } },
  },
  mappings: {
    dynamic: 'strict',
    _meta: numbered(),
    _source: { excludes: ['tokens', 'vector'] },
    properties: {
      sourceId: { type: 'keyword' },
      contentId: { type: 'keyword' },
      index: { type: 'integer' },
      text: carried,
      title: carried,
      heading: carried,
      page: { type: 'integer', index: false },
      start: { type: 'integer', index: false },
      end: { type: 'integer', index: false },
      tokens: { type: 'text', analyzer: 'whitespace', index_options: 'freqs', similarity: 'chunks' },
      vector: {
        type: 'dense_vector',
        dims: dimensions,
        index: true,
        similarity: 'cosine',
        index_options: { type: 'hnsw', m: 16, ef_construction: 200 },
      },
    },
  },
})
