import type { Kind, Sentence } from './sentences.ts'

/** What a mask of one kind did with the sentences: hits, and what went wrong, to be read. */
export type Score = { recall: number; precision: number; missed: string[]; wrong: string[] }

/** Something is found when no letter or digit of it stays but the kept ones; masked outside of the kind's data is wrong. */
export function measure(sentences: Sentence[], kind: Kind, kept: number, mask: (text: string) => string): Score {
  const score: Score = { recall: 0, precision: 0, missed: [], wrong: [] }
  let hits = 0
  for (const { text, data } of sentences) {
    const masked = mask(text)
    if (masked.length !== text.length) throw new Error(`the length changed: ${text}`)
    const own = data.filter((one) => one.kind === kind)
    for (const { start, end } of own) {
      const left = masked.slice(start, end).replace(/[^\p{L}\p{N}]/gu, '').length
      if (left <= kept) hits++
      else score.missed.push(`${text.slice(start, end)} → ${masked.slice(start, end)} in: ${text}`)
    }
    const strays = [...masked].some(
      (character, i) => character !== text[i] && !own.some(({ start, end }) => i >= start && i < end),
    )
    if (strays) score.wrong.push(`${text} → ${masked}`)
  }
  score.recall = hits / (hits + score.missed.length)
  score.precision = hits / (hits + score.wrong.length)
  return score
}
