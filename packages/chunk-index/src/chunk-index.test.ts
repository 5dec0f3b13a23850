import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { chunkIndexConformance } from './conformance.ts'
import { elasticsearchChunkIndex, removeChunkIndexNamespace } from './elasticsearch.ts'
import { sqliteChunkIndex } from './sqlite.ts'

describe('SQLite', () => {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-chunks-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  chunkIndexConformance(async () => sqliteChunkIndex(join(dir, 'chunks.db')))
})

const url = process.env.ELASTICSEARCH_URL
const namespace = `test${Date.now()}`
describe.skipIf(!url)('Elasticsearch (needs ELASTICSEARCH_URL)', () => {
  afterAll(() => removeChunkIndexNamespace({ url: url!, namespace }))
  chunkIndexConformance(async () => elasticsearchChunkIndex({ url: url!, namespace }))
})
