import type { Candidate } from '@frontdesk/chunk-index'
import type { Models } from '@frontdesk/models'

/** A candidate of either list with its scores, all in 0..1. `score` fuses `lexical` and `vector`, which is the cosine. */
export type Ranked = {
  candidate: Omit<Candidate, 'score' | 'document'>
  score: number
  lexical: number
  document: number
  vector: number
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const keyOf = ({ contentId, index }: { contentId: string; index: number }): string => `${contentId}:${index}`

/**
 * One list out of two, best first: `weight` × stretched cosine + (1 - `weight`) × lexical (Bruch et al. 2023, "An Analysis of
 * Fusion Functions for Hybrid Retrieval", https://arxiv.org/abs/2210.11934). Ranks are not fused: that makes a strong list worse by
 * a weak one. What only one list has gets 0 in the other, for it was not among its best. Ties go by content and index, so
 * the same question has the same answer; what scores 0 is left out.
 */
export function rankCandidates(
  { lexical, vector }: { lexical: Candidate[]; vector: Candidate[] },
  weight: number,
  { unrelated, same }: NonNullable<Models['embedding']['cosines']> = { unrelated: 0, same: 1 },
): Ranked[] {
  const stretched = (cosine: number) => clamp((cosine - unrelated) / (same - unrelated))
  const ranked = new Map<string, Ranked>()
  for (const { score, document, ...candidate } of lexical) {
    ranked.set(keyOf(candidate), { candidate, score: 0, lexical: score, document, vector: 0 })
  }
  for (const { score, document: _, ...candidate } of vector) {
    const both = ranked.get(keyOf(candidate)) ?? { candidate, score: 0, lexical: 0, document: 0, vector: 0 }
    ranked.set(keyOf(candidate), { ...both, vector: clamp(score) })
  }
  return [...ranked.values()]
    .map((each) => ({ ...each, score: weight * stretched(each.vector) + (1 - weight) * each.lexical }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compare(a.candidate, b.candidate))
}

const compare = (a: Ranked['candidate'], b: Ranked['candidate']): number =>
  a.contentId < b.contentId ? -1 : a.contentId > b.contentId ? 1 : a.index - b.index
