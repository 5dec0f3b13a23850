import { areToldApart, isStopWord, stem } from '@frontdesk/language'
import { formsOf, namesIn, type ReadChunk, type Statement } from './read-statements.ts'
import { areComparable, areEqual, type Value } from './read-values.ts'
import { areOfOtherCases, areOppositeEnds, happensOnce, lightWords } from './statement-words.ts'
import { months } from './value-words.ts'

export type ContradictionKind = 'number' | 'date' | 'polarity'

/** Fewer words than this leave open what a statement is about. */
const minSubject = 3

/** The relation of two statements: the same, different values for the same subject, or not comparable. */
export type Comparison = 'same' | ContradictionKind | undefined

/**
 * Compares what two texts state. They speak of the same subject only with the same words (values, negations and words that
 * say nothing of it left out; one word more may say what a time is counted from), with the same names in the same order; a
 * contradiction is then exactly one other value of the same kind and unit, or the same with the opposite polarity.
 */
export function compareStatements(a: Statement, b: Statement): Comparison {
  if (a.kind !== b.kind) return undefined
  const extra = extraOf(a, b)
  if (extra === undefined) return undefined
  const isExtra = (form: string) => extra.includes(form)
  const names = ({ names: all }: Statement) => all.filter((name) => !isExtra(name)).join(' ')
  if (names(a) !== names(b)) return undefined
  if (areOppositeEnds(a.text, b.text)) return undefined
  if (a.values.length !== b.values.length) return undefined
  if (a.values.length === 0 || a.values.every((value, i) => isSameValue(value, b.values[i]!))) {
    if (a.isNegated === b.isNegated) return 'same'
    return extra.length === 0 && a.hasPolarity && b.hasPolarity ? 'polarity' : undefined
  }
  if (a.isNegated !== b.isNegated) return undefined
  const different = a.values.flatMap((value, i) =>
    isSameValue(value, b.values[i]!) ? [] : [[value, b.values[i]!] as const],
  )
  const [first] = different
  if (different.length !== 1 || !first || !areComparable(...first)) return undefined
  if (first.some((value) => isYear(value)) && !a.subject.some((form) => once.has(form))) return undefined
  return first[0].kind === 'amount' ? (first.some(isYear) ? 'date' : 'number') : 'date'
}

const isSameValue = (a: Value, b: Value): boolean =>
  a.kind === b.kind &&
  (a.unit === b.unit || a.low === b.low) &&
  !(a.year && b.year && a.year !== b.year) &&
  !(a.bound && b.bound && a.bound !== b.bound) &&
  areEqual(a, b)

const isYear = ({ kind, unit, low, high }: Value): boolean =>
  kind === 'amount' && unit === '' && high === undefined && Number.isInteger(low) && low >= 1_800 && low <= 2_100

const once: ReadonlySet<string> = new Set(
  [...happensOnce].flatMap((word) => ['en', 'sv', 'de'].flatMap((language) => formsOf(word, language))),
)

/** The words that only one of them has, when they are about the same all the same; undefined when they are not. */
function extraOf(a: Statement, b: Statement): string[] | undefined {
  const [one, two] = [new Set(a.subject), new Set(b.subject)]
  const [onlyOne, onlyTwo] = [one.difference(two), two.difference(one)]
  if (onlyOne.size === 0 && onlyTwo.size === 0) return []
  if (a.kind === 'cell' || (onlyOne.size > 0 && onlyTwo.size > 0) || one.intersection(two).size < minSubject)
    return undefined
  const [only, longer] = onlyOne.size > 0 ? [onlyOne, a] : [onlyTwo, b]
  const [word] = only
  const isTime = longer.values.some(({ unit }) => unit === 'duration' || unit === 'working day')
  return only.size === 1 && isTime && longer.countedFrom.has(word!) ? [word!] : undefined
}

/** What is known of the document that a statement stands in. */
export type DocumentContext = {
  title: string
  heading?: string | undefined
  language: string | null
  /** How often its text holds each name, as `countNames` counts. */
  names: ReadonlyMap<string, number>
}

/** Not of a document in particular: days, months and languages have capitals in English. */
const common: ReadonlySet<string> = new Set(
  [
    ...months.keys(),
    ...'q1 q2 q3 q4 h1 h2 monday tuesday wednesday thursday friday saturday sunday english swedish german french christmas easter internet'.split(
      ' ',
    ),
  ].flatMap((word) => [word, stem(word, 'en')]),
)

/**
 * How often texts hold each name: what has a capital inside sentences and never stands there without, and what has letters
 * and digits. A single letter is a unit or a mark. German writes every noun with a capital, so there these are nouns.
 */
export function countNames(chunks: ReadChunk[], language: string | null): Map<string, number> {
  const counter = nameCounter(language)
  for (const chunk of chunks) counter.add(chunk)
  return counter.names()
}

/** The same chunk by chunk. */
export function nameCounter(language: string | null) {
  const counts = new Map<string, number>()
  const plain = new Set<string>()
  return {
    add({ text }: ReadChunk): void {
      for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]+/gu)) plain.add(stem(word, language))
      for (const name of namesIn(text, language, { withNouns: true }))
        if (name.length > 1 && !common.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    names: (): Map<string, number> => new Map([...counts].filter(([name]) => !plain.has(name))),
  }
}

