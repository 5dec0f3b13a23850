import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChunkIndex, type IndexedChunk, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { splitIntoSentences } from '@frontdesk/language'
import { report } from '../figures/report.ts'
import type { Corpus, Question } from './data.ts'
import { wordBm25 } from './word-bm25.ts'

/** How good rankings are, each a mean over questions: one passage is right. */
export type Quality = { ndcg: number; recall: number; mrr: number; questions: number }
type Asked = { question: Question; right: string; ranking: string[] }

/** The place of the right one in a ranking, 1 for the first; Infinity when it is not there. */
function placeOf({ right, ranking }: Asked): number {
  const place = [...new Set(ranking)].indexOf(right)
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

/** nDCG@10, recall@5 and MRR with one right passage, whose ideal discounted gain is 1. */
function qualityOf(asked: Asked[]): Quality {
  const sums = { ndcg: 0, recall: 0, mrr: 0 }
  for (const place of asked.map(placeOf)) {
    if (place <= 10) sums.ndcg += 1 / Math.log2(place + 1)
    if (place <= 5) sums.recall++
    sums.mrr += 1 / place
  }
  const n = asked.length
  return { ndcg: sums.ndcg / n, recall: sums.recall / n, mrr: sums.mrr / n, questions: n }
}

const row = (name: string, { ndcg, recall, mrr }: Quality) =>
  console.log(
    `    ${name.padEnd(46)} ${ndcg.toFixed(3).padStart(8)} ${recall.toFixed(3).padStart(9)} ${mrr.toFixed(3).padStart(7)}`,
  )

/** The same documents cut into passages of two sentences: the harder set. */
function passagesOfTwoSentences(chunks: IndexedChunk[]): IndexedChunk[] {
  const texts = new Map<string, IndexedChunk>()
  for (const chunk of chunks) {
    const before = texts.get(chunk.contentId)
    if (!before) texts.set(chunk.contentId, chunk)
    // Chunks overlap: what is new begins where the one before ended.
    else {
      const text = before.text + chunk.text.slice(Math.max(0, before.end - chunk.start))
      texts.set(chunk.contentId, { ...before, text, end: chunk.end })
    }
  }
  return [...texts.values()].flatMap((whole) => {
    const sentences = splitIntoSentences(whole.text)
    return Array.from({ length: Math.ceil(sentences.length / 2) }, (_, index) => {
      const [first, last] = [sentences[index * 2]!, sentences[index * 2 + 1] ?? sentences[index * 2]!]
      return { ...whole, index, text: whole.text.slice(first.start, last.end), start: first.start, end: last.end }
    })
  })
}

const passageOf = ({ contentId, index }: { contentId: string; index: number }) => `${contentId}#${index}`

/** Asks every question that can be answered. `rightOf` names what should come first, by `keyOf` of a chunk. */
async function ask(
  index: ChunkIndex,
  { language, questions }: Corpus,
  set: string,
  keyOf: (found: { contentId: string; index: number }) => string,
  rightOf: (question: Question) => string | undefined,
): Promise<Asked[]> {
  const space = { tenant: `${language} ${set}`, generation: 'bench', dimensions: 0 }
  const asked: Asked[] = []
  for (const question of questions) {
    const right = question.answerable ? rightOf(question) : undefined
    if (right === undefined) continue
    const { lexical } = await index.search(space, { question: question.question, limit: 40 })
    asked.push({ question, right, ranking: lexical.map(keyOf) })
  }
  return asked
}

async function fill(index: ChunkIndex, { language }: Corpus, set: string, chunks: IndexedChunk[]): Promise<void> {
  await index.put({ tenant: `${language} ${set}`, generation: 'bench', dimensions: 0 }, chunks)
}

export type Ranked = { language: string; set: 'documents' | 'passages'; half: 'fit' | 'report'; quality: Quality }

/** Ranks every answerable question through the real index, by halves of the articles. */
export async function measureRanking(corpora: Corpus[]): Promise<Ranked[]> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  const index = sqliteChunkIndex(join(dir, 'chunks.db'))
  try {
    const measured: Ranked[] = []
    for (const corpus of corpora) {
      const passages = passagesOfTwoSentences(corpus.chunks)
      await fill(index, corpus, 'documents', corpus.chunks)
      await fill(index, corpus, 'passages', passages)
      const byDocument = Map.groupBy(passages, ({ contentId }) => contentId)
      const holding = ({ document, answers }: Question) => {
        const found = byDocument.get(document)?.find(({ text }) => answers.some((answer) => text.includes(answer)))
        return found && passageOf(found)
      }
      const bySet = {
        documents: await ask(index, corpus, 'documents', contentOf, ({ document }) => document),
        passages: await ask(index, corpus, 'passages', passageOf, holding),
      }
      for (const set of ['documents', 'passages'] as const) {
        for (const half of ['report', 'fit'] as const) {
          const quality = qualityOf(bySet[set].filter(({ question }) => corpus.halfOf(question) === half))
          measured.push({ language: corpus.language, set, half, quality })
        }
      }
    }
    return measured
  } finally {
    await index.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

const contentOf = ({ contentId }: { contentId: string }) => contentId

/** Prints how every half of every set is ranked, and the yardstick. */
export async function benchRanking(corpora: Corpus[]): Promise<void> {
  console.log('Ranking                                               nDCG@10  recall@5     MRR')
  const measured = await measureRanking(corpora)
  for (const corpus of corpora) {
    console.log(`  ${corpus.language}: ${corpus.chunks.length} chunks`)
    for (const { set, half, quality } of measured.filter(({ language }) => language === corpus.language)) {
      if (half === 'report') report(`nDCG@10, ${corpus.language}, ${set}, held-out half`, quality.ndcg, '')
      row(`${set}, ${half === 'report' ? 'held-out' : 'the other'} half (${quality.questions} questions)`, quality)
    }
    row(
      'BM25 of words, documents, held-out half',
      qualityOf(byWords(corpus).filter(({ question }) => corpus.halfOf(question) === 'report')),
    )
  }
}

/** The yardstick. */
function byWords({ chunks, questions }: Corpus): Asked[] {
  const texts = new Map<string, string>()
  for (const { contentId, text, title } of chunks) texts.set(contentId, `${texts.get(contentId) ?? title}\n${text}`)
  const rank = wordBm25([...texts].map(([id, text]) => ({ id, text })))
  return questions
    .filter(({ answerable }) => answerable)
    .map((question) => ({ question, right: question.document, ranking: rank(question.question) }))
}
