import { words } from '@frontdesk/language'
import { answerTypeOf } from './answer-type.ts'
import type { Asked, ComposedAnswer, Evidence } from './compose-answer.ts'
import { bestLikeness, likeness } from './match-words.ts'
import { maxOf, type ScoredUnit, share } from './score-units.ts'
import type { AskedWord } from './weigh-words.ts'
import { wordingFeatureNames, wordingFeatures } from './wording-features.ts'

/** What the model of confidence looks at, each in 0..1 (see `featureNames`). None depends on the scale of raw scores. */
export type Features = Record<(typeof featureNames)[number], number>

export const featureNames = [
  /** The answering passage's score over the question's bound; the same as a logarithm; the best passage's. */
  'score',
  'logScore',
  'topScore',
  /** How far the best document is above the next one, as a share of it. */
  'margin',
  /** Passages that score nearly as high as the best. */
  'near',
  /** The share of what the question's words tell that stands in the answer with what it stands under, in the best unit
   * alone, in its passage, and in all passages; once by idf and once by the length of words. */
  'covered',
  'coveredSquared',
  'inUnit',
  'inPassage',
  'inPassageSquared',
  'anywhere',
  'coveredByLength',
  'inPassageByLength',
  'inPassageByLengthSquared',
  /** Of the words that the passage lacks: what the rarest tells, how many they are, how long the longest is. */
  'missingWeight',
  'missingCount',
  'missingLength',
  /** What the rarest word tells that is not even near the answer. */
  'missingInAnswer',
  /** The same for questions of few words, where each counts for more. */
  'missingOfFew',
  'unknownOfFew',
  'namesMissing',
  'numbersMissing',
  /** Whether every content word is in the passage, and in the answer. */
  'complete',
  'completeAnswer',
  /** Words that no chunk of the index holds: their share, and what the rarest of them tells. */
  'unknown',
  'unknownWeight',
  /** What all held words tell together, and all that are missing from the answer. */
  'heldWeight',
  'missingSum',
  /** How much of the question's rarest word the passage, and the answer, hold. */
  'rarestInPassage',
  'rarestInAnswer',
  /** Shared words of the question and the best sentence, over both. */
  'dice',
  'inSentence',
  /** The question asks for a person, time, place or quantity, and the answer has one, or none. */
  'typePresent',
  'typeAbsent',
  /** Neighbours in the question that are near each other in the answer. */
  'pairs',
  /** How much of the question the title and heading hold. */
  'inTitle',
  'isOneWord',
  'isTwoWords',
  'questionLength',
  'answerLength',
  /** The size of the index, as a logarithm. */
  'indexSize',
  'isRow',
  'isList',
  'isBareLine',
  /** How much of the label of a row that is said is asked for, how much of the question it holds, and whether columns are. */
  'rowMeant',
  'rowLabel',
  'rowColumn',
  /** A year of the question is not in what is said. */
  'yearMissing',
  /** What the question asks beyond names: its share in the answer and in the passage, and what the rarest missing word tells. */
  'coveredBeyondNames',
  'inPassageBeyondNames',
  'missingBeyondNames',
  /** Names that nothing found of the answering document holds. */
  'namesNotInDocument',
  /** A name of several words (`Breva 200`) stands nowhere in it as one. */
  'nameBroken',
  /** The same of a name with a number: another model than those that are spoken of. */
  'modelMissing',
  ...wordingFeatureNames,
] as const

/** Words are there in some form from this likeness on. */
const isThere = 0.5
/** What the rarest possible word tells in a small knowledge base: ln(1 + 150.5 / .5). */
const maxWeight = 5.7
const weightBeyondNames = ({ isName, weight }: AskedWord): number => (isName ? 0 : weight)
const bounded = (value: number): number => Math.min(1, Math.max(0, value))

/** How much of each asked word stands where, each in 0..1. */
type Held = { inPassage: number[]; inAnswer: number[]; inDocument: number[]; anywhere: number[] }

