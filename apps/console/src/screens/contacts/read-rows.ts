import { decodeText, readCsv } from '@frontdesk/text-files'

/** The limit of the server: docs/limits.md. */
export const maxRows = 10_000

/**
 * The header and the rows of a CSV file, as the import reads them; of one with too many rows one more than `maxRows`.
 * `encoding`: what a file is in that is not Unicode. Throws
 * `DamagedText` for what is no CSV.
 */
export function readRows(bytes: Uint8Array, encoding?: string): { header: string[]; rows: string[][] } {
  let header: string[] | undefined
  const rows: string[][] = []
  for (const record of readCsv(decodeText(bytes, encoding))) {
    const cells = record.map((cell) => cell.trim())
    if (!header) header = cells
    else if (cells.some((cell) => cell !== '')) rows.push(cells)
    if (rows.length > maxRows) break
  }
  return { header: header ?? [], rows }
}
