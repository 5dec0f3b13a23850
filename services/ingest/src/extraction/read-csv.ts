import { readCsv as readRecords } from '@frontdesk/text-files'
import { readText, type TextOptions } from '@frontdesk/text-files/charset'
import type { Piece, Reading } from './document.ts'
import { normaliseText } from './normalise-text.ts'
import { release } from './release-bytes.ts'
import { labelColumns, shortValue } from './tables/read-table.ts'

/** So many records tell which columns say what a record is about. */
const sampleRecords = 200
const maxHeaderLength = 120
/** Columns beyond are in the text alone. */
const maxColumns = 60

type Shape = { header: string[]; headerRow: string; label: number[]; headers: string[] }

function shapeOf(header: string[], sample: string[][]): Shape {
  const columns = Math.max(header.length, 1)
  const rows = sample.map((record) => Array.from({ length: columns }, (_, i) => record[i]?.trim() ?? ''))
  const label = labelColumns(rows)
  return {
    header,
    headerRow: header.join(' | '),
    label,
    headers: header
      .filter((_, i) => !label.includes(i) && i < maxColumns)
      .map((name) => normaliseText(name).slice(0, maxHeaderLength).toWellFormed()),
  }
}

/** A record as lines of `name: value`, without the empty ones, and as one row of the table. */
function pieceOf(record: string[], { header, headerRow, label, headers }: Shape): Piece | undefined {
  const cells = record.map((value) => value.trim())
  const lines: string[] = []
  for (const [i, value] of cells.entries()) {
    if (value !== '') lines.push(`${header[i] || `Column ${i + 1}`}: ${value}`)
  }
  if (lines.length === 0) return undefined
  const text = lines.join('\n')
  const name = label.map((column) => cells[column] ?? '').filter((value) => value !== '')
  const said = shortValue(name.join(', '))
  const values = header.flatMap((_, i) =>
    label.includes(i) || i >= maxColumns ? [] : [normaliseText(shortValue(cells[i] ?? '')).trim()],
  )
  const row = { label: normaliseText(said).trim(), values, start: 0, end: Number.POSITIVE_INFINITY }
  const isRow = row.label !== '' && values.some((value) => value !== '')
  return { kind: 'table', text, headerRow, ...(isRow && { table: { headers, rows: [row] } }) }
}

/**
 * Reads CSV: the first record names the fields, every other one becomes lines of `name: value`, without the empty ones.
 * Throws `DamagedText` for a quote that is never closed, `UnknownCharset`.
 */
export function readCsv(bytes: Uint8Array, options?: TextOptions): Reading {
  const { text, encoding } = readText(bytes, options)
  release(bytes)
  return { pieces: piecesOf(text), encoding }
}

async function* piecesOf(text: string): AsyncGenerator<Piece> {
  const records = readRecords(text)
  const first = Array.from({ length: 1 + sampleRecords }, () => records.next().value).filter(
    (each) => each !== undefined,
  )
  const [header, ...sample] = first
  if (!header) return
  const shape = shapeOf(
    header.map((name) => name.trim()),
    sample,
  )
  let hasRecords = false
  for (const some of [sample, records]) {
    for (const record of some) {
      const piece = pieceOf(record, shape)
      if (piece) yield piece
      hasRecords ||= piece !== undefined
    }
  }
  // A lone header row is all the text that there is.
  if (!hasRecords && shape.headerRow !== '') yield { kind: 'table', text: shape.headerRow }
}
