import { type TablePart, tableRowsOf } from '@frontdesk/contracts'
import { isQuestionWord, isStopWord, splitIntoSentences, stem, words } from '@frontdesk/language'
import { readValues, type Value } from './read-values.ts'
import { conceptOf, groupOf, lightWords, negations, yesNo } from './statement-words.ts'

/** What can be contradicted: a sentence, or a cell of a table. */
export type Statement = {
  kind: 'sentence' | 'cell'
  /** Its words; of a cell `Label, column: value`. */
  text: string
  /** What others are looked for by: the question or heading that it belongs to included, of a cell its row without values. */
  search: string
  /** The words of the chunk that say it: of a cell its row. */
  quote: string
  /** Of a cell. */
  value?: string
  /** Where it stands in the text of the chunk (UTF-16 code units): of a cell its value. */
  start: number
  end: number
  /** What it is about, in order: stems of its words without values, negations and what says nothing of the subject. */
  subject: string[]
  /** Those that are names, numbers of models and the like, in order. */
  names: string[]
  /** Words that stand after the first value, for what it is counted from. */
  countedFrom: ReadonlySet<string>
  values: Value[]
  isNegated: boolean
  /** It says only its subject, and yes or no of it. */
  hasPolarity: boolean
  /** Of a cell: words around it that say what it is of (caption, group). */
  around: string[]
}

export type ReadChunk = { text: string; heading?: string | undefined; tables?: TablePart[] | undefined }

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:[-./][\p{L}\p{N}\p{M}]+)*/gu
/** A statement of more characters is several, or none. */
const maxCharacters = 400
/** Of one chunk. */
const maxStatements = 60

type Word = { text: string; lower: string; start: number; isName: boolean }

