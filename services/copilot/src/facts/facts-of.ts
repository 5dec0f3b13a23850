import { contentWords, splitIntoSentences, words } from '@frontdesk/language'
import { monthNumbers, namePairs, numberWords } from './words-of-facts.ts'

/** A number of a text: as it stands there, and its value however its thousands and decimals are written. */
type Figure = { text: string; value: string }

/** What of a text can be right or wrong letter by letter. */
export type Facts = {
  /** Links, addresses, masked words, and codes such as `KX-200`, as they stand there. */
  codes: string[]
  figures: Figure[]
  /** Numbers that stand there as words. */
  counted: string[]
  /** Words with a capital that does not come from the beginning of a sentence. */
  names: string[]
  /** Words that begin a sentence, other than those that any sentence may begin with. */
  openings: string[]
  /** All that is there, to be looked up in. */
  all: { text: string; codes: Set<string>; words: Set<string>; values: Set<string>; runs: Set<string> }
}

const opening = new Set('"\'“”‘’«»([{<')
const closing = new Set('"\'“”‘’«»)]}>.,;:!?')
const figure = /\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?/gu
/** Any sentence of a support conversation may begin so. */
const usualOpenings = new Set(
  words(`customer the agent support team reply ai colleague staff they he she it this so far no not yet meanwhile currently
    earlier later then now after before however therefore also both finally next according nothing nobody open
    kunden kund handläggaren handläggare medarbetaren supporten teamet svaret hittills ingen inget inte ännu just nu sedan
    därefter tidigare dessutom enligt ärendet öppet frågan question issue request still`),
)

/** A word without the marks around it. A loop: an expression would look at a long run of marks once for each of them. */
function withoutMarks(token: string): string {
  let start = 0
  let end = token.length
  while (start < end && opening.has(token[start]!)) start++
  while (end > start && closing.has(token[end - 1]!)) end--
  return token.slice(start, end)
}

const isCode = (token: string): boolean =>
  /:\/\/|^www\.|@|\*/i.test(token) ||
  /^[\p{L}\d-]{3,}(?:\.[\p{L}\d-]+)*\.[a-z]{2,}(?:\/\S*)?$/u.test(token) ||
  (/\d/.test(token) && /\p{Lu}/u.test(token) && /^[\p{L}\d][\p{L}\d/_-]+$/u.test(token))

const valueIn = (text: string): string => {
  const grouped = /^\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+/.exec(text)?.[0] ?? ''
  const plain = grouped.replace(/\D/g, '') + text.slice(grouped.length).replace(',', '.')
  return plain.length > 15 ? plain : String(Number(plain))
}
const runsOf = (text: string): string[] => (text.match(/\d+/g) ?? []).map((run) => run.replace(/^0+(?=\d)/, ''))

/** Reads the facts of an English or Swedish text. Linear in the text. */
export function factsOf(text: string): Facts {
  const tokens = text.split(/\s+/).map((token) => withoutMarks(token))
  const codes = tokens.filter(isCode)
  const held = new Set(codes)
  const rest = text.replace(/\S+/g, (token) => (held.has(withoutMarks(token)) ? ' ' : token))
  const figures = [...rest.matchAll(figure)].map(([found]) => ({ text: found, value: valueIn(found) }))
  const said = words(text)
  const counted = words(rest).flatMap((word) => (numberWords.has(word) ? [String(numberWords.get(word))] : []))
  const months = said.flatMap((word) => (monthNumbers.has(word) ? [String(monthNumbers.get(word))] : []))
  return {
    codes,
    figures,
    counted,
    ...namesOf(rest),
    all: {
      text: text.toLowerCase(),
      codes: new Set(codes.map((code) => code.toLowerCase())),
      words: new Set(said),
      values: new Set([...figures.map(({ value }) => value), ...runsOf(text), ...counted, ...months]),
      runs: new Set(runsOf(text)),
    },
  }
}

