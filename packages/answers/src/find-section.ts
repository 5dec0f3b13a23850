import { contentWords, words } from '@frontdesk/language'
import { answerTypeOf } from './answer-type.ts'
import { type Holder, isApart } from './read-passage.ts'
import { isMeasure, type ScoredPassage, type ScoredUnit, share } from './score-units.ts'
import { isHeading, maxSection } from './section-of.ts'
import type { AskedWord } from './weigh-words.ts'

/** How like a heading must be to the question (Jaccard, words by their weight). Chosen before it was tried; not fitted. */
const minLikeness = 0.6
/** Words are there in some form from this likeness on. */
const isThere = 0.5

/** Of a section: `3.1.`. */
const number = /^(?:[A-Z]?\d[\d.]*[.):]?|[QF]:)\s+/

/** The question: its words, what holds them, and its language, if that is known (ISO 639-1). */
type About = { question: string; asked: AskedWord[]; holds: Holder; language: string | undefined }
export type Section = { passage: ScoredPassage; said: ScoredUnit[]; likeness: number }

/** How alike what is asked and a heading are: what both hold, over what either holds. */
function likenessOf(text: string, held: number[], { asked, holds, language }: About): number {
  const covered = share(asked, held)
  const own = contentWords(text.replace(number, ''), language)
  const shared = own.filter((word) => Math.max(0, ...holds([word])) >= isThere).length
  if (shared === 0 || covered === 0) return 0
  const precision = shared / own.length
  return (covered * precision) / (covered + precision - covered * precision)
}

/** What stands under a heading, from its beginning: whole units, some 900 characters of them, of one paragraph unless told. */
function unitsUnder({ units, text }: ScoredPassage, from: number, allParagraphs: boolean): ScoredUnit[] {
  const said: ScoredUnit[] = []
  let length = 0
  for (const unit of units.slice(from)) {
    // Under a heading there may be another one, of its first part.
    if (said.length === 0 && unit.kind === 'heading') continue
    if (isHeading(unit, text)) break
    const before = said.at(-1)
    if (before && before.kind !== 'intro' && !allParagraphs && isApart(text, before, unit)) break
    if (said.length > 0 && length + unit.text.length > maxSection) break
    said.push(unit)
    length += unit.text.length
  }
  // What announces something that is not said, and half a sentence, are no end.
  while (said.length > 1 && (said.at(-1)!.kind === 'intro' || said.at(-1)!.isFragment)) said.pop()
  return said
}

/**
 * The section that is about what is asked, by its heading, or by the title that stands above the beginning of its document:
 * then the answer is what stands there, in whatever words. Undefined where no heading asks it, or where one unit is the
 * answer: it holds the price, number or length of time that is asked for, or a word of the question that the heading lacks;
 * of a source that a title asks, also one further down that holds what the title does.
 */
export function findSection(passages: ScoredPassage[], about: About): Section | undefined {
  const { asked, holds } = about
  const wantsMeasure = isMeasure(answerTypeOf(words(about.question)))
  let found: Section | undefined
  /** Whether a unit is the answer by itself, under a heading that holds so much of the question. */
  const isAnswer = (unit: ScoredUnit, heading: number[]): boolean =>
    (wantsMeasure && unit.hasType) || saysMissing(unit, heading, asked)
  const consider = (passage: ScoredPassage, text: string, held: number[], from: number, allParagraphs: boolean) => {
    const likeness = likenessOf(text, held, about)
    if (likeness < minLikeness || likeness <= (found?.likeness ?? 0)) return
    const said = unitsUnder(passage, from, allParagraphs)
    if (said.length === 0 || said.some((unit) => isAnswer(unit, held))) return
    found = { passage, said, likeness }
  }
  /** Under a title stands the whole source, of which the beginning is only what is said first. */
  const isSaidLater = (passage: ScoredPassage, held: number[]): boolean =>
    passages.some(
      (each) =>
        sourceOf(each) === sourceOf(passage) &&
        each.units.some(
          (unit) => !announces(unit) && isAnswer(unit, held) && unit.held.every((own, i) => own >= held[i]!),
        ),
    )
  for (const passage of passages) {
    const [{ chunk }] = passage.chunks as [ScoredPassage['chunks'][number]]
    const titled = holds(words(passage.title))
    if (chunk.start === 0 && !isSaidLater(passage, titled)) consider(passage, passage.title, titled, 0, true)
    // Where nothing says which lines are headings, the next paragraph may be another matter.
    const hasHeadings = passage.chunks.some((each) => each.chunk.headings !== undefined)
    for (const [at, unit] of passage.units.entries())
      if (announces(unit)) consider(passage, unit.text, unit.held, at + 1, hasHeadings)
  }
  return found
}

const announces = ({ kind }: ScoredUnit): boolean => kind === 'heading' || kind === 'question'
const sourceOf = ({ chunks }: ScoredPassage): string => chunks[0]!.chunk.sourceId

/** Whether a unit holds a word of the question that its heading lacks. */
const saysMissing = (unit: ScoredUnit, heading: number[], asked: AskedWord[]): boolean =>
  asked.some((_, i) => heading[i]! < isThere && unit.held[i]! >= isThere)