function wordsIn(text: string, language: string | null): Word[] {
  return [...text.matchAll(wordPattern)].map((match, i) => {
    const [word] = match
    const isCapital = i > 0 && /^\p{Lu}/u.test(word) && !/[.:!?"“”]\s*$/.test(text.slice(0, match.index))
    const isModel = /\p{N}/u.test(word) && /\p{L}/u.test(word)
    return {
      text: word,
      lower: word.toLowerCase(),
      start: match.index,
      isName: isModel || (isCapital && language !== 'de'),
    }
  })
}

/** The stem of a word, or what stands for all words that mean the same here. */
const formOf = (lower: string, language: string | null): string => {
  const group = groupOf.get(lower) ?? lower
  return stem(group, language)
}

/** What words are about: their forms, and of those the names; without values, negations, and words that say nothing of it. */
function subjectOf(all: Word[], values: Value[], language: string | null) {
  const subject: string[] = []
  const names: string[] = []
  const countedFrom = new Set<string>()
  let negations_ = 0
  const firstEnd = values.find(({ kind }) => kind === 'amount')?.end ?? Number.POSITIVE_INFINITY
  for (const { lower, start, isName } of all) {
    if (values.some((value) => start >= value.start && start < value.end)) continue
    if (negations.has(lower)) {
      negations_++
      continue
    }
    const concept = conceptOf.get(lower)
    if (concept?.denies) negations_++
    if (!concept && (isStopWord(lower, language) || isQuestionWord(lower, language) || lightWords.has(lower))) continue
    const form = concept ? `~${concept.concept}` : formOf(lower, language)
    subject.push(form)
    if (isName) names.push(form)
    if (start > firstEnd) countedFrom.add(form)
  }
  return { subject, names, countedFrom, negations: negations_ }
}

/** The forms of the words that say what something is about. */
export const formsOf = (text: string, language: string | null): string[] =>
  subjectOf(wordsIn(text, language), readValues(text, language), language).subject

/** A clause that limits a statement to a case, or has several of them. */
const limits =
  /(?<!\p{L})(?:not only|not all|not every|not always|inte alla|inte alltid|nicht alle|nicht immer|unless|except|if|otherwise|whereas|however|compared|versus|than|inte bara|om|förutom|utom|annars|medan|jämfört|än|nicht nur|außer|wenn|falls|sonst|während|verglichen|als)(?!\p{L})/iu

function readSentences(text: string, heading: string | undefined, language: string | null): Statement[] {
  const found: Statement[] = []
  const sentences = splitIntoSentences(text)
  let question: string | undefined
  for (const sentence of sentences) {
    const said = sentence.text
    if (said.endsWith('?')) {
      question = said.length <= maxCharacters ? said : undefined
      continue
    }
    const asked = question
    question = undefined
    if (said.length > maxCharacters || said.includes('|') || said.includes('\t')) continue
    const statement = readSentence(said, { asked, heading, language })
    if (statement) found.push({ ...statement, start: sentence.start, end: sentence.end })
    if (found.length >= maxStatements) break
  }
  return found
}

const months = '(?:jan|feb|mar|mär|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|dec|dez)'
/** `4. Save`, `(2) Save`, `3.1 Save`, `Step 4: save`: what numbers a line says nothing of its subject. A German date is none. */
const marker = new RegExp(
  String.raw`^\s*(?:[-*•–]\s+)?(?:\(?\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,3}(?:\.\d{1,3})+|(?:step|steg|schritt|étape|paso|stap|trin|steg nr)\s\d{1,3}[.:)]?)\s+(?!${months})(?=\p{L}|["“*_(\[])`,
  'iu',
)
/** `2.6.` alone is the number of a section, and under a heading no figure of it. */
const isBareNumber = /^\s*\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s*$/
/** The same text, offsets kept, with blanks for the number that a list or a heading begins with. */
const withoutMarker = (text: string): string => text.replace(marker, (number) => ' '.repeat(number.length))

function readSentence(
  said: string,
  { asked, heading, language }: { asked: string | undefined; heading: string | undefined; language: string | null },
): Omit<Statement, 'start' | 'end'> | undefined {
  const listed = withoutMarker(said)
  const all = wordsIn(listed, language)
  const values = readValues(listed, language)
  const own = subjectOf(all, values, language)
  const first = all[0]?.lower
  const answer = asked !== undefined && first !== undefined ? yesNo.get(first) : undefined
  // `Are dogs allowed? No.`: the question is what is said, and yes or no what is said of it.
  if (answer !== undefined) {
    const ofQuestion = subjectOf(wordsIn(asked!, language), [], language)
    if (ofQuestion.subject.length < 2 || ofQuestion.negations > 0) return undefined
    return {
      kind: 'sentence',
      text: said,
      quote: said,
      search: asked!,
      subject: ['?', ...ofQuestion.subject],
      names: ofQuestion.names,
      countedFrom: new Set(),
      values: [],
      isNegated: !answer,
      hasPolarity: true,
      around: [],
    }
  }
  if (asked === undefined && isBareNumber.test(said)) return undefined
  const isShort = own.subject.length < 3
  const lead = isShort ? (asked ?? heading) : undefined
  const ofLead = lead ? subjectOf(wordsIn(lead, language), readValues(lead, language), language) : undefined
  const subject = [...(ofLead?.subject ?? []), ...own.subject]
  if (subject.length < 2 || (values.length === 0 && own.subject.length < 2)) return undefined
  // `Record Changes` is a heading and says nothing; `Dogs allowed` and `No dogs` do.
  const isClaim = own.negations > 0 || own.subject.some((form) => form.startsWith('~')) || /[.!:…]["”’)]*$/.test(said)
  return {
    kind: 'sentence',
    text: said,
    quote: said,
    search: `${lead ?? ''} ${said}`.trim(),
    subject,
    names: [...(ofLead?.names ?? []), ...own.names],
    countedFrom: own.countedFrom,
    values,
    isNegated: own.negations % 2 === 1,
    hasPolarity: own.negations <= 1 && !limits.test(said) && isClaim,
    around: [],
  }
}

const wholeValue = /^[\p{L}\p{N}\s.,:;–—\-+%€$£°/*()’']{1,40}$/u

function readCells(text: string, tables: TablePart[] | undefined, language: string | null): Statement[] {
  const found: Statement[] = []
  for (const row of tableRowsOf(tables ? { tables } : {})) {
    const label = formsOf(row.label, language)
    if (label.length === 0 || row.label.length > 160) continue
    let from = row.start + Math.max(0, text.slice(row.start, row.end).indexOf(row.label)) + row.label.length
    for (const { header, value } of row.cells) {
      const at = text.indexOf(value, Math.min(from, row.end))
      if (at < 0 || at >= row.end) continue
      from = at + value.length
      if (!wholeValue.test(value) || found.length >= maxStatements) continue
      const values = readValues(value, language)
      const rest = formsOf(value, language)
      const known = yesNo.get(value.trim().toLowerCase())
      if (known === undefined && (values.length !== 1 || rest.length > 1)) continue
      const unitOfHeader = readUnit(header)
      found.push({
        kind: 'cell',
        text: `${row.label}${header ? `, ${header}` : ''}: ${value}`,
        quote: text.slice(row.start, row.end).trim(),
        value,
        search: `${row.label} ${row.group ?? ''} ${(row.caption ?? '').slice(0, 200)}`.trim(),
        start: at,
        end: at + value.length,
        // The numbers of labels and headers (years, sizes, models) belong to what is meant.
        subject: [
          ...withNumbers(row.label, language),
          '|',
          ...withNumbers(header, language),
          ...rest.map((form) => `+${form}`),
        ],
        names: namesIn(`x ${row.label} ${header}`, language),
        countedFrom: new Set(),
        values:
          known === undefined
            ? values.map((each) => (each.unit === '' && unitOfHeader ? { ...each, unit: unitOfHeader } : each))
            : [],
        isNegated: known === false,
        hasPolarity: known !== undefined,
        around: [...formsOf(row.group ?? '', language), ...formsOf(row.caption ?? '', language)],
      })
    }
  }
  return found
}

/** `Price (kr)`: what a column counts. */
const readUnit = (header: string): string | undefined =>
  readValues(`1 ${/\(([^)]{1,12})\)/.exec(header)?.[1] ?? ''}`, null)[0]?.unit

const withNumbers = (text: string, language: string | null): string[] => [
  ...formsOf(text, language),
  ...(text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((digits) => `#${digits}`),
]

/** Names in a text: capitals inside of it, and what has letters and digits. In German by capitals only `withNouns`. */
export const namesIn = (text: string, language: string | null, { withNouns = false } = {}): string[] =>
  wordsIn(text, withNouns ? null : language)
    .filter(({ isName, lower }) => isName && !isStopWord(lower, language))
    .map(({ lower }) => stem(lower, language))

const supported = ['en', 'sv', 'de']
/** A text of fewer characters is easily taken for another language. */
const shortText = 300
/** The language of a text (ISO 639-1), of a short one that of most of its stop words; null when nothing tells it. */
export function likelyLanguage(text: string, known: string | null): string | null {
  if (known !== null && (supported.includes(known) || text.length >= shortText)) return known
  const all = words(text.slice(0, 4_000))
  const counts = supported.map((language) => all.filter((word) => isStopWord(word, language)).length)
  const most = Math.max(...counts)
  return most === 0 ? known : supported[counts.indexOf(most)]!
}

/** The statements of a chunk that another text could contradict. Pure, linear in the text. */
export function readStatements({ text, heading, tables }: ReadChunk, language: string | null): Statement[] {
  const cells = readCells(text, tables, language)
  const isInRow = (at: number) =>
    (tables ?? []).some(({ rows }) => rows.some(({ start, end }) => at >= start && at < end))
  const sentences = readSentences(text, heading, language).filter(
    ({ start, values, hasPolarity }) => !isInRow(start) && (values.length > 0 || hasPolarity),
  )
  return [...cells, ...sentences]
}

/** Without statements of a subject of which a document says several things: its words don't tell cases apart. */
export function withoutAmbiguous<T extends { statement: Statement }>(all: T[]): T[] {
  const values = new Map<string, Set<string>>()
  const said = ({ values: all, isNegated }: Statement) =>
    `${isNegated} ${all.map(({ unit, low, high, year }) => `${unit} ${low} ${high} ${year}`).join(' ')}`
  for (const { statement } of all) {
    const key = subjectKey(statement)
    values.set(key, (values.get(key) ?? new Set()).add(said(statement)))
  }
  return all.filter(({ statement }) => values.get(subjectKey(statement))!.size === 1)
}

const subjectKey = ({ kind, subject, around }: Statement): string =>
  `${kind}:${[...new Set(subject)].sort().join(' ')}:${kind === 'cell' ? [...new Set(around)].sort().join(' ') : ''}`
