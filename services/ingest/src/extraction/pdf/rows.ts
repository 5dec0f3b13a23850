import type { Piece } from '../document.ts'
import { normaliseText } from '../normalise-text.ts'
import { isCaption } from '../tables/captions.ts'
import { readTable, shortValue, type Row as TableRow } from '../tables/read-table.ts'
import type { Segment } from './lines.ts'

/** A gap within a line that is wider than this, in ems, parts two cells. */
const cellGap = 1.6
/** Rows of a table follow one another within this, in ems: they have padding. */
const rowStep = 3.5
/** A wrapped cell's lines follow one another more closely. */
const wrappedStep = 1.6
/** Starts of cells that differ by less, in points, are one edge. */
const edgeTolerance = 2

export type Cell = { text: string; x: number; right: number }
/** What stands on one baseline of a column, and how it would read as a row of cells. */
export type Line = {
  text: string
  x: number
  right: number
  y: number
  height: number
  cells: Cell[]
  /** Everything that stands apart on the line, though perhaps by no more than a wide space. */
  parts: Cell[]
}

/** Dots that lead from an entry of a table of contents to its page. */
export const leaders = /(?:\s?\.){5,}\s*/g
const hasLeaders = /(?:\s?\.){5}/
/** Whether a line is an entry of a table of contents. */
export const isEntry = ({ text }: { text: string }): boolean => hasLeaders.test(text)

const joined = (parts: { text: string }[]): string => parts.map(({ text }) => text).join(' ')

function lineOf(parts: Segment[]): Line {
  const ordered = parts.sort((a, b) => a.x - b.x)
  const isRightToLeft = ordered.filter((part) => part.isRightToLeft).length * 2 > ordered.length
  const read = isRightToLeft ? [...ordered].reverse() : ordered
  const height = ordered.reduce((most, part) => Math.max(most, part.height), 0)
  const cells: Cell[] = read.map(({ text, x, right }) => ({ text, x, right }))
  return {
    text: joined(cells),
    x: ordered[0]!.x,
    right: ordered.reduce((most, { right }) => Math.max(most, right), 0),
    y: ordered[0]!.y,
    height,
    cells,
    parts: cells,
  }
}

const distance = (a: Cell, b: Cell): number => Math.max(a.x - b.right, b.x - a.right)
const overlaps = (a: Cell, b: Cell): boolean => distance(a, b) < 0

/** Cells with too little space between them to be two, unless another line has a cell that starts there. */
function mergeCells(line: Line, edges: number[]): Cell[] {
  const cells: Cell[] = []
  for (const cell of line.cells) {
    const before = cells.at(-1)
    const isEdge = !(before && isEntry(before)) && edges.some((edge) => Math.abs(edge - cell.x) < edgeTolerance)
    if (before && !isEdge && (isEntry(before) || distance(before, cell) <= line.height * cellGap)) {
      before.text += ` ${cell.text}`
      before.x = Math.min(before.x, cell.x)
      before.right = Math.max(before.right, cell.right)
    } else cells.push({ ...cell })
  }
  return cells
}

/** Where cells start on the lines of a column: what stands apart starts there on two lines or more. */
function edgesOf(lines: Line[]): number[] {
  const starts = new Map<number, number>()
  for (const { cells } of lines) {
    for (const cell of cells.slice(1)) {
      const edge = Math.round(cell.x)
      starts.set(edge, (starts.get(edge) ?? 0) + 1)
    }
  }
  return [...starts].filter(([, lines]) => lines > 1).map(([edge]) => edge)
}

/** The lines of a column from the top down, each with its cells. */
export function linesOf(column: Segment[]): Line[] {
  const groups: Segment[][] = []
  for (const segment of column) {
    const group = groups.at(-1)
    if (group && Math.abs(segment.y - group[0]!.y) < group[0]!.height * 0.3) group.push(segment)
    else groups.push([segment])
  }
  const lines = groups.map(lineOf)
  const edges = edgesOf(lines)
  for (const line of lines) line.cells = mergeCells(line, edges)
  return lines
}

