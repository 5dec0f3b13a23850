/** BM25's term saturation, as the chunk index scores (port.ts). */
const k1 = 1.2

/** Lucene's idf: how much a token tells that `frequency` of `chunks` hold. Never negative. */
const weightOf = (frequency: number, chunks: number): number =>
  Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5))

/** Tokens a search asks for: those of the 40 rarest words or so. More cost time and change nothing in the order. */
const mostTokens = 256

/**
 * The tokens of a question that are worth asking for, and the BM25 score that no chunk can exceed for it: each token adds
 * at most its idf × (k1 + 1), which it approaches the oftener it stands in a chunk (Robertson and Zaragoza 2009, "The
 * Probabilistic Relevance Framework", 3.4). Scores over this bound lie in 0..1 and compare over questions: half of them
 * are long and some are full of rare words, so bare BM25 scores do not. A token that no chunk holds counts in the bound
 * with the highest idf: a question about things that the knowledge base never mentions scores low.
 */
export function boundScore(
  tokens: string[],
  { chunks, frequencies }: { chunks: number; frequencies: number[] },
): { asked: string[]; bound: number } {
  const weighted = tokens
    .map((token, i) => ({ token, weight: weightOf(Math.min(frequencies[i]!, chunks), chunks) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostTokens)
  const bound = weighted.reduce((sum, { weight }) => sum + weight * (k1 + 1), 0)
  return { asked: weighted.map(({ token }) => token), bound }
}