/** The features of a question (in `language`, if that is known) and what was composed as its answer. */
export function confidenceFeatures(
  { question, counts: { chunks }, language }: Omit<Asked, 'chunks'>,
  { text, evidence }: ComposedAnswer,
): Features {
  const { asked } = evidence
  const held = heldWhere(evidence)
  const questionWords = words(question)
  const content = asked.map(({ word }) => word)
  const names = new Set(asked.filter(({ isName }) => isName).map(({ word }) => word))
  const sentence = bestSentence(evidence.passages, evidence)
  return {
    ...scoreFeatures(evidence),
    ...coverageFeatures(evidence, held),
    ...missingFeatures(asked, held),
    ...nameFeatures(question, evidence, held),
    ...shapeFeatures(evidence),
    ...typeFeatures(questionWords, evidence),
    dice: dice(asked.length, sentence.held, sentence.words.length),
    inSentence: share(asked, sentence.held),
    pairs: pairsNear(content, words(text)),
    yearMissing: flag(lacksYear(content, text, evidence)),
    isOneWord: flag(asked.length === 1),
    isTwoWords: flag(asked.length === 2),
    questionLength: bounded(asked.length / 8),
    answerLength: bounded(text.length / 600),
    indexSize: bounded(Math.log(1 + chunks) / 12),
    ...wordingFeatures(
      { question: questionWords, content, names, language },
      { words: pairOf(evidence) },
      { share: share(asked, sentence.held, 'lengthWeight'), words: sentence.words },
      share(asked, held.inPassage, 'lengthWeight'),
    ),
  }
}

const flag = (holds: boolean): 0 | 1 => (holds ? 1 : 0)
const heaviest = (words: { weight: number }[]): number => words.reduce((max, { weight }) => Math.max(max, weight), 0)
const documentOf = ({ chunks: [first] }: Evidence['passage']): string => first!.chunk.contentId

/** Those of the best passage's document. */
const passagesOfDocument = ({ passages, passage }: Evidence) =>
  passages.filter((each) => documentOf(each) === documentOf(passage))

function heldWhere(evidence: Evidence): Held {
  const { asked, passages, passage, said } = evidence
  const none = asked.map(() => 0)
  const heldIn = (some: Evidence['passages']) =>
    some.reduce(
      (sum, each) => each.units.reduce((held, unit) => maxOf(held, unit.held), maxOf(sum, each.titleHeld)),
      none,
    )
  return {
    inPassage: heldIn([passage]),
    inAnswer: said.reduce((sum, { context }) => maxOf(sum, context), none),
    inDocument: heldIn(passagesOfDocument(evidence)),
    anywhere: heldIn(passages),
  }
}

/** How far the passage, and its document, are above the others. */
function scoreFeatures({ passages, passage }: Evidence) {
  const scores = passages.map(({ score }) => score)
  const top = Math.max(...scores, 0)
  const others = passages.filter((each) => documentOf(each) !== documentOf(passage))
  const next = Math.max(0, ...others.map(({ score }) => score))
  return {
    score: bounded(passage.score),
    logScore: bounded(1 + Math.log(Math.max(passage.score, 0.01)) / Math.log(100)),
    topScore: bounded(top),
    margin: passage.score > 0 ? bounded((passage.score - next) / passage.score) : 0,
    near: top > 0 ? scores.filter((score) => score >= 0.85 * top).length / 5 : 0,
  }
}

