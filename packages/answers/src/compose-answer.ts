import type { FoundChunk, WordCounts } from '@frontdesk/contracts'
import { words } from '@frontdesk/language'
import { findSection } from './find-section.ts'
import { joinPassages } from './join-passages.ts'
import { formatRow } from './match-row.ts'
import { holderOf, isApart, readPassage } from './read-passage.ts'
import { withoutSign } from './read-units.ts'
import { beginsWithYesOrNo, type ScoredPassage, type ScoredUnit, scoreUnits, share } from './score-units.ts'
import { sectionAbout } from './section-of.ts'
import { type AskedWord, weighWords } from './weigh-words.ts'

const maxUnits = 3
const maxItems = 8
/** A neighbour of the best unit must be worth this share of it, its passage included. */
const worthAdding = 0.7
/** Rows are as good as the best from this share of its score on, and so many are said. */
const asGood = 0.995
const maxRows = 3
/** More is not added to an answer of so many characters. */
const longEnough = 500
/** A list is said whole up to this length; of a longer one, the items that answer. */
const maxListLength = 900

/** A part of an answer: `start` to `end` of it, and the words of the chunk that it rests on. */
export type AnswerPart = { start: number; end: number; chunk: FoundChunk; quote: string }
export type ComposedAnswer = {
  text: string
  parts: AnswerPart[]
  /** What confidence looks at. */
  evidence: Evidence
}
/** The question's words, what was read, and what was chosen of it. */
export type Evidence = {
  asked: AskedWord[]
  passages: ScoredPassage[]
  passage: ScoredPassage
  best: ScoredUnit
  said: ScoredUnit[]
}

export type Asked = {
  question: string
  /** Best first. */
  chunks: FoundChunk[]
  counts: WordCounts
  /** ISO 639-1 of the question, when it is known. */
  language?: string | undefined
}

/**
 * An answer in the words of one document: the section whose heading asks the question, from its beginning; or the best unit
 * of a passage with at most two neighbours, or a whole list with what announces it, or a row of a table as `Label, column:
 * value`. Undefined when there is nothing to say. Pure; some milliseconds for five chunks.
 */
export function composeAnswer({ question, chunks, counts, language }: Asked): ComposedAnswer | undefined {
  const asked = weighWords(question, counts, language)
  const holds = holderOf(asked, words(question), language)
  const passages = scoreUnits(
    joinPassages(chunks).map((passage, place) => readPassage(passage, place, holds)),
    question,
    asked,
    holds,
  )
  const section = findSection(passages, { question, asked, holds, language })
  if (section) {
    const { passage, said } = section
    const best = said.reduce((a, b) => (b.score > a.score ? b : a))
    return { ...write(passage, said), evidence: { asked, passages, passage, best, said } }
  }
  const chosen = bestOf(passages)
  if (!chosen) return undefined
  const { passage, best } = chosen
  if (!isTold(best, asked)) {
    const [first] = passages
    const about = sectionAbout(first!, asked)
    if (about) return { ...write(first!, about.said), evidence: { asked, passages, passage: first!, ...about } }
  }
  const said = unitsToSay(passage, best, asked)
  return { ...write(passage, said), evidence: { asked, passages, passage, best, said } }
}

/** The same for bare texts, best first, of which nothing else is known; '' when there is nothing to say. */
export function composeOf(
  question: string,
  passages: { id: string; title: string; text: string }[],
  language?: string,
): string {
  const chunks = passages.map(({ id, title, text }, i): FoundChunk => {
    const score = 1 - (0.5 * i) / passages.length
    const scores = { score, lexical: score, vector: 0 }
    return { sourceId: id, contentId: id, index: 0, version: 1, title, text, start: 0, end: text.length, ...scores }
  })
  return composeAnswer({ question, chunks, counts: { chunks: 0, words: [] }, language })?.text ?? ''
}

/** What a unit with what stands above it holds of the question, so that it can be said without the rest of its section. */
const enough = 0.9

