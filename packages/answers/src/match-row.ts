import type { LabelledRow } from '@frontdesk/contracts'
import { isStopWord, words } from '@frontdesk/language'
import { cleanMarkdown } from './clean-markdown.ts'
import { numbersIn, rangeIn } from './read-numbers.ts'
import type { Holder } from './read-passage.ts'
import type { AskedWord } from './weigh-words.ts'

/** What a question word counts for by where it stands. */
const inGroup = 0.8
const inCaption = 0.5
const inHeader = 0.5
const inTitle = 0.5
/** A label is meant when this share of what its words tell is asked for. */
const minLabel = 0.3
const periodBonus = 0.2
const otherPeriod = 0.4
/** What a header counts for words that stand beside its row anyway, and for a range that holds a number asked for. */
const givenShare = 0.8
const inRangeHeader = 3
const cellShare = 0.8
const rangeBonus = 0.15
const labelPenalty = 0.5
/** Columns are said without being asked for when there are no more. */
const maxColumns = 6
/** What `%` is called. */
const percentWords = ['percent', 'percentage', 'procent', 'prozent']
/** Words of a question that only say which column, never which row. */
const isPeriod = (word: string): boolean => /^(?:(?:19|20)\d\d|q[1-4]|\d{1,2})$/.test(word) || periods.has(word)
const periods = new Set(
  `first second third fourth quarter half year years month months january february march april may june july august
  september october november december ended ending första andra tredje fjärde kvartal kvartalet halvår halvåret året
  januari februari mars maj juni juli augusti oktober månad jan feb mar apr jun jul aug sep sept oct okt nov dec dez erste
  zweite dritte vierte quartal halbjahr jahr januar februar märz mai oktober dezember`.split(/\s+/),
)

/** How a row answers: what is said of it, and how much of the question it and its table hold. */
export type RowMatch = {
  held: number[]
  score: number
  columns: number[]
  isMeant: boolean
  /** How much of its label, or of the cell that names it, is asked for, 0..1. */
  meant: number
  /** The share of the question that the label itself holds. */
  labelShare: number
}

/** Matches a row's label, group, caption and headers with a question. */
export function matchRow(
  row: LabelledRow,
  asked: AskedWord[],
  holds: Holder,
  { above, whole }: { above: number[]; whole: number[] },
  numbers: number[],
): RowMatch {
  const labelWords = words(row.label)
  const label = holds(labelWords)
  const group = holds(words(row.group ?? ''))
  const caption = holds(words(row.caption ?? ''))
  const headers = row.cells.map(({ header }) => holds(words(header)))
  const values = holds(
    row.cells.flatMap(({ value }) => (value.includes('%') ? [...words(value), ...percentWords] : words(value))),
  )
  const elsewhere = asked.map((_, i) => Math.max(label[i]!, group[i]!, caption[i]!, above[i]!))
  const columns = columnsOf(row, asked, headers, elsewhere, numbers)
  const held = asked.map((_, i) =>
    Math.max(
      label[i]!,
      inGroup * group[i]!,
      inCaption * caption[i]!,
      ...columns.map((column) => Math.max(headers[column]![i]!, 0)),
      ...headers.map((each) => inHeader * each[i]!),
      inTitle * above[i]!,
      0.7 * values[i]!,
    ),
  )
  // What the label says beyond the question makes it another thing: `Cost of goods sold`, when a towel's cost is asked for.
  const ofLabel = meantOf(labelWords, holds)
  // A row may be asked for by another of its cells: `the 4 Ah battery`, `20 ampere`.
  const ofCell = Math.max(0, ...row.cells.map(({ value }) => (/\p{L}/u.test(value) ? meantOf(words(value), holds) : 0)))
  const inRange = isInRange(row, asked, numbers, headers)
  const meant = Math.max(ofLabel, inRange ? 1 : 0, cellShare * ofCell)
  const total = asked.reduce((sum, each) => sum + (isPeriod(each.word) ? 0 : each.weight), 0) || 1
  const shareOf = (of: number[]) =>
    asked.reduce((sum, each, i) => sum + (isPeriod(each.word) ? 0 : each.weight * of[i]!), 0) / total
  const found = Math.min(1, shareOf(held.map((own, i) => Math.max(own, whole[i]!))) + (inRange ? rangeBonus : 0))
  return {
    held,
    score: found * (1 - labelPenalty * (1 - meant)) + periodOf(row, asked, columns),
    columns,
    isMeant: meant >= minLabel,
    meant,
    labelShare: shareOf(ofLabel >= cellShare * ofCell ? label : values),
  }
}