/** A name that stands so often in a document is one that the document is about. */
const oftenFrom = 3

/** Another document that has a name so much more rarely only mentions it. */
const timesMore = 5

const often = ({ names }: DocumentContext): string[] =>
  [...names]
    .filter(([, count]) => count >= oftenFrom)
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)

/** The names that a document often has, and the other one hardly ever. */
const ownNames = (document: DocumentContext, { names: others }: DocumentContext): string[] =>
  often(document).filter((name) => (others.get(name) ?? 0) * timesMore <= document.names.get(name)!)

/** Whether each of two documents often names what the other one hardly does. */
export const haveOwnNames = (a: DocumentContext, b: DocumentContext): boolean =>
  ownNames(a, b).length > 0 && ownNames(b, a).length > 0

/** `D45`, `5G-200`: what the title of a document names; not an edition (`v2`, `rev4`), a quarter or a year. */
const modelsOf = ({ title, language }: DocumentContext): string[] =>
  (title.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word))
    .filter((word) => !/^(?:v|ver|version|rev|ed|q|h|fy|nr|no|p|s|kap|ch)\d+$|^\d+(?:st|nd|rd|th|a|e|x)$/.test(word))
    .map((word) => stem(word, language))

/** Whether the title of one of two documents names a model that the other one nowhere has. */
export const namesModelAlone = (a: DocumentContext, b: DocumentContext): boolean =>
  [[a, b] as const, [b, a] as const].some(([one, { title, names }]) =>
    modelsOf(one).some((model) => !names.has(model) && !title.toLowerCase().includes(model)),
  )

/** Whether two documents are about other names: the one that each names most, or models that only one of them names. */
function areAboutOthers(a: DocumentContext, b: DocumentContext): boolean {
  const [ofA, ofB] = [ownNames(a, b), ownNames(b, a)]
  const isModel = (name: string) => /\p{N}/u.test(name)
  if (ofA.some(isModel) && ofB.some(isModel)) return true
  const isFirst = (own: string[], document: DocumentContext) => own.length > 0 && own[0] === often(document)[0]
  return a.language !== 'de' && b.language !== 'de' && isFirst(ofA, a) && isFirst(ofB, b)
}

const yearsOf = (text: string): ReadonlySet<string> => new Set(text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [])
const titleNames = ({ title, names, language }: DocumentContext): Set<string> => {
  const own = new Set<string>()
  for (const match of title.matchAll(/[\p{L}\p{N}]+/gu)) {
    const lower = match[0].toLowerCase()
    if (isStopWord(lower, language) || /^(?:19|20)\d\d$/.test(lower)) continue
    const form = stem(lower, language)
    if (/\p{N}/u.test(lower) || names.has(form)) own.add(form)
  }
  return own
}

/**
 * Whether two documents may speak of the same thing where their statements do: not of two products, companies or years. A
 * statement with few words of its own needs titles, headings or captions with a word in common.
 */
export function mayShareSubject(a: DocumentContext, b: DocumentContext, said: Statement, other: Statement): boolean {
  const [yearsA, yearsB] = [yearsOf(a.title), yearsOf(b.title)]
  if (yearsA.size > 0 && yearsB.size > 0 && yearsA.isDisjointFrom(yearsB)) return false
  const texts = [said.text, other.text] as const
  if (areToldApart({ titles: [a.title, b.title], texts }, a.language)) return false
  if (a.heading && b.heading && areToldApart({ titles: [a.heading, b.heading], texts }, a.language)) return false
  const [aboveA, aboveB] = [a, b].map(({ title, heading }) => [title, heading ?? ''])
  if (areOfOtherCases(aboveA!, aboveB!)) return false
  const [namesA, namesB] = [titleNames(a), titleNames(b)]
  const lacks = (names: Set<string>, { title, names: all }: DocumentContext) =>
    [...names].some((name) => !all.has(name) && !title.toLowerCase().includes(name))
  if (lacks(namesA, b) && lacks(namesB, a)) return false
  if (areAboutOthers(a, b)) return false
  const own = new Set([...said.subject, ...other.subject].filter((form) => /^\p{L}/u.test(form)))
  // Tables of a kind have the same rows whatever company they are of.
  if (own.size >= (said.kind === 'cell' ? minSubject : minSubject - 1)) return true
  const around = (context: DocumentContext, statement: Statement) =>
    new Set([
      ...formsOf(`${context.title} ${context.heading ?? ''}`, context.language),
      ...statement.around,
      ...statement.subject,
    ])
  const shared = around(a, said).intersection(around(b, other))
  return [...shared].some(
    (form) => /^[\p{L}~]/u.test(form) && !lightWords.has(form) && (!own.has(form) || inBoth(form, a, b)),
  )
}

/** The title or heading of each names what the statement is about as well. */
const inBoth = (form: string, a: DocumentContext, b: DocumentContext): boolean =>
  [a, b].every(({ title, heading, language }) => formsOf(`${title} ${heading ?? ''}`, language).includes(form))
