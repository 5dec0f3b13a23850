import { hasWord, isFigure, isPeriod, isScale } from './figures.ts'
import {
  byColumn,
  type Cell,
  type Column,
  columnsOf,
  distinguishHeaders,
  headersOf,
  joinSigns,
  mergeColumns,
  type TableLine,
} from './place-cells.ts'

/** One data row; `start` and `end` say where its line stands in the table's text. */
export type Row = { label: string; group?: string; values: string[]; start: number; end: number }

/** What a table says: its text with a line for each row, and its data rows. `headers` name the columns of values. */
export type ReadTable = {
  text: string
  /** The names of all columns in one line, when it has such. */
  headerRow?: string
  /** A first line over the whole table. */
  title?: string
  headers: string[]
  rows: Row[]
  columns: Column[]
  /** Which columns say what a row is about. */
  labels: number[]
  /** The line without values that the last row stands under. */
  group: string | undefined
}

/** Longer cells are prose rather than values; longer headers and lines of groups are cut or taken for notes. */
const maxValueLength = 200
const maxHeaderLength = 120
const maxGroupLength = 150
/** Columns beyond are in the text alone. */
const maxColumns = 60
/** A column is of figures when so many of its cells are. */
const mostly = 0.6
/** Labels tell rows apart when so many of them are different. */
const distinct = 0.9
const maxLabelColumns = 3
const maxHeaderLines = 6
/** A sum ends the group that it is of; English, Swedish, German. */
const sum = /^(?:sub-?total|total|totalt|totala|summa|delsumma|gesamt|summe|zwischensumme|insgesamt)/i

const share = <T>(list: readonly T[], isOne: (each: T) => boolean): number =>
  list.length === 0 ? 0 : list.filter(isOne).length / list.length

/** Whether a first line without a mark names the columns: it differs from what stands below, or all is words. */
function namesColumns(first: readonly Cell[], below: readonly string[][], columns: number): boolean {
  if (first.length < 2 || first.slice(1).some(({ text }) => isFigure(text))) return false
  if (isFigure(first[0]!.text)) return false
  const shares = Array.from({ length: columns }, (_, i) =>
    share(
      below.map((cells) => cells[i] ?? '').filter((text) => text !== ''),
      isFigure,
    ),
  )
  if (columns > 2) return first.length > columns / 2
  // Two columns of which the second has figures here and there are names and values.
  return shares[1]! === 0 || shares[1]! >= mostly
}

/** How many lines at the top name the columns. */
function countHeaders(lines: TableLine[]): number {
  const marked = lines.findIndex(({ isHeader }) => !isHeader)
  if (marked > 0) return marked
  if (marked < 0) return lines.length > 1 ? 1 : 0
  const labels = lines.filter(({ cells }) => cells.length > 1).map(({ cells }) => cells[0]!)
  const isUnlabelled = (cells: Cell[]) => {
    const before = labels.filter(({ from }) => from < cells[0]!.from)
    return before.length > 0 && share(before, ({ to }) => to <= cells[0]!.from) > 0.5
  }
  let count = 0
  let hasNames = false
  for (; count < Math.min(maxHeaderLines, lines.length - 1); count++) {
    const { cells } = lines[count]!
    const isOpen = isUnlabelled(cells)
    const texts = cells.slice(isOpen ? 0 : 1).map(({ text }) => text)
    if (!isOpen && (hasNames || cells.length < 2)) break
    const rest = lines.slice(count + 1).filter((line) => line.cells.length > 1)
    const columns = columnsOf(rest.map((line) => line.cells))
    const below = rest.map((line) => byColumn(line.cells, columns))
    const values = below.flatMap((row) => row.slice(1)).filter((text) => text !== '')
    const isOfFigures = share(values, isFigure) >= mostly
    const isName = isOpen
      ? !texts.some(isFigure)
      : (isOfFigures && texts.every(isPeriod)) || namesColumns(cells, below, columns.length)
    if (!isName && !isScale(texts, values)) break
    if (!isOpen) hasNames = true
  }
  return count
}

/** Which columns say what a row is about: the first of words, and those after it that it takes to tell the rows apart. */
export function labelColumns(rows: readonly string[][], groups: readonly (string | undefined)[] = []): number[] {
  const columns = rows[0]?.length ?? 0
  if (columns < 2) return [0]
  const cellsOf = (column: number) => rows.map((row) => row[column]!).filter((text) => text !== '')
  const candidates = Array.from({ length: Math.min(maxLabelColumns, columns - 1) }, (_, i) => i)
  const first = candidates.find((column) => share(cellsOf(column), hasWord) > 0.5) ?? 0
  const apart = (chosen: number[]) =>
    new Set(rows.map((row, i) => JSON.stringify([groups[i], ...chosen.map((column) => row[column])]))).size /
    rows.length
  const chosen = [first]
  while (apart(chosen) < distinct && chosen.length < maxLabelColumns) {
    const next = chosen.at(-1)! + 1
    if (next >= columns - 1) break
    chosen.push(next)
  }
  return apart(chosen) >= distinct ? chosen : [first]
}

/** A value that is short enough to be said, '' for prose. */
export const shortValue = (text: string): string => (text.length <= maxValueLength ? text : '')

const withoutColon = (text: string): string => text.replace(/\s*:$/, '')

type Read = { texts: string[]; group?: string; line: number }

