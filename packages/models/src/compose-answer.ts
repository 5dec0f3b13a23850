import { contentWords, splitIntoSentences, words } from '@frontdesk/language'
import { likeness } from './likeness.ts'
import type { AnswerRequest } from './port.ts'

const maxSentences = 3
/** A further sentence must be worth this share of the best one. */
const worthAdding = 0.55
/** What a heading, or the question of a question-and-answer pair, hands on to the sentence after it. */
const handedOn = 0.7
const fragmentPenalty = 0.6
const longestHeading = 60
/** A record of a table: some eight rows of a label and a value. */
const longestRecord = 300
const passageRankPenalty = 0.06
const answerTypeBonus = 0.25
/** Sentences that share this much of their words say the same. */
const sameWords = 0.8

type Candidate = {
  text: string
  passage: number
  order: number
  words: Set<string>
  score: number
  /** A question answers nothing, but says what the sentence after it is about. So does a heading. */
  asks: boolean
  isHeading: boolean
  /** Cut off at the edge of its chunk. */
  isFragment: boolean
}

const looksLikeNumber = /\p{N}/u
const looksLikeTime =
  /\p{N}|\b(?:jan|feb|april|june|juni|july|juli|august|septem|okto|octo|novem|decem)|\b(?:mars|maj|march)\b|\b(?:mån|tis|ons|tors|fre|lör|sön)dag|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day/iu
const looksLikeName = /\S\s+\p{Lu}/u

/** What kind of thing the question asks for, as a test that an answering sentence passes; English and Swedish. */
const answerTypes: { asked: RegExp; found: RegExp }[] = [
  { asked: /\b(?:when|när|what time|vilken tid|vilket datum|how long|hur länge)\b/iu, found: looksLikeTime },
  {
    asked: /\b(?:how (?:many|much|old|often|far)|hur (?:många|mycket|gammal|ofta|långt)|price|cost|pris|kostar)\b/iu,
    found: looksLikeNumber,
  },
  { asked: /\b(?:who|whom|whose|where|vem|vems|vilka|var)\b/iu, found: looksLikeName },
]

/**
 * An answer in the passages' own words: one to three of their sentences, word for word, those of the best passage first
 * and in reading order. A sentence scores by the question's content words that it covers, each weighted by how rare it is
 * within the passages, by the type of answer asked for and by the passage's rank. Empty when there is no sentence at all.
 */
export function composeAnswer({ question, passages }: Pick<AnswerRequest, 'question' | 'passages'>): string[] {
  const candidates = passages.flatMap(({ text }, passage) => candidatesOf(text, passage))
  if (candidates.length === 0) return []
  scoreAll(candidates, question)
  return inReadingOrder(choose(candidates)).map(({ text }) => text)
}

function candidatesOf(passageText: string, passage: number): Candidate[] {
  const texts = wholeRecords(passageText)
    .flatMap(withoutHeadings)
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
  // A passage of one line is all there is to say, whatever it looks like.
  const isAlone = texts.length === 1
  return texts.map((text, order) => {
    const hasEnd = /[.!?…。！？][)"'”’»\]]*$/u.test(text)
    const isHeading = !hasEnd && !isAlone && readsAsHeading(text)
    return {
      text,
      passage,
      order,
      words: new Set(words(text)),
      score: 0,
      asks: text.endsWith('?'),
      isHeading,
      isFragment:
        !isAlone && ((order === 0 && /^\p{Ll}/u.test(text)) || (order === texts.length - 1 && !hasEnd && !isHeading)),
    }
  })
}

const isRow = (text: string): boolean => /^[^\s:][^:\n]{0,47}:\s/.test(text)

/**
 * The sentences of a passage, with the short records of a table in one piece: a row that says `Price: 1890` answers
 * nothing without the row that says what costs it. The rows of a long form stay apart.
 */
function wholeRecords(passageText: string): string[] {
  const texts: string[] = []
  let record: { text: string; end: number }[] = []
  const close = () => {
    const rows = record.map(({ text }) => text)
    const whole = rows.join('\n')
    texts.push(...(whole.length <= longestRecord ? [whole] : rows).filter((text) => text !== ''))
    record = []
  }
  for (const { text, start, end } of splitIntoSentences(passageText)) {
    const goesOn = record.length > 0 && isRow(text) && passageText.slice(record.at(-1)!.end, start) === '\n'
    if (!goesOn) close()
    if (isRow(text)) record.push({ text, end })
    else texts.push(text)
  }
  close()
  return texts
}

