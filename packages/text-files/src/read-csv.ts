import { DamagedText } from './damaged-text.ts'
import { withApostropheRemoved } from './formulas.ts'

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 65_536
const sampleRecords = 20

/** The line that Excel writes and reads before all others: `sep=;`. */
const separatorLine = /^"?sep=(\\t|[^\p{L}\p{N}"\r\n])"?[ \t;,]*(?:\r\n?|\n|$)/iu

/** The separator that a text names in its first line, and the length of that line. */
function namedSeparator(content: string): { separator: string; length: number } | undefined {
  const found = separatorLine.exec(content.slice(0, 16))
  // Of a character outside the basic plane only half would be looked for.
  if (!found || found[1]!.length > 2 || (found[1]!.length === 2 && found[1] !== '\\t')) return undefined
  return { separator: found[1] === '\\t' ? '\t' : found[1]!, length: found[0].length }
}

const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\u00a0'

/** Where the blanks from `at` on end: a separator is none. */
function afterBlanks(content: string, at: number, separator: string): number {
  let end = at
  while (isBlank(content[end]) && content[end] !== separator) end++
  return end
}

const endsCell = (character: string | undefined, separators: readonly string[]): boolean =>
  character === undefined || character === '\n' || character === '\r' || separators.includes(character)

/** Whether a tab stands beside another separator: it is a blank then. */
const isPadding = (text: string, at: number): boolean =>
  [text[at - 1], text[at + 1]].some((next) => next === ',' || next === ';' || next === '|')

/** Where the cell in quotes that opens at `at` is closed; undefined when its quote is not, or something follows it. */
function closingQuote(content: string, at: number, separators: readonly string[]): number | undefined {
  for (let quote = content.indexOf('"', at + 1); quote >= 0; quote = content.indexOf('"', quote + 1)) {
    if (content[quote + 1] === '"') quote++
    else {
      let end = quote + 1
      while (isBlank(content[end]) && !separators.includes(content[end]!)) end++
      return endsCell(content[end], separators) ? quote : undefined
    }
  }
  return undefined
}

/**
 * The delimiter of a CSV text: the one that its first line names (`sep=;`), or the one that parts the first records into the same number of fields, and into most.
 * Fields in quotes are skipped over; a quote inside of a field is a letter like any other.
 */
export function delimiterOf(text: string): string {
  const named = namedSeparator(text.startsWith('\ufeff') ? text.slice(1, 20) : text)
  if (named) return named.separator
  const counts = delimiters.map((): number[] => [])
  const record = new Array<number>(delimiters.length).fill(0)
  const end = Math.min(text.length, sampleCharacters)
  let quoted = false
  /** Where the cell began, without the blanks in front. */
  let start = 0
  const close = () => {
    if (record.some((count) => count > 0)) for (const [i, list] of counts.entries()) list.push(record[i]!)
    record.fill(0)
  }
  for (let i = 0; i < end && counts[0]!.length < sampleRecords; i++) {
    const character = text[i]!
    if (quoted) {
      if (character !== '"') continue
      if (text[i + 1] === '"') i++
      else quoted = false
    } else if (character === '"') {
      const isFirst = start === i
      quoted = isFirst && (endsCell(text[i - 1], delimiters) || closingQuote(text, i, delimiters) !== undefined)
    } else if (character === '\n' || character === '\r') {
      close()
      start = i + 1
    } else {
      const which = delimiters.indexOf(character)
      if (which >= 0 && !(character === '\t' && isPadding(text, i))) record[which]!++
      if (which >= 0 || (start === i && isBlank(character))) start = i + 1
    }
  }
  if (counts[0]!.length < sampleRecords) close()
  const score = (list: number[]) => {
    const first = list[0] ?? 0
    if (first === 0) return 0
    // Agreement with the header row counts more than how many fields there are.
    return (list.filter((count) => count === first).length / list.length) * 1_000 + Math.min(first, 500)
  }
  const scores = counts.map(score)
  return delimiters[scores.indexOf(Math.max(...scores))]!
}

/** Where a cell ends, and what it holds. */
type Cell = { end: number; text: string }

/**
 * Reads the cell at `at`; blanks around a cell in quotes are none of it. A quote that is not followed by the end of the cell
 * makes it a bare one, as it stands from there on.
 */
function cellAt(content: string, at: number, separator: string, bareEnd: RegExp): Cell {
  const opening = afterBlanks(content, at, separator)
  const isQuoted = content[opening] === '"'
  // After blanks a quote may also be an inch mark.
  const isCell = isQuoted && (opening === at || closingQuote(content, opening, [separator]) !== undefined)
  let text = ''
  let from = at
  if (isCell) {
    from = opening + 1
    for (;;) {
      const quote = content.indexOf('"', from)
      if (quote === -1) throw new DamagedText('The CSV could not be read: a quote is never closed.')
      text += content.slice(from, quote)
      from = quote + 1
      if (content[from] === '"') {
        text += '"'
        from++
        continue
      }
      const end = afterBlanks(content, from, separator)
      if (endsCell(content[end], [separator])) return { end, text }
      text = `"${text}"`
      break
    }
  }
  bareEnd.lastIndex = from
  const end = bareEnd.exec(content)!.index
  return { end, text: text + content.slice(from, end) }
}

/**
 * The records of a CSV text (RFC 4180; comma, semicolon, tab or bar, or what a line `sep=;` names; any line end), read as they are asked for; empty lines
 * are none. A quote inside of a field that doesn't begin with one is read as it stands, and the apostrophe before what would
 * be a formula is taken away. Throws `DamagedText` for a quote that is never closed and for a record above
 * `maxRecordCharacters`.
 */
export function* readCsv(
  text: string,
  { maxRecordCharacters = Number.POSITIVE_INFINITY }: { maxRecordCharacters?: number } = {},
): Generator<string[], undefined> {
  const content = text.replace(/^\ufeff/, '')
  const delimiter = delimiterOf(content)
  const bareEnd = new RegExp(`[\\${delimiter}\\r\\n]|$`, 'g')
  for (let at = namedSeparator(content)?.length ?? 0; at < content.length; at++) {
    // An empty line, or the second half of a line end.
    if (content[at] === '\n' || content[at] === '\r') continue
    const start = at
    const record: string[] = []
    for (; ; at++) {
      const cell = cellAt(content, at, delimiter, bareEnd)
      record.push(withApostropheRemoved(cell.text))
      at = cell.end
      if (at - start > maxRecordCharacters)
        throw new DamagedText(`The CSV could not be read: a record has more than ${maxRecordCharacters} characters.`)
      if (content[at] !== delimiter) break
    }
    yield record
  }
}
