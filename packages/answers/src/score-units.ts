import { isStopWord, words } from '@frontdesk/language'
import { type AnswerType, answerTypeOf, hasFigure, holdsType, isMoney, isOfLength, isOfMoney } from './answer-type.ts'
import { matchRow, type RowMatch } from './match-row.ts'
import { numbersIn } from './read-numbers.ts'
import type { Holder, ReadPassage, ReadUnit } from './read-passage.ts'
import type { AskedWord } from './weigh-words.ts'

/** What a unit has from the text around it: most of a word of the question counts where it stands itself. */
const fromBefore = 0.35
const fromAfter = 0.2
const fromAbove = 0.7
/** A name that its document holds, anywhere in what was found: every unit of `Furuhed AB`'s report is about Furuhed. */
const fromDocument = 0.95
const fromTitle = 0.5
const aloneBonus = 0.25
const typeBonus = 0.25
/** Of a row, which has no text around it that could hold a part of the question. */
const rowTypeBonus = 0.5
const yesNoBonus = 0.2
const introPenalty = 0.5
const fragmentPenalty = 0.7
const shortPenalty = 0.6
const minWords = 3
/** Of a unit that says nothing beyond the question: a title, a name, the head of a table. */
const emptyPenalty = 0.4
/** A unit without the amount, number or time that is asked for. */
const withoutTypePenalty = 0.8
/** A whole small table is said when its title, heading or caption holds this share of the question. */
const minAbout = 0.6

export type ScoredUnit = ReadUnit & {
  /** What the unit alone is worth, without its passage. */
  own: number
  score: number
  /** How much of each asked word the unit and what it stands under hold. */
  context: number[]
  match?: RowMatch
  /** It holds a thing of the kind that is asked for. */
  hasType: boolean
  /** It only repeats what is asked. */
  isEmpty?: boolean
  /** The rows of its table are said together. */
  isWholeTable?: boolean
}
export type ScoredPassage = Omit<ReadPassage, 'units'> & { units: ScoredUnit[] }

/** The share of what the asked words tell that is held, 0..1. */
export function share(
  asked: AskedWord[],
  held: number[],
  weight: 'weight' | 'lengthWeight' | ((word: AskedWord) => number) = 'weight',
): number {
  let sum = 0
  let total = 0
  asked.forEach((each, i) => {
    const own = typeof weight === 'function' ? weight(each) : each[weight]
    sum += own * held[i]!
    total += own
  })
  return total === 0 ? 0 : sum / total
}

export const maxOf = (...lists: number[][]): number[] =>
  lists[0]!.map((_, i) => Math.max(...lists.map((each) => each[i]!)))
const times = (held: number[], factor: number): number[] => held.map((each) => each * factor)

const questionWords = new Set(
  `what who whom whose which when where how why vad vem vems vilka vilken vilket när var vart varifrån hur varför wer was wen
  wem wann wo wohin woher wie warum weshalb welche welcher welches wieviel`.split(/\s+/),
)
const openers = new Set(
  `do does did is are was were can could will would have has had may should must am är kan har får finns ska skulle gör går måste
  behöver brukar vill blir kommer ist sind kann können haben hat gibt darf muss wird werden dürfen soll sollte bieten bekomme`.split(
    /\s+/,
  ),
)
const pronouns = new Set(
  'you i we they it there he she ni du jag vi man det den de han hon sie ich wir es er ihr'.split(' '),
)
/** Whether a text says yes or no first. */
export const beginsWithYesOrNo = (text: string): boolean =>
  /^(?:yes|no|ja|nej|jo|nein|doch)(?![\p{L}\p{N}])/iu.test(text)

/** Whether a question wants yes or no, by its first words. */
function isYesNoQuestion(asked: string[]): boolean {
  const [first = '', second = ''] = asked
  return !questionWords.has(first) && (openers.has(first) || pronouns.has(second))
}

/** Every unit of every passage with what it is worth as the answer to a question. */
export function scoreUnits(
  passages: ReadPassage[],
  question: string,
  asked: AskedWord[],
  holds: Holder,
): ScoredPassage[] {
  const bestScore = Math.max(...passages.map(({ score }) => score), 1e-6)
  const questionWordList = words(question)
  const about = {
    type: answerTypeOf(questionWordList),
    wantsYesNo: isYesNoQuestion(questionWordList),
    asked: new Set(questionWordList),
    numbers: numbersIn(question),
  }
  const heldBy = namesOfDocuments(passages)
  return passages.map((passage) =>
    scorePassage(passage, passage.score / bestScore, about, asked, holds, heldBy.get(contentOf(passage))!),
  )
}

/**
 * How far each document's passages hold each asked word: what its title or most of its passages have, the document is of,
 * and what one has, that one says.
 */
function namesOfDocuments(passages: ReadPassage[]): Map<string, number[]> {
  return new Map(
    [...Map.groupBy(passages, contentOf)].map(([content, own]) => {
      const held = own.map(({ units }) =>
        units.reduce(
          (sum, unit) => maxOf(sum, unit.held),
          own[0]!.titleHeld.map(() => 0),
        ),
      )
      const means = own[0]!.titleHeld.map((_, i) => held.reduce((sum, each) => sum + each[i]!, 0) / own.length)
      return [content, maxOf(...own.map(({ titleHeld }) => titleHeld), means)]
    }),
  )
}

const contentOf = ({ chunks }: ReadPassage): string => chunks[0]!.chunk.contentId

type About = { type: AnswerType | undefined; wantsYesNo: boolean; asked: ReadonlySet<string>; numbers: number[] }

