import type { FoundChunk } from '@frontdesk/contracts'

/** Chunks of one document that follow each other, as one text again. */
export type Passage = {
  text: string
  chunks: { chunk: FoundChunk /** Where its text begins in the passage's. */; at: number }[]
  /** Whether the text begins, or ends, inside of its document. */
  isCut: { start: boolean; end: boolean }
  title: string
  heading: string | undefined
  /** The best of its chunks: over the question's bound, 0..1. */
  score: number
  /** The place of its best chunk in the list that was found. */
  rank: number
}

/**
 * Found chunks as passages, in the order of their best chunk: chunks of one document that overlap or touch are joined, so
 * that a sentence or list cut between them is whole.
 */
export function joinPassages(chunks: FoundChunk[]): Passage[] {
  const order = chunks.map((chunk, rank) => ({ chunk, rank }))
  order.sort((a, b) => compare(a.chunk.contentId, b.chunk.contentId) || a.chunk.index - b.chunk.index)
  const passages: Passage[] = []
  let last: FoundChunk | undefined
  for (const { chunk, rank } of order) {
    const passage = passages.at(-1)
    const added = last && passage && isNext(last, chunk) ? restOf(last, chunk) : undefined
    if (passage && added) {
      passage.chunks.push({ chunk, at: passage.text.length + added.length - chunk.text.length })
      passage.text += added
      passage.isCut.end = !endsSentence(chunk.text)
      passage.score = Math.max(passage.score, chunk.lexical)
      passage.rank = Math.min(passage.rank, rank)
    } else {
      const { text, title, heading, lexical: score } = chunk
      const isCut = { start: chunk.start > 0, end: !endsSentence(text) }
      passages.push({ text, title, heading, score, rank, isCut, chunks: [{ chunk, at: 0 }] })
    }
    last = chunk
  }
  return passages.sort((a, b) => a.rank - b.rank)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const endsSentence = (text: string): boolean => /[.!?…]["')”]*\s*$/.test(text)
const isNext = (a: FoundChunk, b: FoundChunk): boolean =>
  a.contentId === b.contentId && a.sourceId === b.sourceId && b.index === a.index + 1

/** What the next chunk adds; undefined when their texts do not meet (a repeated header, masked words). */
function restOf(before: FoundChunk, next: FoundChunk): string | undefined {
  const overlap = before.end - next.start
  if (overlap < 0 || overlap > next.text.length) return undefined
  if (next.start + next.text.length !== next.end || !before.text.endsWith(next.text.slice(0, overlap))) return undefined
  return next.text.slice(overlap)
}