/** How much of the question is there. */
function coverageFeatures({ asked, passage, best }: Evidence, { inPassage, inAnswer, anywhere }: Held) {
  const covered = share(asked, inAnswer)
  const passageShare = share(asked, inPassage)
  const byLength = share(asked, inPassage, 'lengthWeight')
  const isBeyondNames = asked.some(({ isName }) => !isName)
  const rarest = asked.reduce((at, { weight }, i) => (weight > asked[at]!.weight ? i : at), 0)
  return {
    covered,
    coveredSquared: covered ** 2,
    inUnit: share(asked, best.held),
    inPassage: passageShare,
    inPassageSquared: passageShare ** 2,
    anywhere: share(asked, anywhere),
    coveredByLength: share(asked, inAnswer, 'lengthWeight'),
    inPassageByLength: byLength,
    inPassageByLengthSquared: byLength ** 2,
    completeAnswer: flag(asked.length > 0 && inAnswer.every((held) => held >= isThere)),
    heldWeight: bounded(asked.reduce((sum, { weight }, i) => sum + weight * inAnswer[i]!, 0) / (4 * maxWeight)),
    rarestInPassage: inPassage[rarest] ?? 0,
    rarestInAnswer: inAnswer[rarest] ?? 0,
    inTitle: share(asked, passage.titleHeld),
    coveredBeyondNames: isBeyondNames ? share(asked, inAnswer, weightBeyondNames) : covered,
    inPassageBeyondNames: isBeyondNames ? share(asked, inPassage, weightBeyondNames) : passageShare,
  }
}

/** What of the question is missing, and what nobody knows. */
function missingFeatures(asked: AskedWord[], { inPassage, inAnswer, anywhere }: Held) {
  const missing = asked.filter((_, i) => inPassage[i]! < isThere)
  const missingInAnswer = asked.filter((_, i) => inAnswer[i]! < isThere)
  const unknown = asked.filter(({ isUnknown }, i) => isUnknown && anywhere[i]! < isThere)
  return {
    missingWeight: bounded(heaviest(missing) / maxWeight),
    missingCount: bounded(missing.length / 4),
    missingLength: bounded(missing.reduce((max, { word }) => Math.max(max, word.length), 0) / 12),
    missingInAnswer: bounded(heaviest(asked.filter((_, i) => inAnswer[i]! < 0.3)) / maxWeight),
    missingOfFew: missing.length / Math.max(1, asked.length) ** 2,
    unknownOfFew: unknown.length / Math.max(1, asked.length) ** 2,
    numbersMissing: missingShare(asked, inPassage, ({ isNumber }) => isNumber),
    complete: flag(asked.length > 0 && missing.length === 0),
    unknown: asked.length === 0 ? 0 : asked.filter(({ isUnknown }) => isUnknown).length / asked.length,
    unknownWeight: bounded(heaviest(unknown) / maxWeight),
    missingSum: bounded(asked.reduce((sum, { weight }, i) => sum + weight * (1 - inAnswer[i]!), 0) / (3 * maxWeight)),
    missingBeyondNames: bounded(heaviest(missingInAnswer.filter(({ isName }) => !isName)) / maxWeight),
  }
}

/** Whether what is asked about is what the document speaks of. */
function nameFeatures(question: string, evidence: Evidence, { inPassage, inDocument }: Held) {
  const names = namesOf(question)
  const spoken = names.length === 0 ? [] : passagesOfDocument(evidence)
  const lists = spoken.flatMap((each) => [
    words(`${each.title} ${each.heading ?? ''}`),
    ...each.units.map((unit) => [...unit.words, ...wordsAround(unit)]),
  ])
  const broken = names.filter((name) => !lists.some((list) => standsIn(name, list)))
  return {
    namesMissing: missingShare(evidence.asked, inPassage, ({ isName }) => isName),
    namesNotInDocument: missingShare(evidence.asked, inDocument, ({ isName }) => isName),
    nameBroken: flag(broken.length > 0),
    modelMissing: flag(broken.some((name) => name.some((word) => /\p{N}/u.test(word)))),
  }
}

/** What kind of text the answer is taken from. */
const shapeFeatures = ({ best }: Evidence) => ({
  isRow: flag(best.row !== undefined),
  isList: flag(best.list !== undefined && !best.isBare),
  isBareLine: flag(best.isBare === true),
  rowMeant: best.match?.meant ?? 0,
  rowLabel: best.match?.labelShare ?? 0,
  rowColumn: flag(best.match !== undefined && best.match.columns.length < best.row!.cells.length),
})