function scorePassage(
  passage: ReadPassage,
  passageScore: number,
  about: About,
  asked: AskedWord[],
  holds: Holder,
  documentHeld: number[],
): ScoredPassage {
  const none = asked.map(() => 0)
  const whole = documentHeld.map((held, i) => (asked[i]!.isName ? held * fromDocument : 0))
  const title = times(passage.titleHeld, fromTitle)
  const { units } = passage
  const isAlone = units.length === 1
  let heading = none
  let questionHeld = none
  const scored = units.map((unit, i): ScoredUnit => {
    if (unit.kind === 'heading') {
      heading = unit.held
      questionHeld = none
    } else if (unit.kind === 'question') questionHeld = unit.held
    const announces = unit.kind === 'heading' || unit.kind === 'question'
    const above = times(maxOf(heading, questionHeld), fromAbove)
    const [before, after] = [units[i - 1], units[i + 1]]
    const near = (other: ReadUnit | undefined, factor: number) =>
      other && other.kind !== 'heading' && other.kind !== 'question' && other.kind !== 'row'
        ? times(other.held, factor)
        : none
    const context = maxOf(unit.held, above, title)
    const credited = maxOf(context, whole)
    if (unit.row)
      return scoreRow(
        unit,
        { ...passage, passageScore },
        { above: maxOf(heading, passage.titleHeld), whole },
        about,
        asked,
        holds,
      )
    const covered = share(asked, maxOf(credited, near(before, fromBefore), near(after, fromAfter)))
    const hasType = about.type !== undefined && holdsType(about.type, unit.text, unit.words, about.asked)
    const lacksType = isMeasure(about.type) && !hasType
    let own =
      covered +
      aloneBonus * share(asked, unit.held) +
      (covered > 0 && hasType ? typeBonus : 0) +
      (covered > 0 && about.wantsYesNo && beginsWithYesOrNo(unit.text) ? yesNoBonus : 0)
    if (unit.kind === 'intro' && unit.list === undefined && !isAnnounced(after)) own *= introPenalty
    if (unit.isFragment) own *= fragmentPenalty
    if (unit.words.length < minWords && unit.kind !== 'record' && unit.kind !== 'code' && !isAlone) own *= shortPenalty
    if (lacksType) own *= withoutTypePenalty
    const isEmpty = !isAlone && !mask.test(unit.text) && !saysMore(unit.words, about.asked, holds)
    if (isEmpty) own *= emptyPenalty
    if (announces && !isAlone) own = 0
    return { ...unit, hasType, isEmpty, own, context, score: own === 0 ? 0 : own + passageScore }
  })
  return { ...passage, units: scored }
}

/** Whether a unit is what an intro may announce. */
const isAnnounced = (unit: ReadUnit | undefined): boolean =>
  unit?.kind === 'record' || unit?.kind === 'row' || unit?.kind === 'code'

const legalForms = new Set('inc ltd llc plc corp company gmbh kgaa aktiebolag'.split(' '))

/** What is asked for is a number, so that what holds none is no answer. */
export const isMeasure = (type: AnswerType | undefined): boolean =>
  type === 'quantity' || type === 'price' || type === 'duration'

/** What a policy masked says something, though it is not shown: `a********@e*****`. */
const mask = /\*{3}/

/** Whether a unit has a word with a meaning that is no form of one in the question. */
function saysMore(own: string[], asked: ReadonlySet<string>, holds: Holder): boolean {
  return own.some(
    (word) =>
      (word.length > 2 || /\p{N}/u.test(word)) &&
      !asked.has(word) &&
      !isStopWord(word) &&
      !legalForms.has(word) &&
      Math.max(0, ...holds([word])) < 0.9,
  )
}

function scoreRow(
  unit: ReadUnit,
  { passageScore, units }: ReadPassage & { passageScore: number },
  { above, whole }: { above: number[]; whole: number[] },
  about: About,
  asked: AskedWord[],
  holds: Holder,
): ScoredUnit {
  const row = unit.row!
  const match = matchRow(row, asked, holds, { above, whole }, about.numbers)
  const said = match.columns.map((column) => row.cells[column]!)
  const values = said.map(({ value }) => value).join(' ')
  const names = `${row.label} ${row.group ?? ''} ${row.caption ?? ''} ${said.map(({ header }) => header).join(' ')}`
  const hasType =
    about.type === 'price'
      ? isMoney(values) || (hasFigure(values, about.asked) && isOfMoney(names))
      : about.type === 'duration'
        ? holdsType('duration', values, words(values), about.asked) ||
          (hasFigure(values, about.asked) && isOfLength(names))
        : about.type === 'quantity'
          ? hasFigure(values, about.asked)
          : about.type !== undefined && holdsType(about.type, values, words(values), about.asked)
  const isOnlyNames =
    !beginsWithYesOrNo(values) && !/^[-–—]\b/.test(values) && !saysMore(words(values), about.asked, holds)
  const bonus = (hasType ? rowTypeBonus : 0) + (about.wantsYesNo && beginsWithYesOrNo(values) ? yesNoBonus : 0)
  const lacksType = isMeasure(about.type) && !hasType
  const factor = (lacksType ? withoutTypePenalty : 1) * (isOnlyNames ? emptyPenalty : 1)
  if (match.isMeant) {
    const own = match.score > 0 ? (match.score + aloneBonus * match.labelShare + bonus) * factor : 0
    return { ...unit, match, hasType, own, context: match.held, score: own === 0 ? 0 : own + passageScore }
  }
  const held = maxOf(above, holds(words(`${row.caption ?? ''} ${row.group ?? ''}`)))
  const covered = share(asked, held)
  const isSmall = units.filter((other) => other.row && other.row.caption === row.caption).length <= 8
  const own = isSmall && covered >= minAbout ? 0.8 * covered * factor : 0
  return { ...unit, match, hasType, isWholeTable: true, own, context: held, score: own === 0 ? 0 : own + passageScore }
}