/** Whether a line goes on with cells of the row before: it has none in the first column, each stands below another. */
function continues(row: Cell[], line: Line): boolean {
  return line.cells.every((cell) => row.slice(1).some((above) => overlaps(above, cell)) && !overlaps(row[0]!, cell))
}

/** A form's label that has no value. */
const isLoneLabel = (row: Cell[], { cells }: Line): boolean =>
  cells[0]!.text.endsWith(':') && row.some(({ x }) => Math.abs(x - cells[0]!.x) < edgeTolerance)

type Row = { cells: Cell[]; parts: Cell[] }

/** A row's parts are cells where another row has as many: numbers set to the right share no left edge with the rest. */
function finishRows(rows: Row[]): Cell[][] {
  const most = Math.max(...rows.map(({ cells }) => cells.length))
  return rows.map(({ cells, parts }) => (parts.length > cells.length && parts.length <= most ? parts : cells))
}

/** A line of one cell among the rows of a table is shorter than this: the name of a group, or the first part of a label. */
const maxLoneLineLength = 120
/** So many of them may follow one another. */
const maxLoneLines = 3
const startsInLowerCase = /^\p{Ll}/u

/** Whether a line from `at` on, of one cell, belongs to the table of `rows`: a row of it follows soon, and it stands where labels do. */
function isWithin(lines: Line[], at: number, rows: Row[]): boolean {
  const left = Math.min(...rows.map(({ cells }) => cells[0]!.x))
  const right = Math.max(...rows.map(({ cells }) => cells.at(-1)!.right))
  const above = rows.flatMap(({ cells }) => cells)
  for (let i = at; i < Math.min(lines.length, at + maxLoneLines + 1); i++) {
    const line = lines[i]!
    const step = line.y - lines[i - 1]!.y
    if (step < 0 || step > line.height * rowStep || isEntry(line)) return false
    if (line.cells.length > 1) return line.cells.slice(1).some((cell) => above.some((other) => overlaps(other, cell)))
    const isLabel = line.x < left + line.height * 4 && line.right < right - line.height
    if (!isLabel || line.text.length > maxLoneLineLength || /[.;]$/.test(line.text)) return false
  }
  return false
}

/** How many lines from `from` on are the rows of one table, and the rows: wrapped cells are whole. Fewer than 2 are none. */
export function tableAt(lines: Line[], from: number): { lines: number; rows: Cell[][] } | undefined {
  const rows: Row[] = []
  let end = from
  for (; end < lines.length; end++) {
    const line = lines[end]!
    const before = lines[end - 1]
    const step = end > from && before ? line.y - before.y : 0
    if (step < 0 || step > line.height * rowStep || isEntry(line)) break
    const row = rows.at(-1)
    if (row && row.cells.length > 1 && step < line.height * wrappedStep && continues(row.cells, line)) {
      for (const cell of line.cells) {
        const above = row.cells.slice(1).find((each) => overlaps(each, cell))!
        above.text += ` ${cell.text}`
        above.right = Math.max(above.right, cell.right)
      }
      row.parts = row.cells
    } else if (
      row?.cells.length === 1 &&
      rows.length > 1 &&
      startsInLowerCase.test(line.text) &&
      !row.cells[0]!.text.endsWith(':')
    ) {
      // The second line of a label.
      const [first, ...others] = line.cells.map((cell) => ({ ...cell }))
      row.cells = [{ ...first!, text: `${row.cells[0]!.text} ${first!.text}` }, ...others]
      row.parts = row.cells
    } else if (line.cells.length > 1 || (row && (isLoneLabel(row.cells, line) || isWithin(lines, end, rows)))) {
      rows.push({ cells: line.cells.map((cell) => ({ ...cell })), parts: line.parts })
    } else break
  }
  return rows.filter(({ cells }) => cells.length > 1).length > 1
    ? { lines: end - from, rows: finishRows(rows) }
    : undefined
}

