import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChunkIndex, lancedbChunkIndex, type Space } from '@frontdesk/chunk-index'
import { rankCandidates, readQuestion } from '@frontdesk/retrieval'
import { type Corpus, embed, type Question } from './data.ts'
import { wordBm25 } from './word-bm25.ts'

/** How good rankings are, each a mean over questions: one document is right. */
export type Quality = { ndcg: number; recall: number; mrr: number; questions: number }
type Scored = { id: string; lexical: number; vector: number }
/** What each method ranked for one question, so that every dense weight can be tried without asking again. */
type Asked = { question: Question; hybrid: Scored[]; vector: string[]; words: string[] }

const weights = [0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
const dimensions = 1024

/** The place of the right document in a ranking of chunks, 1 for the first document; Infinity when it is not there. */
function placeOf(id: string, ranking: string[]): number {
  const place = [...new Set(ranking)].indexOf(id)
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

/** nDCG@10, recall@5 and MRR with one right document, whose ideal discounted gain is 1. */
function qualityOf(rankings: { id: string; ranking: string[] }[]): Quality {
  const sums = { ndcg: 0, recall: 0, mrr: 0 }
  for (const { id, ranking } of rankings) {
    const place = placeOf(id, ranking)
    if (place <= 10) sums.ndcg += 1 / Math.log2(place + 1)
    if (place <= 5) sums.recall++
    sums.mrr += 1 / place
  }
  const n = rankings.length
  return { ndcg: sums.ndcg / n, recall: sums.recall / n, mrr: sums.mrr / n, questions: n }
}

const fused = (scored: Scored[], weight: number): string[] =>
  scored
    .map(({ id, lexical, vector }) => ({ id, score: weight * vector + (1 - weight) * lexical }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)

async function ask(index: ChunkIndex, space: Space, corpus: Corpus): Promise<Asked[]> {
  const texts = new Map<string, string>()
  for (const { contentId, text, title } of corpus.chunks) {
    texts.set(contentId, `${texts.get(contentId) ?? title}\n${text}`)
  }
  const byWords = wordBm25([...texts].map(([id, text]) => ({ id, text })))
  const asked: Asked[] = []
  for (const question of corpus.questions) {
    if (!question.answerable) continue
    const vector = await embed(question.question)
    const read = await readQuestion(index, space, question.question)
    const lists = await index.candidates(space, { tokens: read.tokens, vector, limit: 40 })
    const ranked = rankCandidates(lists, read, { weight: 0.5, read: 20 })
    asked.push({
      question,
      hybrid: ranked.map(({ candidate, lexical, vector }) => ({ id: candidate.contentId, lexical, vector })),
      vector: lists.vector.map(({ contentId }) => contentId),
      words: byWords(question.question),
    })
  }
  return asked
}

const row = (name: string, { ndcg, recall, mrr }: Quality) =>
  console.log(
    `    ${name.padEnd(34)} ${ndcg.toFixed(3).padStart(8)} ${recall.toFixed(3).padStart(9)} ${mrr.toFixed(3).padStart(7)}`,
  )

/** Ranks every answerable question through the real index; fits the dense weight on one half, reports on the other. */
export async function benchRanking(corpora: Corpus[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  const index = lancedbChunkIndex(dir)
  try {
    console.log('Ranking (the half of the articles that nothing was fitted on)')
    for (const corpus of corpora) {
      const space = { tenant: corpus.language, generation: 'bench', dimensions }
      await index.put(space, corpus.chunks)
      await index.refresh(space)
      const asked = await ask(index, space, corpus)
      const half = (name: 'fit' | 'report') => asked.filter(({ question }) => corpus.halfOf(question) === name)
      const rank = (part: Asked[], ranking: (each: Asked) => string[]) =>
        qualityOf(part.map((each) => ({ id: each.question.document, ranking: ranking(each) })))
      const fitted = weights
        .map((weight) => ({ weight, ndcg: rank(half('fit'), ({ hybrid }) => fused(hybrid, weight)).ndcg }))
        .reduce((a, b) => (b.ndcg > a.ndcg ? b : a)).weight
      const report = half('report')
      console.log(
        `  ${corpus.language}: ${corpus.chunks.length} chunks, ${report.length} questions      nDCG@10  recall@5     MRR`,
      )
      row(
        `hybrid, dense weight ${fitted} (fitted)`,
        rank(report, ({ hybrid }) => fused(hybrid, fitted)),
      )
      row(
        'hybrid, dense weight 0.05 (shipped)',
        rank(report, ({ hybrid }) => fused(hybrid, 0.05)),
      )
      row(
        'lexical alone',
        rank(report, ({ hybrid }) =>
          fused(
            hybrid.filter(({ lexical }) => lexical > 0),
            0,
          ),
        ),
      )
      row(
        'vector alone',
        rank(report, ({ vector }) => vector),
      )
      row(
        'word BM25',
        rank(report, ({ words }) => words),
      )
      row(
        'hybrid 0.05, both halves',
        rank(asked, ({ hybrid }) => fused(hybrid, 0.05)),
      )
    }
  } finally {
    await index.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
