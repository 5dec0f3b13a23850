import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contactLimits, invalidField, ServiceError } from '@frontdesk/contracts'
import { DamagedText, readCsv } from '@frontdesk/text-files'
import { charsetOf, readText, UnknownCharset } from '@frontdesk/text-files/charset'

/** A row of the file: its cells under the header's names, and as they stand there. `row` is 1 after the header. */
export type Row = { row: number; cells: string[]; values: Map<string, string> }

const maxCellCharacters = 20_000

const damaged = (detail: string, cause?: unknown) => new ServiceError('damaged_document', { detail, cause })

/** So many records are read before others are served. */
const recordsPerTurn = 500

/**
 * The text of a file, in the charset that somebody named or that it is in for certain. Throws `charset_unknown` with
 * candidates, `damaged_document`, `invalid_request` for a name of no charset.
 */
export async function readFileText(file: Readable, encoding: string | undefined): Promise<string> {
  if (encoding !== undefined && charsetOf(encoding) === undefined)
    throw invalidField('encoding', 'is not the name of a charset that is known here')
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part as Uint8Array)
  try {
    return readText(Buffer.concat(parts), { encoding }).text
  } catch (error) {
    if (error instanceof UnknownCharset)
      throw new ServiceError('charset_unknown', { candidates: error.candidates, cause: error })
    throw error instanceof DamagedText ? damaged(error.message, error) : error
  }
}

async function* recordsOf(text: string): AsyncGenerator<string[]> {
  try {
    let count = 0
    for (const record of readCsv(text, { maxRecordCharacters: 1_000_000 })) {
      yield record
      if (++count % recordsPerTurn === 0) await nextTurn()
    }
  } catch (error) {
    throw error instanceof DamagedText ? damaged(error.message, error) : error
  }
}

/**
 * The header and the rows of a CSV file, read as a source of knowledge is. Throws `damaged_document` for what is no CSV,
 * `empty_document` without a row, `payload_too_large` above 10,000 rows, and what `readFileText` throws.
 */
export async function readRows(file: Readable, encoding?: string): Promise<{ header: string[]; rows: Row[] }> {
  let header: string[] | undefined
  const rows: Row[] = []
  for await (const cells of recordsOf(await readFileText(file, encoding))) {
    if (!header) header = cells.map((cell) => cell.trim())
    else if (cells.some((cell) => cell.trim() !== '')) {
      if (rows.length === contactLimits.importRows) throw tooLong()
      rows.push(rowOf(header, cells, rows.length + 1))
    }
  }
  if (!header || rows.length === 0) throw new ServiceError('empty_document', { detail: 'The file has no rows.' })
  const twice = header.find((name, i) => name !== '' && header!.indexOf(name) !== i)
  if (twice !== undefined) throw damaged(`Two columns are named ${JSON.stringify(twice)}.`)
  return { header, rows }
}

const tooLong = () =>
  new ServiceError('payload_too_large', { detail: `An import has at most ${contactLimits.importRows} rows.` })

const rowOf = (header: string[], cells: string[], row: number): Row => ({
  row,
  cells: cells.map((cell) => cell.slice(0, maxCellCharacters)),
  values: new Map(header.map((name, i) => [name, (cells[i] ?? '').trim()])),
})
