import { neutralised } from './formulas.ts'

/** Cells that any separator would tear, or whose ends a program might trim. */
const inQuotes = /[",;\t|\r\n\0]|^\s|\s$/

const written = (cell: string): string => (inQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Without quotes a row of one empty cell would be an empty line. */
const lineOf = (row: string[]): string =>
  row.length === 1 && row[0] === '' ? '""\r\n' : `${row.map((cell) => written(neutralised(cell))).join(',')}\r\n`

/**
 * Rows as CSV (RFC 4180), their line ends included. What a spreadsheet would run begins with an apostrophe. `readCsv` reads
 * the same cells.
 */
export const writeCsv = (rows: string[][]): string => rows.map(lineOf).join('')