/** A line, and what comes after a colon or a quotation mark, begins like a sentence. */
function namesOf(text: string): Pick<Facts, 'names' | 'openings'> {
  const names: string[] = []
  const openings: string[] = []
  for (const sentence of splitIntoSentences(text)) {
    const pieces = sentence.text.split(/\n|[:"“”«»•]|\s[-–*]\s/u)
    for (const piece of pieces) {
      const [first, ...others] = piece.match(/[\p{L}\p{N}]+/gu) ?? []
      if (first === undefined) continue
      const capitals = others.filter((word) => /^\p{Lu}./u.test(word))
      // A heading, or shouting: its capitals tell nothing.
      if (others.length > 2 && capitals.length > others.length / 2) continue
      names.push(...capitals)
      const lower = first.toLowerCase()
      if (/^\p{Lu}/u.test(first) && !usualOpenings.has(lower) && contentWords(lower).length > 0) openings.push(first)
    }
  }
  return { names, openings }
}

/** A name's forms in lower case: its genitive, and what it is called in the other language. */
function formsOf(name: string): string[] {
  const lower = name.toLowerCase()
  const bare = lower.replace(/s$/, '')
  const others = namePairs.flatMap((pair) => (pair.some((form) => lower.startsWith(form)) ? pair : []))
  return [lower, `${lower}s`, ...(bare.length >= 2 ? [bare] : []), ...others]
}

const hasName = (name: string, { words: said }: Facts['all']): boolean => {
  const forms = formsOf(name)
  return (
    forms.some((form) => said.has(form)) || [...said].some((word) => forms.slice(3).some((f) => word.startsWith(f)))
  )
}
/** As a word of its own; a link or an address as it stands, for a part of one is another one. */
function hasCode(code: string, { text, codes }: Facts['all']): boolean {
  const lower = code.toLowerCase()
  if (codes.has(lower) || /[/@*]/.test(lower)) return codes.has(lower)
  for (let at = text.indexOf(lower); at >= 0; at = text.indexOf(lower, at + 1)) {
    const around = [text[at - 1], text[at + lower.length]]
    if (!around.some((character) => character !== undefined && /[\p{L}\d]/u.test(character))) return true
  }
  return false
}
const hasFigure = ({ text, value }: Figure, { values, runs }: Facts['all']): boolean =>
  // `14.30` may become `14:30`.
  values.has(value) || runsOf(text).every((run) => runs.has(run))
/** The same word, or another form of it. */
const hasWord = (word: string, { words: said }: Facts['all']): boolean => {
  const lower = word.toLowerCase()
  const stem = lower.slice(0, Math.max(4, lower.length - 3))
  return said.has(lower) || (lower.length >= 4 && [...said].some((other) => other.startsWith(stem)))
}

/** What of a text about other texts stands in none of them: its numbers, names, dates, links and codes. */
export function untraceable(text: string, source: Facts): string[] {
  const { codes, figures, counted, names, openings } = factsOf(text)
  return [
    ...codes.filter((code) => !hasCode(code, source.all)),
    ...figures.filter((each) => !hasFigure(each, source.all)).map((each) => each.text),
    ...counted.filter((value) => !source.all.values.has(value)),
    ...names.filter((name) => !usualOpenings.has(name.toLowerCase()) && !hasName(name, source.all)),
    ...openings.filter((word) => !hasName(word, source.all) && !hasWord(word, source.all)),
  ]
}

/** What a translation lost of the original (it has to stand there), and what numbers and links it made up. */
export function compareTranslation(original: string, translation: string): { lost: string[]; added: string[] } {
  const from = factsOf(original)
  const to = factsOf(translation)
  const lost = [
    ...from.codes.filter((code) => !hasCode(code, to.all)),
    ...from.figures.filter((each) => !hasFigure(each, to.all)).map(({ text }) => text),
    ...from.names.filter((name) => !hasName(name, to.all)),
  ]
  const added = [
    ...to.codes.filter((code) => !hasCode(code, from.all)),
    ...to.figures.filter((each) => !hasFigure(each, from.all)).map(({ text }) => text),
  ]
  return { lost: [...new Set(lost)], added: [...new Set(added)] }
}
