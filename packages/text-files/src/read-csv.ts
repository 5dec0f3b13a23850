import { ServiceError } from '@frontdesk/contracts'
import { CsvError, type Options, Parser } from 'csv-parse'
import { parse } from 'csv-parse/sync'
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

/**
 * Reads the records of a CSV text (RFC 4180; comma, semicolon, tab or bar; any line end) as they come; empty lines are none.
 * A quote inside of a field that doesn't begin with one is read as it stands, and the apostrophe before what would be a
 * formula is taken away. Throws `damaged_document` for a quote that is never closed and for a record above
 * `maxRecordCharacters`, and what `onRecord` throws.
 */
export function readCsv(
  text: string,
  onRecord: (cells: string[]) => void,
  { maxRecordCharacters = 0 }: { maxRecordCharacters?: number } = {},
): void {
  const content = text.replace(/^\ufeff/, '')
  try {
    parse(content, { ...optionsOf(content, onRecord), max_record_size: maxRecordCharacters })
  } catch (error) {
    throw damagedCsv(error)
  }
}

const optionsOf = (content: string, onRecord: (cells: string[]) => void): Options<string[]> => ({
  delimiter: delimiterOf(content),
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  on_record(record: string[]) {
    onRecord(record.map(withApostropheRemoved))
    return null
  },
})

function damagedCsv(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const detail = `The CSV could not be read: ${error.message.slice(0, 200)}`
  return new ServiceError('damaged_document', { detail, cause: error })
}

/** Characters that are read at once: a few hundred records. */
const partCharacters = 65_536

/** As `readCsv`, in batches of records, so that memory holds some of a large file's records and not all. */
export async function* readCsvInParts(
  text: string,
  { maxRecordCharacters = 0 }: { maxRecordCharacters?: number } = {},
): AsyncGenerator<string[][]> {
  const content = text.replace(/^\ufeff/, '')
  let batch: string[][] = []
  let failure: unknown
  const options = optionsOf(content, (cells) => void batch.push(cells))
  const parser = new Parser({ ...options, max_record_size: maxRecordCharacters })
  parser.on('error', (error) => {
    failure = error
  })
  parser.resume()
  for (let at = 0; at < content.length && failure === undefined; ) {
    let end = Math.min(content.length, at + partCharacters)
    // Half a surrogate pair can't be written.
    const isPair = (content.codePointAt(end - 1) ?? 0) > 0xffff
    if (isPair) end++
    await new Promise<void>((resolve) => parser.write(content.slice(at, end), () => resolve()))
    at = end
    const records = batch
    batch = []
    if (records.length > 0) yield records
  }
  if (failure === undefined) {
    const ended = new Promise<void>((resolve) => parser.once('close', resolve))
    parser.end()
    await ended
  }
  if (failure !== undefined) throw damagedCsv(failure)
  if (batch.length > 0) yield batch
}
