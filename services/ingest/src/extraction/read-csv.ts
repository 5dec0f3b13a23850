import { ServiceError } from '@frontdesk/contracts'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { decodeText, release } from './decode-text.ts'
import type { Piece, Reading } from './document.ts'

const delimiters = [',', ';', '\t', '|']
const sampleCharacters = 65_536
const sampleRecords = 20

/**
 * The delimiter of a CSV text: the one that parts the first records into the same number of fields, and into most.
 * Fields in quotes are skipped over.
 */
export function delimiterOf(text: string): string {
  const counts = delimiters.map((): number[] => [])
  const record = new Array<number>(delimiters.length).fill(0)
  const end = Math.min(text.length, sampleCharacters)
  let quoted = false
  const close = () => {
    if (record.some((count) => count > 0)) for (const [i, list] of counts.entries()) list.push(record[i]!)
    record.fill(0)
  }
  for (let i = 0; i < end && counts[0]!.length < sampleRecords; i++) {
    const character = text[i]!
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n') close()
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
 * Reads CSV (RFC 4180; comma, semicolon, tab or bar): the first record names the fields, every other one becomes lines
 * of `name: value`, without the empty ones. Throws `damaged_document` for a quote that is never closed.
 */
export function readCsv(bytes: Uint8Array): Reading {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  release(bytes)
  const pieces: Piece[] = []
  let header: string[] | undefined
  let headerRow = ''
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record(record: string[]) {
        if (!header) {
          header = record.map((name) => name.trim())
          headerRow = header.join(' | ')
          return null
        }
        const lines: string[] = []
        for (const [i, value] of record.entries()) {
          if (value.trim() !== '') lines.push(`${header[i] || `Column ${i + 1}`}: ${value.trim()}`)
        }
        if (lines.length > 0) pieces.push({ kind: 'table', text: lines.join('\n'), headerRow })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ServiceError('damaged_document', {
      detail: `The CSV could not be read: ${error.message.slice(0, 200)}`,
      cause: error,
    })
  }
  // A lone header row is all the text that there is.
  if (pieces.length === 0 && headerRow !== '') pieces.push({ kind: 'table', text: headerRow })
  return { pieces }
}
