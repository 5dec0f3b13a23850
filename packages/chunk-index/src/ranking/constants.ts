/**
 * Every constant of the lexical ranking: BM25F (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25
 * and Beyond", 3.6) over two views, stems and 4-grams. What they were fitted on: docs/answering.md, Ranking.
 */
export const ranking = {
  k1: 1.2,
  /** How much a field counts, and how far its length is held against it. */
  fields: { title: { weight: 2, b: 0.3 }, heading: { weight: 1, b: 0.3 }, body: { weight: 1, b: 0.75 } },
  /** The score of the whole document that a chunk stands in, added to the chunk's. Chunks beyond `maxChunks` are left out of it. */
  document: { weight: 1, b: 0.4, titleWeight: 2, maxChunks: 1_000 },
  /** How much a stop word of the question counts beside its other words; its grams are not asked for. */
  stopWordShare: 0.25,
  /** How much the gram view counts beside the stem view: endings matter less in English, and compounds are rare. */
  gramWeight: { english: 0.15, other: 0.5 },
  /** How much of a chunk's score its best sentence is, for questions of at most so many content words. */
  sentence: { share: 0.3, maxContentWords: 7 },
} as const

/** What a question is cut to: the tokens that weigh most. More cost time and change nothing in the order. */
export const maxTokens = 256
/** The best chunks whose sentences are read, some 50 µs each. */
export const minSentencesRead = 20

/** Lucene's inverse document frequency, never negative: how much a token tells that `frequency` of `count` hold. */
export const idf = (frequency: number, count: number): number =>
  Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))

/** What a frequency counts for, rising to `k1` + 1. */
export const saturate = (frequency: number): number =>
  frequency === 0 ? 0 : ((ranking.k1 + 1) * frequency) / (frequency + ranking.k1)
