import { bodyOf, type ChunkTerms, gramFields, headingOf, titleOf } from './chunk-terms.ts'
import { ranking, saturate } from './constants.ts'

const { title, heading, body } = ranking.fields

/** A field's count by its weight, over its length. */
const part = (count: number, { weight, b }: { weight: number; b: number }, length: number, average: number): number =>
  count === 0 ? 0 : (weight * count) / (1 - b + (b * length) / Math.max(Number.EPSILON, average))

/** How often a token stands in a chunk: each field by its weight and over its length (BM25F). */
export function termFrequency(token: string, { counts, lengths }: ChunkTerms, averages: number[]): number {
  const held = counts.get(token)
  if (held === undefined) return 0
  const from = token.startsWith('=') ? 0 : gramFields
  return (
    part(titleOf(held), title, lengths[from]!, averages[from]!) +
    part(headingOf(held), heading, lengths[from + 1]!, averages[from + 1]!) +
    part(bodyOf(held), body, lengths[from + 2]!, averages[from + 2]!)
  )
}

/** The score of a chunk without its document's, for tokens with what they weigh. */
export function chunkScore(terms: ChunkTerms, weights: ReadonlyMap<string, number>, averages: number[]): number {
  let score = 0
  for (const [token, weight] of weights) score += weight * saturate(termFrequency(token, terms, averages))
  return score
}
