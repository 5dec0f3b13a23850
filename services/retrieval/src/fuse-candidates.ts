import type { Candidate } from '@frontdesk/chunk-index'

/** A candidate of either list with its bounded scores. `score` is their convex sum. All in 0..1. */
export type Fused = { candidate: Candidate; score: number; lexical: number; vector: number }

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const keyOf = ({ contentId, index }: Candidate): string => `${contentId}:${index}`

/**
 * One list out of two, best first: `weight` × cosine + (1 - `weight`) × BM25 over its `bound` (Bruch et al. 2023, "An
 * Analysis of Fusion Functions for Hybrid Retrieval", https://arxiv.org/abs/2210.11934). Ranks are not used: fusing them
 * makes a strong list worse by a weak one. What only one list has gets 0 in the other: it was not among its best. Ties are
 * broken by content and index, so the same question has the same answer.
 */
export function fuseCandidates(
  { lexical, vector }: { lexical: Candidate[]; vector: Candidate[] },
  { bound, weight }: { bound: number; weight: number },
): Fused[] {
  const fused = new Map<string, Fused>()
  for (const candidate of lexical) {
    const score = bound > 0 ? clamp(candidate.score / bound) : 0
    fused.set(keyOf(candidate), { candidate, score: 0, lexical: score, vector: 0 })
  }
  for (const candidate of vector) {
    const both = fused.get(keyOf(candidate)) ?? { candidate, score: 0, lexical: 0, vector: 0 }
    fused.set(keyOf(candidate), { ...both, vector: clamp(candidate.score) })
  }
  return [...fused.values()]
    .map((each) => ({ ...each, score: weight * each.vector + (1 - weight) * each.lexical }))
    .sort((a, b) => b.score - a.score || compare(a.candidate, b.candidate))
}

const compare = (a: Candidate, b: Candidate): number =>
  a.contentId < b.contentId ? -1 : a.contentId > b.contentId ? 1 : a.index - b.index
