import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WeightsUnavailable } from '@frontdesk/builtin-embeddings'
import { type ChunkIndex, type IndexedChunk, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { fetchBuiltinEmbeddings, type Models, openModels } from '@frontdesk/models'
import { leaveOut, report, sized } from './figures/report.ts'
import { modelEnv } from './meaning/model-env.ts'
import { type Corpus, type Question, readCorpora } from './retrieval/data.ts'

const weights = [0.2, 0.3, 0.4, 0.5, 0.7]
const mostQuestions = sized(500, 20)

/** How well questions find their documents by words, by the vectors of the built-in model, and by both. */
export async function bench(): Promise<void> {
  const corpora = await readCorpora()
  if (!corpora) return
  try {
    await fetchBuiltinEmbeddings(modelEnv, () => undefined)
  } catch (error) {
    if (!(error instanceof WeightsUnavailable)) throw error
    return leaveOut('search by meaning', error.message)
  }
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  const index = sqliteChunkIndex(join(folder, 'chunks.db'))
  const models = await openModels(modelEnv)
  try {
    console.log('Search by meaning                nDCG@10    first  top five')
    for (const corpus of corpora) await measure(corpus, index, models)
  } finally {
    await models.close?.()
    await index.close()
    rmSync(folder, { recursive: true })
  }
}

async function measure({ language, chunks, questions }: Corpus, index: ChunkIndex, models: Models) {
  const answerable = questions.filter((question) => question.answerable)
  const step = Math.ceil(answerable.length / mostQuestions)
  const asked = answerable.filter((_, i) => i % step === 0)
  const space = { tenant: language, generation: 'bench', dimensions: 0 }
  await index.put(space, chunks)
  await index.refresh(space)
  const before = process.cpuUsage()
  const [vectors, passageMs] = await timed(() =>
    models.embed(
      chunks.map(({ title, text }) => `${title}\n${text}`),
      { kind: 'passage' },
    ),
  )
  const { user, system } = process.cpuUsage(before)
  const places = new Map<string, number[]>()
  const questionMs: number[] = []
  for (const question of asked) {
    const [[vector], ms] = await timed(() => models.embed([question.question], { kind: 'query' }))
    questionMs.push(ms)
    const { lexical } = await index.search(space, { question: question.question, limit: 200 })
    const words = new Map(lexical.map((found) => [keyOf(found), found.score]))
    for (const [name, place] of placesOf(question, {
      chunks,
      words,
      cosine: cosines(vectors, vector!),
      range: models.embedding.cosines!,
    }))
      places.set(name, [...(places.get(name) ?? []), place])
  }
  console.log(`  ${language}: ${asked.length} questions, ${chunks.length} chunks`)
  for (const [name, list] of places) printRow(name, list)
  const median = questionMs.toSorted((a, b) => a - b)[questionMs.length >> 1]!
  report(`a question's vector, ${language}`, median, 'ms', { most: 10 })
  const cpuMs = (user + system) / 1_000 / chunks.length
  report(`passages a second, ${language}`, (chunks.length * 1_000) / passageMs, '', { least: 30 }, cpuMs)
  report(`nDCG@10, ${language}, words and vectors (.3)`, ndcg(places.get('both, weight of vectors .3')!), '')
}

const keyOf = ({ contentId, index }: { contentId: string; index: number }) => `${contentId}#${index}`

async function timed<T>(run: () => Promise<T>): Promise<[T, ms: number]> {
  const started = performance.now()
  return [await run(), performance.now() - started]
}

const cosines = (vectors: number[][], question: number[]): number[] =>
  vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * question[i]!, 0))

type Scored = {
  chunks: IndexedChunk[]
  words: Map<string, number>
  cosine: number[]
  range: NonNullable<Models['embedding']['cosines']>
}

/** Where the right document stands by each way to rank, 1 for the first; Infinity when it is not there. */
function* placesOf(
  { document }: Question,
  { chunks, words, cosine, range }: Scored,
): Generator<[name: string, place: number]> {
  const mean = cosine.reduce((sum, each) => sum + each, 0) / cosine.length
  const deviation = Math.sqrt(cosine.reduce((sum, each) => sum + (each - mean) ** 2, 0) / cosine.length)
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const scaled = cosine.map((each) => clamp((each - mean) / deviation / 6))
  const stretched = cosine.map((each) => clamp((each - range.unrelated) / (range.same - range.unrelated)))
  const word = (i: number) => words.get(keyOf(chunks[i]!)) ?? 0
  const place = (score: (i: number) => number) => {
    const best = new Map<string, number>()
    for (const [i, { contentId }] of chunks.entries())
      best.set(contentId, Math.max(best.get(contentId) ?? Number.NEGATIVE_INFINITY, score(i)))
    // Words rank only what has one of them; a document that nothing speaks for isn't found.
    const found = [...best].filter(([, score]) => score > 0).sort((a, b) => b[1] - a[1])
    const at = found.findIndex(([id]) => id === document)
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1
  }
  yield ['words', place(word)]
  yield ['vectors', place((i) => cosine[i]!)]
  for (const weight of weights)
    yield [
      `both, weight of vectors ${`${weight}`.slice(1)}`,
      place((i) => weight * stretched[i]! + (1 - weight) * word(i)),
    ]
  yield ['both, scaled by the base, .3', place((i) => 0.3 * scaled[i]! + 0.7 * word(i))]
  yield ['both, cosines as they are, .3', place((i) => 0.3 * cosine[i]! + 0.7 * word(i))]
}

const ndcg = (places: number[]) =>
  places.reduce((sum, place) => sum + (place <= 10 ? 1 / Math.log2(place + 1) : 0), 0) / places.length

function printRow(name: string, places: number[]): void {
  const part = (least: number) => (places.filter((place) => place <= least).length / places.length).toFixed(3)
  console.log(
    `    ${name.padEnd(28)} ${ndcg(places).toFixed(3).padStart(7)} ${part(1).padStart(8)} ${part(5).padStart(9)}`,
  )
}
