import { isLeadingSign, isTrailingSign } from './figures.ts'

/** A cell and the stretch that it takes across the table: columns of a grid, or points on a page. */
export type Cell = { text: string; from: number; to: number }
/** `text` is how the line is written, when not as its cells parted by bars. */
export type TableLine = { cells: Cell[]; isHeader?: boolean; text?: string }

/** A column of a table, as the stretch that its cells take. */
export type Column = { from: number; to: number }

const centre = ({ from, to }: Column): number => (from + to) / 2
const nearest = (column: Column, cells: readonly Cell[]): Cell | undefined =>
  cells.toSorted((a, b) => Math.abs(centre(a) - centre(column)) - Math.abs(centre(b) - centre(column)))[0]
const dash = /^[-–—−]+$/
const overlap = (a: Column, b: Column): number => Math.min(a.to, b.to) - Math.max(a.from, b.from)

/**
 * Signs in cells of their own become part of the number that they belong to; empty cells go. On a grid a dash in a cell of
 * its own says that there is nothing in that column, and is no sign of the next.
 */
export function joinSigns(cells: readonly Cell[], isGrid = false): Cell[] {
  const joined: Cell[] = []
  let sign: Cell | undefined
  const filled = cells.filter(({ text }) => text !== '')
  for (const [i, cell] of filled.entries()) {
    const last = joined.at(-1)
    if (isLeadingSign(cell.text, filled[i + 1]?.text) && !(isGrid && dash.test(cell.text))) {
      sign = sign ? { text: sign.text + cell.text, from: sign.from, to: cell.to } : cell
    } else if (sign) {
      joined.push({ text: sign.text + cell.text, from: sign.from, to: cell.to })
      sign = undefined
    } else if (last && isTrailingSign(cell.text, last.text)) {
      last.text += cell.text
      last.to = cell.to
    } else joined.push({ ...cell })
  }
  return joined
}

/** The columns of the lines' cells, from left to right: cells that stand over one another. A cell over several is of none. */
export function columnsOf(lines: readonly Cell[][]): Column[] {
  const columns: Column[] = []
  const cells = lines.flat().sort((a, b) => a.to - a.from - (b.to - b.from))
  for (const cell of cells) {
    const under = columns.filter((column) => overlap(column, cell) > 0)
    if (under.length === 0) columns.push({ from: cell.from, to: cell.to })
    else if (under.length === 1) {
      const [column] = under
      const { from, to } = { from: Math.min(column!.from, cell.from), to: Math.max(column!.to, cell.to) }
      const isFree = columns.every((other) => other === column || overlap(other, { from, to }) <= 0)
      if (isFree) Object.assign(column!, { from, to })
    }
  }
  return columns.sort((a, b) => a.from - b.from)
}

/**
 * Columns of a page, with those made one that one header stands over and that no line has both of: names set to the left
 * and numbers set to the right need not stand over one another.
 */
export function mergeColumns(columns: readonly Column[], lines: readonly Cell[][], headers: readonly Cell[]): Column[] {
  const merged: Column[] = []
  for (const column of columns) {
    const last = merged.at(-1)
    const header = last && nearest(last, headers)
    const isShared = header !== undefined && header === nearest(column, headers)
    const hasBoth = (cells: Cell[]) =>
      cells.some((cell) => overlap(cell, last!) > 0) && cells.some((cell) => overlap(cell, column) > 0)
    if (isShared && !lines.some(hasBoth)) last!.to = column.to
    else merged.push({ ...column })
  }
  return merged
}

/** A line's cells by column, '' where it has none; several in one column are joined. A cell over several stands in the first. */
export function byColumn(cells: readonly Cell[], columns: readonly Column[]): string[] {
  const texts = columns.map(() => '')
  for (const cell of cells) {
    let at = columns.findIndex((column) => overlap(column, cell) > 0)
    if (at < 0) at = columns.findLastIndex((column) => column.from <= cell.from)
    at = Math.max(0, at)
    texts[at] = texts[at] === '' ? cell.text : `${texts[at]} ${cell.text}`
  }
  return texts
}

/**
 * What a header line says of each column. On a grid a cell speaks of the columns that it spans. On a page, as many cells as
 * columns are theirs in order, and fewer share them evenly, or else speak of those that are nearest.
 */
export function headersOf(cells: readonly Cell[], columns: readonly Column[], isGrid: boolean): string[] {
  if (isGrid) return columns.map((column) => cells.find((cell) => overlap(cell, column) > 0)?.text ?? '')
  const first = columns[0]!
  const second = columns[1]
  const isOfLabels = (cell: Cell) =>
    cell.from < first.to && (!second || cell.to <= second.from || cell.from <= first.from)
  const ofLabels = cells.filter(isOfLabels)
  const others = cells.filter((cell) => !isOfLabels(cell))
  const label = ofLabels.map(({ text }) => text).join(' ')
  const values = columns.slice(1)
  if (others.length === 0) return columns.map((_, i) => (i === 0 ? label : ''))
  const isEven = values.length % others.length === 0
  const share = values.length / others.length
  return [
    label,
    ...values.map((column, i) => (isEven ? others[Math.floor(i / share)]! : nearest(column, others)!).text),
  ]
}

/**
 * Headers of which some stand more than once, told apart by what the one at their left begins with: `Quayside monthly |
 * yearly | All centres monthly | yearly` is how people write a header over two columns on one line.
 */
export function distinguishHeaders(headers: readonly string[]): string[] {
  const named: string[] = []
  for (const [i, header] of headers.entries()) {
    const isRepeated = header !== '' && headers.some((other, at) => at !== i && other === header)
    const before = named[i - 1]?.split(' ') ?? []
    const length = header.split(' ').length
    const prefix = before.slice(0, -length).join(' ')
    named.push(isRepeated && prefix !== '' && headers[i - 1] !== header ? `${prefix} ${header}` : header)
  }
  return named
}