/** The same where the unit holds the time, amount or person that is asked for. */
const enoughWithType = 0.6

/** Whether a unit answers on its own: a row or line of a list that is meant, or a sentence with nearly all that is asked. */
const isTold = (unit: ScoredUnit, asked: AskedWord[]): boolean =>
  unit.row !== undefined ||
  unit.isBare === true ||
  unit.kind === 'record' ||
  share(asked, unit.context) >= (unit.hasType ? enoughWithType : enough)

function bestOf(passages: ScoredPassage[]): { passage: ScoredPassage; best: ScoredUnit } | undefined {
  let chosen: { passage: ScoredPassage; best: ScoredUnit } | undefined
  for (const passage of passages) {
    for (const best of passage.units) if (best.score > (chosen?.best.score ?? 0)) chosen = { passage, best }
  }
  if (chosen) return chosen
  // Only questions and headings, or nothing of the question at all: the first words of the best passage.
  for (const passage of passages) {
    const best =
      passage.units.find(({ kind }) => kind !== 'heading' && kind !== 'row') ?? passage.units.find(({ row }) => !row)
    if (best) return { passage, best }
  }
  return undefined
}

const refersBack = (text: string): boolean =>
  /^(?:it|they|this|that|these|those|he|she|then|however|den|det|de|detta|dessa|denna|han|hon|därefter|er|sie|es|dies|diese|dieser|dieses|dann)\b/iu.test(
    text,
  )
const announces = ({ kind }: ScoredUnit): boolean => kind === 'heading' || kind === 'question'

function unitsToSay({ units, text }: ScoredPassage, best: ScoredUnit, asked: AskedWord[]): ScoredUnit[] {
  if (best.row)
    return best.isWholeTable
      ? units.filter(({ row, isWholeTable }) => row && isWholeTable).slice(0, maxItems)
      : rowsAsGood(units, best)
  if (best.isBare) return [best]
  if (best.list !== undefined) return wholeList(units, best)
  const at = units.indexOf(best)
  if (best.kind === 'code') return withSentenceBefore(units, at)
  if (best.kind === 'intro') return [best, ...followers(units, at)]
  const said = [best]
  const add = (unit: ScoredUnit | undefined, isNeeded: boolean): boolean => {
    if (!unit || announces(unit) || unit.row || unit.kind === 'item' || said.length >= maxUnits) return false
    if (unit.kind === 'intro' || ((unit.isFragment || unit.isEmpty) && !isNeeded)) return false
    // Another paragraph is another matter, unless it speaks of what is asked.
    if (!isNeeded && share(asked, unit.held) === 0 && isApart(text, unit, best)) return false
    if (!isNeeded && (unit.own === 0 || unit.score < worthAdding * best.score || lengthOf(said) > longEnough))
      return false
    said.push(unit)
    return true
  }
  let [from, to] = [at - 1, at + 1]
  // What a pronoun points to, and the yes or no that this explains.
  if (refersBack(best.text) && add(units[from], true)) from--
  const first = firstOfSection(units, at)
  if (first < from + 1 && at - first <= 2 && beginsWithYesOrNo(units[first]!.text))
    while (from >= first && add(units[from], true)) from--
  for (let grows = true; grows && said.length < maxUnits; ) {
    const [before, after] = [units[from], units[to]]
    const isBefore = (before?.own ?? -1) > (after?.own ?? -1)
    grows = isBefore ? add(before, false) : add(after, false)
    if (grows && isBefore) from--
    else if (grows) to++
    else if (isBefore) {
      grows = add(after, false)
      if (grows) to++
    }
  }
  // What is to be typed stands right after the sentence about it.
  const next = units[to]
  if (next?.kind === 'code' && next.text.length <= maxListLength) said.push(next)
  return said.sort((a, b) => a.order - b.order)
}

/** Code with what is said of it. */
function withSentenceBefore(units: ScoredUnit[], at: number): ScoredUnit[] {
  const [before, code] = [units[at - 1], units[at]!]
  return before?.kind === 'sentence' || before?.kind === 'intro' ? [before, code] : [code]
}

