import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChunkIndex, type IndexedChunk, type Space, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { elasticsearchChunkIndex, removeChunkIndexNamespace } from '@frontdesk/chunk-index/elasticsearch'
import { randomNumbers } from '@frontdesk/properties'
import { leaveOut, report, sized } from './figures/report.ts'

const dimensions = 128
const topics = 400
const questions = 100
const best = 5
const perPut = 2_000
const sizes = (process.env.BENCH_CHUNKS ?? sized('10000,100000', '1000')).split(',').map(Number)

type Vectors = { count: number; values: Float32Array }
const vectorAt = ({ values }: Vectors, row: number) => values.subarray(row * dimensions, (row + 1) * dimensions)

function normalise(vector: Float32Array): void {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  for (let i = 0; i < vector.length; i++) vector[i]! /= length
}

/** Unit vectors around some topics, as texts of a knowledge base are, and not spread evenly over the sphere. */
function makeVectors(count: number, random: () => number, centres: Float32Array): Vectors {
  const values = new Float32Array(count * dimensions)
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions)
    const centre = Math.floor(random() * topics) * dimensions
    for (let i = 0; i < dimensions; i++) vector[i] = centres[centre + i]! + (random() + random() + random() - 1.5)
    normalise(vector)
  }
  return { count, values }
}

/** The rows nearest a vector, by reading them all. */
function nearest(vectors: Vectors, question: Float32Array): Set<number> {
  const found: { row: number; score: number }[] = []
  for (let row = 0; row < vectors.count; row++) {
    let score = 0
    const at = row * dimensions
    for (let i = 0; i < dimensions; i++) score += vectors.values[at + i]! * question[i]!
    if (found.length === best && score <= found[best - 1]!.score) continue
    found.push({ row, score })
    found.sort((a, b) => b.score - a.score)
    found.length = Math.min(found.length, best)
  }
  return new Set(found.map(({ row }) => row))
}

const chunkOf = (vectors: Vectors, row: number): IndexedChunk => ({
  sourceId: 'src',
  contentId: `cnt_${row}`,
  index: 0,
  text: `chunk ${row}`,
  title: '',
  start: 0,
  end: 1,
  language: null,
  vector: [...vectorAt(vectors, row)],
})

async function measure(index: ChunkIndex, space: Space, vectors: Vectors, asked: Vectors, exact: Set<number>[]) {
  const fillStarted = performance.now()
  for (let row = 0; row < vectors.count; row += perPut) {
    const rows = Array.from({ length: Math.min(perPut, vectors.count - row) }, (_, i) => chunkOf(vectors, row + i))
    await index.put(space, rows)
  }
  await index.refresh(space)
  const fillMs = performance.now() - fillStarted
  let hits = 0
  const times: number[] = []
  for (let i = 0; i < asked.count; i++) {
    const started = performance.now()
    const { vector } = await index.search(space, { question: '', vector: [...vectorAt(asked, i)], limit: best })
    times.push(performance.now() - started)
    for (const { contentId } of vector) if (exact[i]!.has(Number(contentId.slice(4)))) hits++
  }
  const sorted = times.sort((a, b) => a - b)
  return { recall: hits / (asked.count * best), p50: sorted[sorted.length >> 1]!, fillMs }
}

/** recall@5 of both chunk indexes against exact search (aim ≥ 0.98), and what they cost. */
export async function bench(): Promise<void> {
  const url = process.env.ELASTICSEARCH_URL
  const dir = await mkdtemp(join(tmpdir(), 'frontdesk-knn-'))
  const namespace = `knn${Date.now()}`
  const indexes: [string, ChunkIndex][] = [['SQLite', sqliteChunkIndex(join(dir, 'chunks.db'))]]
  if (url) indexes.push(['Elasticsearch', elasticsearchChunkIndex({ url, namespace })])
  else leaveOut('Elasticsearch', 'ELASTICSEARCH_URL is not set')
  try {
    for (const size of sizes) {
      const random = randomNumbers(size)
      const centres = Float32Array.from({ length: topics * dimensions }, () => random() * 2 - 1)
      const vectors = makeVectors(size, random, centres)
      const asked = makeVectors(questions, random, centres)
      const exactStarted = performance.now()
      const exact = Array.from({ length: questions }, (_, i) => nearest(vectors, vectorAt(asked, i)))
      const exactMs = (performance.now() - exactStarted) / questions
      for (const [name, index] of indexes) {
        const space: Space = { tenant: `size${size}`, generation: 'bench', dimensions }
        const { recall, p50, fillMs } = await measure(index, space, vectors, asked, exact)
        report(`recall@${best} of ${name} against exact search, ${size} chunks`, recall, '', { least: 0.98 })
        console.log(
          `${name.padEnd(14)} ${String(size).padStart(7)} chunks × ${dimensions}: recall@${best} ${recall.toFixed(3)}, ` +
            `p50 ${(p50 / exactMs).toFixed(2)}× exact search in JavaScript (${exactMs.toFixed(1)} ms), filled in ${(fillMs / 1_000).toFixed(1)} s`,
        )
      }
    }
  } finally {
    for (const [, index] of indexes) await index.close()
    if (url) await removeChunkIndexNamespace({ url, namespace })
    await rm(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