/** Short, and neither a list item nor a line with a value (`Saturday: 10–14`); a number in front (`3.1 Returns`) is fine. */
const readsAsHeading = (line: string): boolean =>
  line.length <= longestHeading && !/^[-*•]|[:;,|\t]|\d/.test(line.replace(/^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s/, ''))

/** A heading on a line of its own has no full stop, so it comes with the sentence after it; it is told by its length. */
function withoutHeadings(text: string): string[] {
  const newline = text.indexOf('\n')
  const line = text.slice(0, newline).trimEnd()
  const rest = text.slice(newline + 1).trimStart()
  const isHeading = newline > 0 && readsAsHeading(line) && /^[^\p{Ll}]/u.test(rest)
  return isHeading ? [line, ...withoutHeadings(rest)] : [text]
}

function scoreAll(candidates: Candidate[], question: string) {
  const content = contentWords(question)
  const asked = [...new Set(content.length > 0 ? content : words(question))]
  const covered = candidates.map(({ words }) => asked.map((word) => bestLikeness(word, words)))
  const rarity = asked.map((_, i) => {
    const holding = covered.reduce((sum, row) => sum + row[i]!, 0)
    return Math.log(1 + candidates.length / (0.5 + holding))
  })
  const total = rarity.reduce((sum, weight) => sum + weight, 0) || 1
  const found = answerTypes.find((type) => type.asked.test(question))?.found
  let before = asked.map(() => 0)
  for (const [i, candidate] of candidates.entries()) {
    if (candidate.order === 0) before = asked.map(() => 0)
    const own = covered[i]!
    const announces = candidate.asks || candidate.isHeading
    const coverage = own.reduce((sum, part, w) => sum + Math.max(part, before[w]! * handedOn) * rarity[w]!, 0) / total
    let score = coverage + (coverage > 0 && found?.test(candidate.text) ? answerTypeBonus : 0)
    if (candidate.isFragment) score *= fragmentPenalty
    if (announces) score = 0
    candidate.score = score * (1 - passageRankPenalty * candidate.passage) - candidate.order * 1e-6
    // As far as the next heading or question.
    if (announces) before = own
  }
}

function bestLikeness(word: string, words: Set<string>): number {
  if (words.has(word)) return 1
  let best = 0
  for (const other of words) best = Math.max(best, likeness(word, other))
  return best
}

function choose(candidates: Candidate[]): Candidate[] {
  const ranked = [...candidates].sort((a, b) => b.score - a.score)
  // When only questions and headings are there, the best passage's first words are better than nothing.
  const best = ranked[0]!.score > 0 ? ranked[0]! : candidates[0]!
  const chosen = [best]
  const previous = candidates.find(({ passage, order }) => passage === best.passage && order === best.order - 1)
  if (previous && refersBack(best.text) && !previous.asks && !previous.isHeading) chosen.push(previous)
  for (const candidate of ranked) {
    if (chosen.length === maxSentences || candidate.score < best.score * worthAdding || candidate.score <= 0) break
    if (chosen.every((other) => !saysTheSame(candidate, other))) chosen.push(candidate)
  }
  return chosen
}

const refersBack = (text: string): boolean =>
  /^(?:it|they|this|that|these|those|he|she|den|det|de|detta|dessa|denna|han|hon)\b/iu.test(text)

function saysTheSame(a: Candidate, b: Candidate): boolean {
  if (a === b) return true
  let shared = 0
  for (const word of a.words) if (b.words.has(word)) shared++
  return shared >= sameWords * Math.min(a.words.size, b.words.size)
}

function inReadingOrder(chosen: Candidate[]): Candidate[] {
  const best = chosen[0]!.passage
  const rank = ({ passage }: Candidate) => (passage === best ? -1 : passage)
  return chosen.sort((a, b) => rank(a) - rank(b) || a.order - b.order)
}
