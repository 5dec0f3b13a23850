import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { contactLimits, ServiceError } from '@frontdesk/contracts'
import { DamagedText, decodeText, readCsv } from '@frontdesk/text-files'

/** A row of the file: its cells under the header's names, and as they stand there. `row` is 1 after the header. */
export type Row = { row: number; cells: string[]; values: Map<string, string> }

const maxCellCharacters = 20_000

async function decoded(file: Readable): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part as Uint8Array)
  return decodeText(Buffer.concat(parts))
}

const damaged = (detail: string, cause?: unknown) => new ServiceError('damaged_document', { detail, cause })

/** So many records are read before others are served. */
const recordsPerTurn = 500

async function* recordsOf(file: Readable): AsyncGenerator<string[]> {
  try {
    let count = 0
    for (const record of readCsv(await decoded(file), { maxRecordCharacters: 1_000_000 })) {
      yield record
      if (++count % recordsPerTurn === 0) await nextTurn()
    }
  } catch (error) {
    throw error instanceof DamagedText ? damaged(error.message, error) : error
  }
}

/**
 * The header and the rows of a CSV file, read as a source of knowledge is. Throws `damaged_document` for what is no CSV,
 * `empty_document` without a row, `payload_too_large` above 10,000 rows.
 */
export async function readRows(file: Readable): Promise<{ header: string[]; rows: Row[] }> {
  let header: string[] | undefined
  const rows: Row[] = []
  for await (const cells of recordsOf(file)) {
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
