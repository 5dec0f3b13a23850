import { bodyOf, fieldCount, gramFields, headingOf, titleOf } from '../ranking/chunk-terms.ts'
import { ranking } from '../ranking/constants.ts'
import type { OpenSpace } from './open-space.ts'

const { k1 } = ranking

/** What a field counts for, and how its length is held against it: over `flat` + `slope` × length. */
type FieldNorm = { weight: number; flat: number; slope: number }

/** Of one view, whose lengths begin at `from` of a document's. */
export type ChunkNorms = { from: number; title: FieldNorm; heading: FieldNorm; body: FieldNorm }

/** How lengths count in a space, in the gram view or that of stems. */
export function chunkNorms({ lengthSums, holding }: OpenSpace, isGramView: boolean): ChunkNorms {
  const from = isGramView ? gramFields : 0
  const { fields } = ranking
  const normOf = ({ weight, b }: { weight: number; b: number }, field: number): FieldNorm => {
    const average = lengthSums[from + field]! / Math.max(1, holding[from + field]!)
    return { weight, flat: 1 - b, slope: b / Math.max(Number.EPSILON, average) }
  }
  return { from, title: normOf(fields.title, 0), heading: normOf(fields.heading, 1), body: normOf(fields.body, 2) }
}

/**
 * What a token counts for in a chunk, 0..1: its frequency, each field by its weight and over its length, over itself and `k1` (BM25F
 * without the weight of the token).
 */
export function saturation(
  { from, title, heading, body }: ChunkNorms,
  lengths: Uint16Array,
  doc: number,
  counts: number,
): number {
  const at = doc * fieldCount + from
  const inBody = body.weight * bodyOf(counts)
  const bodyNorm = body.flat + body.slope * lengths[at + 2]!
  // Most tokens stand in the body alone: one division, which is what takes time.
  if ((counts & 15) === 0) return inBody / (inBody + k1 * bodyNorm)
  let sum = inBody / bodyNorm
  const inHeading = headingOf(counts)
  const inTitle = titleOf(counts)
  if (inHeading > 0) sum += (heading.weight * inHeading) / (heading.flat + heading.slope * lengths[at + 1]!)
  if (inTitle > 0) sum += (title.weight * inTitle) / (title.flat + title.slope * lengths[at]!)
  return sum / (sum + k1)
}
