import type { Readable } from 'node:stream'
import { contactLimits, ServiceError } from '@frontdesk/contracts'
import { parse } from 'csv-parse'

/** A row of the file: its cells under the header's names, and as they stand there. `row` is 1 after the header. */
export type Row = { row: number; cells: string[]; values: Map<string, string> }

const mostCellCharacters = 20_000
const separators = [',', ';', '\t']

/** UTF-16 says so by its byte order mark; anything that is no UTF-8 is taken for Windows-1252, as spreadsheets write it. */
async function decoded(file: Readable): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part as Uint8Array)
  const bytes = Buffer.concat(parts)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n/, 1)[0] ?? ''
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]!
}

const damaged = (detail: string, cause?: unknown) => new ServiceError('damaged_document', { detail, cause })

/**
 * The header and the rows of a CSV file (RFC 4180; `,`, `;` or tab; UTF-8, UTF-16 or Windows-1252). Throws
 * `damaged_document` for what is no CSV, `empty_document` without a row, `payload_too_large` above 10,000 rows.
 */
export async function readRows(file: Readable): Promise<{ header: string[]; rows: Row[] }> {
  const text = await decoded(file)
  const options = {
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  }
  let header: string[] | undefined
  const rows: Row[] = []
  try {
    for await (const cells of parse(text, options) as AsyncIterable<string[]>) {
      if (!header) header = cells.map((cell) => cell.trim())
      else if (cells.every((cell) => cell.trim() === '')) continue
      else if (rows.length === contactLimits.importRows) throw tooLong()
      else rows.push(rowOf(header, cells, rows.length + 1))
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw damaged(
      'The file is no CSV that can be read: each row on a line, cells in quotes when they hold separators.',
      error,
    )
  }
  if (!header || rows.length === 0) throw new ServiceError('empty_document', { detail: 'The file has no rows.' })
  const twice = header.find((name, i) => name !== '' && header.indexOf(name) !== i)
  if (twice !== undefined) throw damaged(`Two columns are named ${JSON.stringify(twice)}.`)
  return { header, rows }
}

const tooLong = () =>
  new ServiceError('payload_too_large', { detail: `An import has at most ${contactLimits.importRows} rows.` })

const rowOf = (header: string[], cells: string[], row: number): Row => ({
  row,
  cells: cells.map((cell) => cell.slice(0, mostCellCharacters)),
  values: new Map(header.map((name, i) => [name, (cells[i] ?? '').trim()])),
})