/** The rows that hold values, each with the line without values that it stands under. */
function dataRows(
  lines: string[][],
  from: number,
  before: string | undefined,
): { rows: Read[]; group: string | undefined } {
  const rows: Read[] = []
  let group = before
  for (const [i, texts] of lines.entries()) {
    if (i < from) continue
    const filled = texts.filter((text) => text !== '')
    if (filled.length === 0) continue
    if (filled.length === 1) {
      const isAtLeft = texts[0] !== ''
      if (isAtLeft && filled[0]!.length <= maxGroupLength) group = withoutColon(filled[0]!)
      continue
    }
    rows.push({ texts, ...(group !== undefined && { group }), line: i })
    if (sum.test(texts[0]!)) group = undefined
  }
  return { rows, group }
}

/** Cells that are empty because the one above them reaches down, in a column that tells rows apart. */
function fillDown(rows: Read[], chosen: number[]): void {
  if (chosen.length < 2) return
  for (const [i, { texts, group }] of rows.entries()) {
    const before = rows[i - 1]
    if (before && texts[chosen[0]!] === '' && before.group === group) texts[chosen[0]!] = before.texts[chosen[0]!]!
  }
}

/**
 * Reads a table: which lines name its columns, which column says what a row is about, and under which line without values
 * a row stands. Signs in cells of their own join their numbers. `isGrid` tells columns of a grid from places on a page;
 * lines that go on from a table have its columns.
 */
export function readTable(
  raw: readonly TableLine[],
  { isGrid, goesOnFrom: before }: { isGrid: boolean; goesOnFrom?: ReadTable },
): ReadTable | undefined {
  const lines = raw
    .map((line) => ({ ...line, cells: joinSigns(line.cells, isGrid) }))
    .filter(({ cells, text }) => cells.length > 0 || text !== undefined)
  if (lines.length === 0) return undefined
  const title = !before && isGrid && lines.length > 2 && isTitle(lines) ? lines[0]!.cells[0]!.text : undefined
  const from = title === undefined ? 0 : 1
  const headerCount = before ? 0 : from + countHeaders(lines.slice(from))
  const body = lines.slice(headerCount).map(({ cells }) => cells)
  const several = body.filter((cells) => cells.length > 1)
  const found = before?.columns ?? columnsOf(several.length > 0 ? several : lines.map(({ cells }) => cells))
  const fullest = lines.slice(from, headerCount).toSorted((a, b) => b.cells.length - a.cells.length)[0]
  const columns = isGrid || !fullest ? found : mergeColumns(found, several, fullest.cells)
  const placed = lines.map(({ cells }) => byColumn(cells, columns))
  const names = namesOf(
    lines.slice(from, headerCount).map(({ cells }) => headersOf(cells, columns, isGrid)),
    columns.length,
  )
  const { rows: read, group: lastGroup } = dataRows(placed, headerCount, before?.group)
  const chosen =
    before?.labels ??
    labelColumns(
      read.map(({ texts }) => texts),
      read.map(({ group }) => group),
    )
  fillDown(read, chosen)
  const texts = placed.map(
    (cells, i) => lines[i]!.text ?? lineText(i < headerCount ? lines[i]!.cells : undefined, cells),
  )
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length + 1
  }
  const isValue = (_: unknown, i: number) => !chosen.includes(i) && i < maxColumns
  const rows = read.flatMap(({ texts: cells, group, line }): Row[] => {
    const label = withoutColon(
      chosen
        .map((column) => cells[column]!)
        .filter((text) => text !== '')
        .join(', '),
    )
    if (label === '' || label.length > maxValueLength) return []
    const values = cells.filter(isValue).map(shortValue)
    if (values.every((value) => value === '')) return []
    const start = starts[line]!
    return [{ label, ...(group && { group }), values, start, end: start + texts[line]!.length }]
  })
  const headerRow = before ? before.headerRow : names.some((name) => name !== '') ? names.join(' | ').trim() : undefined
  return {
    text: texts.join('\n'),
    ...(headerRow && { headerRow }),
    ...(title && { title }),
    headers:
      before?.headers ??
      distinguishHeaders(names)
        .filter(isValue)
        .map((name) => name.slice(0, maxHeaderLength).toWellFormed()),
    rows,
    columns,
    labels: chosen,
    group: lastGroup,
  }
}

/** Whether the first line is one cell over most of the table, with lines of several cells right below. */
function isTitle(lines: TableLine[]): boolean {
  const [first, second] = lines
  if (first!.cells.length !== 1 || second!.cells.length < 2) return false
  const [cell] = first!.cells
  return cell!.from === 0 && cell!.to * 2 > second!.cells.at(-1)!.to
}

/** The names of columns that stand on several lines, from the top down, each said once. */
function namesOf(lines: string[][], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => {
    const parts: string[] = []
    for (const line of lines) if (line[column] && parts.at(-1) !== line[column]) parts.push(line[column]!)
    return parts.join(' ')
  })
}

/** A line as text, its cells parted by bars; a header's cells as they stand, without the places that they span. */
function lineText(header: Cell[] | undefined, cells: string[]): string {
  const isWhole = header && header.length === cells.filter((text) => text !== '').length
  const texts = header && !isWhole ? header.map(({ text }) => text) : [...cells]
  while (texts.length > 1 && texts.at(-1) === '') texts.pop()
  return texts.join(' | ')
}