/** How much of what words say is asked for, 0..1. */
function meantOf(list: string[], holds: Holder): number {
  const telling = list.filter((word) => (word.length > 2 && !isStopWord(word)) || /\p{N}/u.test(word))
  if (telling.length === 0) return 0
  return telling.reduce((sum, word) => sum + Math.max(0, ...holds([word])), 0) / telling.length
}

/** Whether the label, or a cell whose header or unit is asked for, is a range that holds a number of the question. */
function isInRange(row: LabelledRow, asked: AskedWord[], numbers: number[], headers: number[][]): boolean {
  if (numbers.length === 0) return false
  const names = (text: string) =>
    words(text).some((word) => word.length > 1 && !/\p{N}/u.test(word) && asked.some((each) => each.word === word))
  const [only, ...others] = numbersIn(row.label)
  if (only !== undefined && others.length === 0 && !/\p{L}{2}/u.test(row.label) && numbers.includes(only)) return true
  if (holdsNumber(row.label, numbers)) return true
  return row.cells.some(
    ({ header, value }, i) =>
      holdsNumber(value, numbers) && (names(`${header} ${value}`) || Math.max(0, ...headers[i]!) >= 0.6),
  )
}

/** More for a row whose columns, group or caption name the year that is asked for, less for one that names only others. */
function periodOf({ cells, group, caption, label }: LabelledRow, asked: AskedWord[], columns: number[]): number {
  const years = asked.filter(({ word }) => /^(?:19|20)\d\d$/.test(word)).map(({ word }) => word)
  if (years.length === 0) return 0
  const named = `${label} ${group ?? ''} ${caption ?? ''} ${columns.map((column) => cells[column]!.header).join(' ')}`
  const there: string[] = named.match(/\b(?:19|20)\d\d\b/g) ?? []
  return there.length === 0 ? 0 : years.some((year) => there.includes(year)) ? periodBonus : -otherPeriod
}

/** The columns that a question asks for, by what only they say of it; all of a few when it names none. */
function columnsOf(
  row: LabelledRow,
  asked: AskedWord[],
  headers: number[][],
  elsewhere: number[],
  numbers: number[],
): number[] {
  const scores = headers.map(
    (held, i) =>
      asked.reduce((sum, each, at) => sum + each.weight * held[at]! * (1 - givenShare * elsewhere[at]!), 0) +
      (holdsNumber(row.cells[i]!.header, numbers) ? inRangeHeader : 0),
  )
  const best = Math.max(0, ...scores)
  const all = row.cells.map((_, i) => i)
  if (best === 0) return all.slice(0, maxColumns)
  return all.filter((i) => scores[i]! >= 0.95 * best).slice(0, maxColumns)
}

/** Whether a text states a range that one of some numbers is in. */
function holdsNumber(text: string, numbers: number[]): boolean {
  if (numbers.length === 0) return false
  const range = rangeIn(text)
  return range !== undefined && numbers.some((number) => number >= range.from && number <= range.to)
}

/** A currency or a scale that the caption gives for all values. */
const unitOf = (caption: string | undefined): string | undefined =>
  caption
    ?.match(
      /\b(?:in )?(?:(?:SEK|EUR|USD|NOK|DKK|CHF|GBP|kr|kronor|euros?|dollars?)\b\s?(?:million|thousand|billion|[mt]n)?s?|(?:tkr|mkr|mdkr|tsek|msek|teur|meur|t€)\b|(?:millions?|thousands?|billions?|miljoner|tusental|tusen|millionen|tausend)\b(?: (?:of )?(?:SEK|EUR|USD|dollars|kronor|euros?|kr)\b)?)/i,
    )?.[0]
    .replace(/^in /i, '')

/** The row as text: `Label, column: value`, one line a column. */
export function formatRow(row: LabelledRow, columns: number[]): string {
  const unit = unitOf(row.caption)
  const lines = columns.flatMap((column) => {
    const cell = row.cells[column]
    if (!cell) return []
    const name = [row.label, cell.header]
      .filter((part) => part !== '')
      .map(cleanMarkdown)
      .join(', ')
    const hasUnit = !unit || /[%$€£]|\p{L}/u.test(cell.value)
    return [`${name === '' ? '' : `${name}: `}${cleanMarkdown(cell.value)}${hasUnit ? '' : ` (${unit})`}`]
  })
  return lines.length > 0 ? lines.join('\n') : row.label
}