const middle = ({ x, right }: Cell | Line): number => (x + right) / 2

/** Whether a line of one cell is a header over the columns of values of the table that begins below, not its caption. */
export function isHeaderOver(line: Line, rows: Cell[][], next: Line): boolean {
  const step = next.y - line.y
  if (line.cells.length > 1 || step < 0 || step > line.height * rowStep) return false
  if (line.text.length > maxLoneLineLength || isCaption(line.text)) return false
  const several = rows.filter((row) => row.length > 1)
  const left = Math.min(...several.map(([first]) => first!.x))
  const right = Math.max(...several.map((row) => row.at(-1)!.right))
  const labels = several.map(([first]) => first!).filter(({ x }) => x < left + line.height * 4)
  const ends = Math.max(...labels.map((label) => label.right))
  if (line.x < ends || line.right > right + line.height) return false
  return Math.abs(middle(line) - (ends + right) / 2) < Math.abs(middle(line) - (left + right) / 2)
}

/** The edges at which labels stand: where most cells end with a colon. */
function labelEdges(rows: Cell[][]): number[] {
  const columns = new Map<number, { labels: number; cells: number }>()
  for (const { text, x } of rows.flat()) {
    const edge = Math.round(x)
    const column = columns.get(edge) ?? { labels: 0, cells: 0 }
    column.cells++
    if (text.endsWith(':')) column.labels++
    columns.set(edge, column)
  }
  return [...columns].filter(([, { labels, cells }]) => labels * 2 > cells).map(([edge]) => edge)
}

/** A form's labels with their values, one a line. */
function pieceOfForm(rows: Cell[][]): Omit<Piece, 'kind'> {
  const edges = labelEdges(rows)
  const isLabel = ({ x, text }: Cell) => text.endsWith(':') || edges.some((edge) => Math.abs(edge - x) < edgeTolerance)
  const fields: { label: string; value: string }[] = []
  for (const row of rows) {
    for (const [i, { text, ...cell }] of row.entries()) {
      const field = fields.at(-1)
      if (i === 0 || isLabel({ text, ...cell }) || !field) fields.push({ label: text, value: '' })
      else field.value += field.value === '' ? text : ` ${text}`
    }
  }
  let text = ''
  const read: TableRow[] = []
  for (const { label, value } of fields) {
    const line = value === '' ? label : `${label} ${value}`
    const start = text === '' ? 0 : text.length + 1
    text += text === '' ? line : `\n${line}`
    const name = label.replace(/\s*:$/, '')
    const said = shortValue(value)
    if (said !== '' && name !== '') read.push({ label: name, values: [said], start, end: start + line.length })
  }
  return { text, ...(read.length > 0 && { table: { headers: [''], rows: read } }) }
}

/** Rows as a piece: a form's labels with their values, or a table with the names of its columns. */
export function pieceOfRows(rows: Cell[][]): Omit<Piece, 'kind'> {
  const several = rows.filter((row) => row.length > 1)
  const isForm = several.filter((row) => row[0]!.text.endsWith(':')).length * 2 > several.length
  if (isForm) return pieceOfForm(rows)
  const isRightToLeft = several.filter((row) => row[0]!.x > row[1]!.x).length * 2 > several.length
  const lines = rows.map((row) => ({
    cells: row
      .map(({ text, x, right }) => ({
        text: normaliseText(text).trim(),
        // Columns are counted in the direction of reading.
        from: isRightToLeft ? -right : x,
        to: isRightToLeft ? -x : right,
      }))
      .sort((a, b) => a.from - b.from),
  }))
  const { text, headerRow, headers, rows: data } = readTable(lines, { isGrid: false })!
  return { text, ...(headerRow && { headerRow }), ...(data.length > 0 && { table: { headers, rows: data } }) }
}