/** Rows of one table that the question does not tell apart: all of few, else the best one. */
function rowsAsGood(units: ScoredUnit[], best: ScoredUnit): ScoredUnit[] {
  const equal = units.filter(
    (unit) =>
      unit.row && !unit.isWholeTable && unit.row.caption === best.row!.caption && unit.score >= best.score * asGood,
  )
  return equal.length <= maxRows ? equal : [best]
}

const lengthOf = (units: ScoredUnit[]): number => units.reduce((sum, { text }) => sum + text.length, 0)

/** The first unit under the heading or question that a unit stands under. */
function firstOfSection(units: ScoredUnit[], at: number): number {
  let first = at
  while (first > 0 && !announces(units[first - 1]!)) first--
  return first
}

function wholeList(units: ScoredUnit[], best: ScoredUnit): ScoredUnit[] {
  const members = units.filter(({ list }) => list === best.list)
  const intro = members.find(({ kind }) => kind === 'intro')
  const items = members.filter((unit) => unit !== intro)
  const length = members.reduce((sum, { text }) => sum + text.length, 0)
  if (items.length <= maxItems && length <= maxListLength) return members
  const at = items.indexOf(best)
  if (best === intro || at < 0) return [...(intro ? [intro] : []), ...items.slice(0, maxItems)]
  const telling = items.filter((item) => item === best || item.own >= 0.75 * best.own).slice(0, maxItems)
  const kept = telling.includes(best) ? telling : [best]
  return [...(intro ? [intro] : []), ...kept]
}

/** The rows, records or code that an intro announces. */
function followers(units: ScoredUnit[], at: number): ScoredUnit[] {
  const said: ScoredUnit[] = []
  for (let i = at + 1; i < units.length && said.length < maxItems; i++) {
    const { kind } = units[i]!
    if (kind !== 'record' && kind !== 'row' && kind !== 'code') break
    said.push(units[i]!)
  }
  return said.length > 0 ? said : units[at + 1] && !announces(units[at + 1]!) ? [units[at + 1]!] : []
}

const onOwnLine = ({ kind }: ScoredUnit): boolean =>
  kind === 'item' || kind === 'row' || kind === 'record' || kind === 'code'

function wordsOf(unit: ScoredUnit, isAlone: boolean): string {
  if (unit.row)
    return formatRow(unit.row, unit.isWholeTable ? unit.row.cells.map((_, i) => i) : (unit.match?.columns ?? []))
  if (unit.kind === 'code' || unit.hasLines) return unit.text
  if (unit.kind === 'item') return isAlone ? withoutSign(unit.text) : unit.text.replace(/\s*\n\s*/g, ' ')
  // Lines of prose were wrapped; those of a record were not.
  return unit.kind === 'record' ? unit.text : unit.text.replace(/\s*\n\s*/g, ' ')
}

function write(passage: ScoredPassage, said: ScoredUnit[]): { text: string; parts: AnswerPart[] } {
  let text = ''
  let last: ScoredUnit | undefined
  const parts: AnswerPart[] = []
  for (const unit of said) {
    const own = wordsOf(unit, said.length === 1)
    if (last) text += onOwnLine(unit) || onOwnLine(last) ? '\n' : ' '
    parts.push({ start: text.length, end: text.length + own.length, ...quoteOf(passage, unit) })
    text += own
    last = unit
  }
  return { text, parts }
}

/** The chunk that holds most of a unit, and the unit's words as they stand there. */
function quoteOf({ text, chunks }: ScoredPassage, { start, end }: ScoredUnit): { chunk: FoundChunk; quote: string } {
  const placed = chunks.map(({ chunk, at }) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + chunk.text.length)]
    return { chunk, from, to, length: to - from }
  })
  const { chunk, from, to } = placed.reduce((a, b) => (b.length > a.length ? b : a))
  return { chunk, quote: text.slice(from, to).trim() }
}
