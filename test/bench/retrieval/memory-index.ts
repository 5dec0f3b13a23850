import type { Candidate, ChunkIndex, IndexedChunk } from '@frontdesk/chunk-index'

/** A chunk with its tokens counted once, for many small knowledge bases that share it. */
export type Counted = { chunk: IndexedChunk; counts: Map<string, number>; vector: Float32Array }

export const count = (chunk: IndexedChunk): Counted => {
  const counts = new Map<string, number>()
  for (const token of chunk.tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return { chunk, counts, vector: Float32Array.from(chunk.vector) }
}

const candidateOf = ({ tokens: _tokens, vector: _vector, ...chunk }: IndexedChunk, score: number): Candidate => ({
  ...chunk,
  score,
})
const best = (candidates: Candidate[], limit: number): Candidate[] =>
  candidates
    .sort((a, b) => b.score - a.score || (a.contentId < b.contentId ? -1 : 1) || a.index - b.index)
    .slice(0, limit)

/**
 * The two questions that `retrieval` asks of an index, over chunks in memory: scores as LanceDB's, to the sixth digit.
 * Thousands of knowledge bases of a few chunks are asked one question each, which real tables would take hours for.
 */
export function memoryIndex(counted: Counted[]): Pick<ChunkIndex, 'candidates' | 'documentFrequencies'> {
  const average = counted.reduce((sum, { chunk }) => sum + chunk.tokens.length, 0) / counted.length
  const frequencyOf = (token: string) => counted.reduce((sum, { counts }) => sum + (counts.has(token) ? 1 : 0), 0)
  return {
    async documentFrequencies(_space, tokens) {
      return { chunks: counted.length, frequencies: tokens.map(frequencyOf) }
    },
    async candidates(_space, { tokens, vector, limit }) {
      const weights = tokens.map((token) => {
        const n = frequencyOf(token)
        return Math.log(1 + (counted.length - n + 0.5) / (n + 0.5))
      })
      const lexical = counted.flatMap(({ chunk, counts }) => {
        const norm = 1.2 * (0.25 + (0.75 * chunk.tokens.length) / average)
        let score = 0
        tokens.forEach((token, i) => {
          const count = counts.get(token)
          if (count) score += (weights[i]! * count * 2.2) / (count + norm)
        })
        return score > 0 ? [candidateOf(chunk, score)] : []
      })
      const nearest = counted.map(({ chunk, vector: own }) => {
        let cosine = 0
        for (let i = 0; i < own.length; i++) cosine += own[i]! * vector![i]!
        return candidateOf(chunk, cosine)
      })
      return { lexical: best(lexical, limit), vector: best(nearest, limit) }
    },
  }
}
