export { decodeText } from './decode-text.ts'
export { readListCell, writeListCell } from './list-cell.ts'
export { delimiterOf, readCsv, readCsvInParts } from './read-csv.ts'
export { writeCsv } from './write-csv.ts'