function typeFeatures(questionWords: string[], { said }: Evidence) {
  const type = answerTypeOf(questionWords)
  const hasType = said.some((unit) => unit.hasType)
  return { typePresent: flag(type !== undefined && hasType), typeAbsent: flag(type !== undefined && !hasType) }
}

/** Of the asked words of a kind, the share that is not there; 0 when there are none. */
function missingShare(asked: AskedWord[], held: number[], isMeant: (word: AskedWord) => boolean): number {
  const missing = asked.flatMap((word, i) => (isMeant(word) ? [held[i]! < isThere] : []))
  return missing.length === 0 ? 0 : missing.filter(Boolean).length / missing.length
}

/** Whether a year of the question is not in what is said. */
function lacksYear(content: string[], text: string, { said }: Evidence): boolean {
  const years = content.filter((word) => /^(?:19|20)\d\d$/.test(word))
  const inAnswer = new Set(
    said.flatMap(({ row, words: own }) => [...own, ...words(`${row?.caption ?? ''} ${row?.group ?? ''}`)]),
  )
  return years.some((year) => !text.includes(year) && !inAnswer.has(year))
}

/** Words in a row that are written as one name: with capitals, or a number after one. */
function namesOf(question: string): string[][] {
  const rest = question.replace(/^\s*[\p{L}]+/u, (first) => first.toLowerCase())
  return [...rest.matchAll(/\p{Lu}[\p{L}\p{N}]*(?: (?:\p{Lu}[\p{L}\p{N}]*|\p{N}+(?![\p{N}.,:])))+/gu)]
    .map(([name]) => words(name))
    .filter((name) => name.length > 1 && !/^(?:19|20)\d\d$/.test(name.at(-1)!))
}

const wordsAround = ({ row }: ScoredUnit): string[] =>
  row ? words(`${row.caption ?? ''} ${row.cells.map(({ header }) => header).join(' ')}`) : []

const standsIn = (name: string[], list: string[]): boolean =>
  list.some((_, at) => name.every((word, i) => list[at + i] !== undefined && likeness(word, list[at + i]!) >= 0.9))

/** The unit that holds most of the question, in any passage. */
function bestSentence(passages: Evidence['passages'], { asked, best }: Evidence): ScoredUnit {
  let [found, most] = [best, share(asked, best.held)]
  for (const { units } of passages) {
    for (const unit of units) {
      const own = share(asked, unit.held)
      if (own > most) [found, most] = [unit, own]
    }
  }
  return found
}

/** The words of the best two units in a row of the answering passage. */
function pairOf({ passage: { units }, asked }: Evidence): string[] {
  let [found, most]: [string[], number] = [[], -1]
  units.forEach((unit, i) => {
    const next = units[i + 1]
    const own = share(asked, next ? maxOf(unit.held, next.held) : unit.held, 'lengthWeight')
    if (own > most) [found, most] = [next ? [...unit.words, ...next.words] : unit.words, own]
  })
  return found
}

const dice = (asked: number, held: number[], there: number): number => {
  const shared = held.filter((each) => each >= isThere).length
  return asked === 0 ? 0 : bounded((2 * shared) / (asked + Math.min(there, 3 * asked)))
}

/** The share of neighbouring question words that stand within six words of each other. */
function pairsNear(content: string[], said: string[]): number {
  if (content.length < 2) return 0
  const places = content.map((word) =>
    said.flatMap((other, at) => (bestLikeness(word, [other]) >= isThere ? [at] : [])),
  )
  let near = 0
  for (let i = 1; i < places.length; i++) {
    if (places[i - 1]!.some((a) => places[i]!.some((b) => Math.abs(a - b) <= 6))) near++
  }
  return near / (places.length - 1)
}
