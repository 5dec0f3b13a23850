import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { detectLanguage } from '@frontdesk/language'
import { localModels } from '@frontdesk/models'
import { afterAll, describe, expect, it } from 'vitest'
import { elasticsearchChunkIndex, removeChunkIndexNamespace } from './elasticsearch.ts'
import type { Candidate, ChunkIndex, IndexedChunk, Space } from './port.ts'
import { sqliteChunkIndex } from './sqlite.ts'

const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
const data = join(shared, 'data/retrieval')
const url = process.env.ELASTICSEARCH_URL
const namespace = `agree${Date.now()}`

type Document = { id: string; title: string; text: string }
type Question = { question: string; language: string }

const linesOf = <T>(file: string): T[] =>
  readFileSync(join(data, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Every eighteenth question: some 500 of both languages, spread over all articles. */
const every = 18
const best = 5

const keysOf = (found: Candidate[]) => new Set(found.slice(0, best).map(({ contentId }) => contentId))
function overlap(a: Candidate[], b: Candidate[]): number {
  const [left, right] = [keysOf(a), keysOf(b)]
  return [...left].filter((key) => right.has(key)).length / Math.max(left.size, right.size, 1)
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe.skipIf(!url || !existsSync(data))(
  'SQLite and Elasticsearch (needs ELASTICSEARCH_URL and ../shared/data)',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-agree-'))
    const opened: ChunkIndex[] = []
    afterAll(async () => {
      for (const index of opened) await index.close()
      await removeChunkIndexNamespace({ url: url!, namespace })
      rmSync(dir, { recursive: true, force: true })
    })

    it('agree on the best five of real questions: at least nineteen in twenty are the same in each list', async () => {
      const models = localModels()
      const space: Space = { tenant: 'agreement', generation: 'local', dimensions: models.embedding.dimensions }
      const documents = linesOf<Document>('documents.jsonl')
      const vectors = await models.embed(documents.map(({ text }) => text))
      const chunks = documents.map(
        ({ id, title, text }, i): IndexedChunk => ({
          ...{ sourceId: id, contentId: id, index: 0, title, text, start: 0, end: text.length },
          language: detectLanguage(text),
          vector: vectors[i]!,
        }),
      )
      opened.push(sqliteChunkIndex(join(dir, 'chunks.db')), elasticsearchChunkIndex({ url: url!, namespace }))
      for (const index of opened) {
        await index.put(space, chunks)
        await index.refresh(
          space,
          documents.map(({ id }) => id),
        )
      }

      const questions = linesOf<Question>('questions.jsonl').filter((_, i) => i % every === 0)
      const lexical: number[] = []
      const vector: number[] = []
      for (const { question } of questions) {
        const [embedded] = await models.embed([question])
        const query = { question, vector: embedded!, limit: 20 }
        const [embeddedList, server] = await Promise.all(opened.map((index) => index.search(space, query)))
        lexical.push(overlap(embeddedList!.lexical, server!.lexical))
        vector.push(overlap(embeddedList!.vector, server!.vector))
      }
      process.stdout.write(
        `top five of ${questions.length} questions: lexical ${mean(lexical).toFixed(3)} the same, vector ${mean(vector).toFixed(3)}\n`,
      )
      expect(mean(lexical)).toBeGreaterThanOrEqual(0.95)
      expect(mean(vector)).toBeGreaterThanOrEqual(0.95)
    }, 120_000)
  },
)
