import { ranking } from '../ranking/constants.ts'
import type { BestScores } from './best-scores.ts'
import { type ChunkNorms, chunkNorms, saturation } from './chunk-norms.ts'
import type { OpenSpace } from './open-space.ts'
import type { DocumentScores } from './score-documents.ts'
import type { FoundToken, TokenPostings } from './token-postings.ts'

const { k1 } = ranking

/** Whether a document may be found; all may without. */
export type IsWanted = ((doc: number) => boolean) | undefined

/** A token that chunks hold, with what it weighs. */
export type HeldToken = { found: FoundToken; weight: number; isGram: boolean }

/** The tokens of a question, the heaviest first, with the scores of the documents that chunks belong to. */
type ChunkQuery = {
  space: OpenSpace
  tokens: HeldToken[]
  documents: DocumentScores
  limit: number
  isWanted: IsWanted
}

/** What a token adds to scores: `top` at most. */
type List = TokenPostings & { top: number; norms: ChunkNorms }

/** Looking a document up in a list costs as much as passing so many of its postings. */
const lookUpCost = 8
/** Sums of the same numbers in another order differ by less than this part: what is so near to a bound may reach it. */
const rounding = 1e-9

/**
 * Scores the heaviest token first (Turtle and Flood 1995, "Query evaluation: strategies and optimizations": MaxScore). Once
 * what is left, with the highest score of a document, can't lift a further chunk among the best, only those that have a
 * score go on, and of those the ones that can still reach the best.
 */
export function scoreChunks(scores: BestScores, { space, tokens, documents, limit, isWanted }: ChunkQuery): void {
  scores.reset(space.nextDoc)
  const bonus = { scores: documents.scores, groups: space.contents }
  const highest = documents.highest
  let left = tokens.reduce((sum, { weight }) => sum + weight * (k1 + 1), 0)
  const slack = left * rounding
  let threshold = Number.NEGATIVE_INFINITY
  let alive: Uint32Array<ArrayBuffer> | undefined
  let isSorted = false
  for (const { found, weight, isGram } of tokens) {
    const { frequency } = found
    const top = weight * (k1 + 1)
    // Looking for the threshold costs as much as scoring all that is known so far.
    if (frequency > (alive?.length ?? scores.size)) threshold = scores.threshold(limit, bonus, alive, threshold)
    const least = threshold - left - slack
    const list = { ...found.read(), top, norms: chunkNorms(space, isGram) }
    if (least <= 0 && isWanted === undefined && space.isWhole) addList(scores, space, list)
    else if (least <= highest) admitList(scores, space, list, { byDocument: documents.scores, least, isWanted })
    else {
      alive = scores.reaching(least, bonus, alive)
      if (alive.length * lookUpCost > frequency) scoreList(scores, space, list)
      else {
        if (!isSorted) alive.sort()
        isSorted = true
        lookUpList(scores, space, list, alive)
      }
    }
    left -= top
  }
}

/** Adds a token to the scores of all chunks that hold it. Without branches, as most of the first lists are new. */
function addList(scores: BestScores, { lengths }: OpenSpace, { docs, counts, from, to, top, norms }: List): void {
  const { table, docs: scored } = scores
  let { size } = scores
  for (let i = from; i < to; i++) {
    const doc = docs[i]!
    const before = table[doc]!
    scored[size] = doc
    size += Number(before === 0)
    table[doc] = before + top * saturation(norms, lengths, doc, counts[i]!)
  }
  scores.size = size
}

/** Adds a token to the scores, also of chunks that have none yet whose document's score is at least `least`. */
function admitList(
  scores: BestScores,
  { contents, lengths }: OpenSpace,
  { docs, counts, from, to, top, norms }: List,
  { byDocument, least, isWanted }: { byDocument: Float32Array; least: number; isWanted: IsWanted },
): void {
  const { table, docs: scored } = scores
  for (let i = from; i < to; i++) {
    const doc = docs[i]!
    const before = table[doc]!
    if (before === 0) {
      const content = contents[doc]!
      if (content < 0 || byDocument[content]! < least || (isWanted && !isWanted(doc))) continue
      scored[scores.size++] = doc
    }
    table[doc] = before + top * saturation(norms, lengths, doc, counts[i]!)
  }
}

/** Adds a token to the scores of the chunks that have one. */
function scoreList(scores: BestScores, { lengths }: OpenSpace, { docs, counts, from, to, top, norms }: List): void {
  const { table } = scores
  for (let i = from; i < to; i++) {
    const doc = docs[i]!
    const before = table[doc]!
    if (before === 0) continue
    table[doc] = before + top * saturation(norms, lengths, doc, counts[i]!)
  }
}

/** Adds a token to the scores of some chunks, in their order. */
function lookUpList(
  scores: BestScores,
  { lengths }: OpenSpace,
  { docs, counts, from, to, top, norms }: List,
  wanted: Uint32Array,
): void {
  const { table } = scores
  let at = from
  for (let i = 0; i < wanted.length && at < to; i++) {
    const doc = wanted[i]!
    at = firstFrom(docs, doc, at, to)
    if (at === to || docs[at] !== doc) continue
    table[doc]! += top * saturation(norms, lengths, doc, counts[at]!)
  }
}

/** The first place from `from` on, before `to`, whose document is `doc` or a later one: steps that double, then halves. */
function firstFrom(docs: Uint32Array, doc: number, from: number, to: number): number {
  let low = from
  let step = 1
  while (low + step < to && docs[low + step]! < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (docs[middle]! < doc) low = middle + 1
    else high = middle
  }
  return low
}
