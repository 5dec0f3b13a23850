import { DamagedText } from './damaged-text.ts'
import { withApostropheRemoved } from './formulas.ts'

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 65_536
const sampleRecords = 20

/**
 * The delimiter of a CSV text: the one that parts the first records into the same number of fields, and into most.
 * Fields in quotes are skipped over; a quote inside of a field is a letter like any other.
 */
export function delimiterOf(text: string): string {
  const counts = delimiters.map((): number[] => [])
  const record = new Array<number>(delimiters.length).fill(0)
  const end = Math.min(text.length, sampleCharacters)
  const ends = (character: string | undefined) =>
    character === undefined || character === '\n' || character === '\r' || delimiters.includes(character)
  let quoted = false
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
    } else if (character === '"') quoted = ends(text[i - 1])
    else if (character === '\n' || character === '\r') close()
    else {
      const which = delimiters.indexOf(character)
      if (which >= 0) record[which]!++
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

/** Reads the cell at `at`. A quote that is not followed by the end of the cell makes it a bare one, as it stands from there on. */
function cellAt(content: string, at: number, bareEnd: RegExp): Cell {
  let text = ''
  let from = at
  if (content[at] === '"') {
    from = at + 1
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
      bareEnd.lastIndex = from
      if (from === content.length || bareEnd.exec(content)!.index === from) return { end: from, text }
      text = `"${text}"`
      break
    }
  }
  bareEnd.lastIndex = from
  const end = bareEnd.exec(content)!.index
  return { end, text: text + content.slice(from, end) }
}

/**
 * The records of a CSV text (RFC 4180; comma, semicolon, tab or bar; any line end), read as they are asked for; empty lines
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
  const bareEnd = new RegExp(`[${delimiter}\\r\\n]|$`, 'g')
  for (let at = 0; at < content.length; at++) {
    // An empty line, or the second half of a line end.
    if (content[at] === '\n' || content[at] === '\r') continue
    const start = at
    const record: string[] = []
    for (; ; at++) {
      const cell = cellAt(content, at, bareEnd)
      record.push(withApostropheRemoved(cell.text))
      at = cell.end
      if (at - start > maxRecordCharacters)
        throw new DamagedText(`The CSV could not be read: a record has more than ${maxRecordCharacters} characters.`)
      if (content[at] !== delimiter) break
    }
    yield record
  }
}
