import { stringify } from 'csv-stringify/sync'
import { neutralised } from './formulas.ts'

/** Cells that any separator would tear, or whose ends a program might trim. */
const inQuotes = /[",;\t|\r\n\0]|^\s|\s$/

/**
 * Rows as CSV (RFC 4180), their line ends included. What a spreadsheet would run begins with an apostrophe. `readCsv` reads
 * the same cells.
 */
export const writeCsv = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(neutralised)),
    {
      record_delimiter: '\r\n',
      quoted_match: inQuotes,
      // Without quotes a row of one empty cell would be an empty line.
      quoted_empty: rows.some((row) => row.length === 1),
    },
  )
