import type { estypes } from '@elastic/elasticsearch'
import { ranking } from '../ranking/constants.ts'
import { numbered } from './migrate.ts'

/** Only carried, never searched. */
const carried = { type: 'keyword', index: false, doc_values: false } as const

/** One shard, so that document frequencies are those of the whole space and scores compare. */
const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  // Writers refresh when it matters to them.
  refresh_interval: '30s',
}

/** Tokens come ready-made. */
const tokens = (similarity: string) =>
  ({ type: 'text', analyzer: 'whitespace', index_options: 'freqs', similarity }) as const

/** Lengths of fields, for their averages; a field that a chunk lacks has none. */
const length = { type: 'integer', index: false } as const
export const lengthFields = ['stemTitle', 'stemHeading', 'stemBody', 'gramTitle', 'gramHeading', 'gramBody'] as const

/**
 * The index of a space's chunks. `stem` and `gram` hold the tokens of all fields of a chunk: they find candidates, whose
 * scores are then computed from their texts. `vector` names its index options because the server's default for short
 * vectors quantizes.
 */
export const declaration = (dimensions: number): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> => ({
  settings: { ...settings, similarity: { chunks: { type: 'BM25', k1: ranking.k1, b: ranking.fields.body.b } } },
  mappings: {
    dynamic: 'strict',
    _meta: numbered(),
    _source: { excludes: ['stem', 'gram', 'vector', 'lengths'] },
    properties: {
      sourceId: { type: 'keyword' },
      contentId: { type: 'keyword' },
      index: { type: 'integer' },
      text: carried,
      title: carried,
      fileName: carried,
      heading: carried,
      language: { type: 'keyword' },
      page: { type: 'integer', index: false },
      start: { type: 'integer', index: false },
      end: { type: 'integer', index: false },
      headings: carried,
      tables: { type: 'object', enabled: false },
      lengths: { properties: Object.fromEntries(lengthFields.map((name) => [name, length])) },
      stem: tokens('chunks'),
      gram: tokens('chunks'),
      ...(dimensions > 0 && {
        vector: {
          type: 'dense_vector',
          dims: dimensions,
          index: true,
          similarity: 'cosine',
          index_options: { type: 'hnsw', m: 16, ef_construction: 200 },
        },
      }),
    },
  },
})

/** The index of a space's contents as whole documents. */
export const documentsDeclaration: Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> = {
  settings: { ...settings, similarity: { documents: { type: 'BM25', k1: ranking.k1, b: ranking.document.b } } },
  mappings: {
    dynamic: 'strict',
    _meta: numbered(),
    _source: { excludes: ['stem', 'gram'] },
    properties: { contentId: { type: 'keyword' }, stem: tokens('documents'), gram: tokens('documents') },
  },
}
