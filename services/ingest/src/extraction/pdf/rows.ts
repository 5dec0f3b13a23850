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
    if (row && step < line.height * wrappedStep && continues(row.cells, line)) {
      for (const cell of line.cells) {
        const above = row.cells.slice(1).find((each) => overlaps(each, cell))!
        above.text += ` ${cell.text}`
        above.right = Math.max(above.right, cell.right)
      }
      row.parts = row.cells
    } else if (line.cells.length > 1 || (row && isLoneLabel(row.cells, line))) {
      rows.push({ cells: line.cells.map((cell) => ({ ...cell })), parts: line.parts })
    } else break
  }
  return rows.length > 1 ? { lines: end - from, rows: finishRows(rows) } : undefined
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

/** Rows as text: a form's labels with their values, one a line; a table's cells parted by bars, its first row the header. */
export function textOfRows(rows: Cell[][]): { text: string; headerRow?: string } {
  const edges = labelEdges(rows)
  const isLabel = ({ x, text }: Cell) => text.endsWith(':') || edges.some((edge) => Math.abs(edge - x) < edgeTolerance)
  const isForm = rows.filter((row) => row[0]!.text.endsWith(':')).length * 2 > rows.length
  if (isForm) {
    const lines: string[] = []
    for (const row of rows) {
      for (const [i, cell] of row.entries()) {
        if (i === 0 || isLabel(cell)) lines.push(cell.text)
        else lines.push(`${lines.pop()} ${cell.text}`)
      }
    }
    return { text: lines.join('\n') }
  }
  const texts = rows.map((row) => row.map(({ text }) => text).join(' | '))
  const [first] = rows
  const isHeader = rows.length > 2 && first!.every(({ text }) => /\p{L}/u.test(text))
  return { text: texts.join('\n'), ...(isHeader && { headerRow: texts[0]! }) }
}
