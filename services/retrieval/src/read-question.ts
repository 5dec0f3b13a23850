import type { ChunkIndex, Space } from '@frontdesk/chunk-index'
import { searchTokens, words } from '@frontdesk/language'

/** A question as it is asked of the index. */
export type ReadQuestion = {
  tokens: string[]
  /** What each of them tells: its idf among the tenant's chunks. */
  weights: Map<string, number>
  /** What no chunk's BM25 score for these tokens exceeds. 0 when there is nothing to ask or to find. */
  bound: number
}

/** BM25's term saturation, as the chunk index scores (its port.ts). */
const k1 = 1.2

/** Tokens that a search asks for: those of some 40 words. More cost time and change nothing in the order. */
const mostTokens = 256

// Rare in documents, so they would weigh much, and say nothing: without them Swedish nDCG@10 rises by .004.
const questionWords = new Set(
  'what who whom whose which when where how why vad vem vems vilka vilken vilket när var vart hur varför'.split(' '),
)

/** Lucene's idf: how much a token tells that `frequency` of `chunks` hold. Never negative. */
const weightOf = (frequency: number, chunks: number): number =>
  Math.log(1 + (chunks - Math.min(frequency, chunks) + 0.5) / (frequency + 0.5))

/** The tokens of a question, each once, question words left out unless there are no others. */
function tokensOf(question: string): string[] {
  const all = words(question)
  const telling = all.filter((word) => !questionWords.has(word))
  return [...new Set(searchTokens((telling.length > 0 ? telling : all).join(' ')))]
}

/**
 * The tokens worth asking for, what each weighs, and the BM25 score that no chunk can exceed: each token adds at most its
 * idf × (k1 + 1), which it approaches the oftener it stands in a chunk (Robertson and Zaragoza 2009, "The Probabilistic
 * Relevance Framework: BM25 and Beyond", 3.4). Scores over this bound lie in 0..1 and compare over questions; bare BM25
 * scores grow with a question's length. A token that no chunk holds has the highest weight, so a question about things
 * that the knowledge base never mentions scores low.
 */
export async function readQuestion(index: ChunkIndex, space: Space, question: string): Promise<ReadQuestion> {
  const tokens = tokensOf(question)
  const { chunks, frequencies } = await index.documentFrequencies(space, tokens)
  if (chunks === 0) return { tokens: [], weights: new Map(), bound: 0 }
  const weighted = tokens
    .map((token, i): [string, number] => [token, weightOf(frequencies[i]!, chunks)])
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostTokens)
  const bound = weighted.reduce((sum, [, weight]) => sum + weight * (k1 + 1), 0)
  return { tokens: weighted.map(([token]) => token), weights: new Map(weighted), bound }
}
