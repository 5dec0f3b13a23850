import { minSentencesRead, ranking } from './constants.ts'

/** How many of the best chunks have their sentences read when `limit` are asked for. */
export const sentencesRead = (limit: number): number => Math.max(minSentencesRead, Math.ceil(limit / 4))

type Parts = { chunk: number; sentence: number; document: number }

/**
 * The lexical score of a chunk out of its own (with its best sentence's, for a short question) and its document's, over the
 * highest that a chunk could have for the question; and the document's part over its own highest. Both in 0..1, so scores
 * compare over questions: bare BM25 scores grow with a question's length. A word that no chunk holds weighs most, so a
 * question about things that the knowledge base never mentions scores low.
 */
export function lexicalScore(
  { chunk, sentence, document }: Parts,
  bounds: { chunk: number; document: number },
  { isShort }: { isShort: boolean },
): { score: number; document: number } {
  const { share } = ranking.sentence
  const own = isShort ? (1 - share) * chunk + share * (ranking.k1 + 1) * sentence : chunk
  return {
    score: partOf(own + document, bounds.chunk + bounds.document),
    document: partOf(document, bounds.document),
  }
}

const partOf = (value: number, bound: number): number => (bound > 0 ? Math.min(1, Math.max(0, value / bound)) : 0)
