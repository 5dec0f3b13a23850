import type { Piece } from '../document.ts'
import { normaliseText } from '../normalise-text.ts'
import type { TableLine } from './place-cells.ts'
import { type ReadTable, readTable } from './read-table.ts'

/** A cell of a grid as a document has it: `columns` and `rows` are how far it spans. */
export type GridCell = { text: string; columns?: number; rows?: number }
export type GridRow = { cells: GridCell[]; isHeader: boolean; text?: string }

/** Spans beyond are a mistake or an attack. */
const maxSpan = 100

const cellText = (text: string): string => normaliseText(text).replace(/\s+/g, ' ').trim()
const spanOf = (span = 1): number => Math.min(maxSpan, Math.max(1, Math.floor(span) || 1))

/** Puts each cell of row after row in its column; a cell that reaches down stands in every row that it reaches. */
function cellPlacer(): (row: GridRow) => TableLine {
  const reaching = new Map<number, { text: string; columns: number; left: number }>()
  return ({ cells, isHeader, text: written }) => {
    const line: TableLine = { cells: [], isHeader, ...(written !== undefined && { text: written }) }
    let at = 0
    const addReaching = () => {
      for (let above = reaching.get(at); above; above = reaching.get(at)) {
        line.cells.push({ text: above.text, from: at, to: at + above.columns })
        if (--above.left === 0) reaching.delete(at)
        at += above.columns
      }
    }
    for (const cell of cells) {
      addReaching()
      const text = cellText(cell.text)
      const columns = spanOf(cell.columns)
      line.cells.push({ text, from: at, to: at + columns })
      if (spanOf(cell.rows) > 1) reaching.set(at, { text, columns, left: spanOf(cell.rows) - 1 })
      at += columns
    }
    addReaching()
    return line
  }
}

const pieceOf = ({ text, headerRow, title, headers, rows }: ReadTable, caption: string | undefined): Piece => {
  const said = [caption && cellText(caption), title].filter(Boolean).join(' ')
  return {
    kind: 'table',
    text,
    ...(headerRow && { headerRow }),
    ...(rows.length > 0 && { table: { ...(said && { caption: said }), headers, rows } }),
  }
}

/** A piece of a table that a document has as rows of cells; nothing when all of them are empty. */
export function pieceOfGrid(rows: readonly GridRow[], caption?: string): Piece[] {
  const read = readTable(rows.map(cellPlacer()), { isGrid: true })
  return read ? [pieceOf(read, caption)] : []
}

/** Rows of a large table that become one piece. */
const maxRows = 1_000

/** Takes the rows of a table one by one, and gives its pieces: of a large table several, with the same columns. */
export type GridReader = {
  setCaption(caption: string): void
  add(row: GridRow): Piece[]
  end(): Piece[]
}

export function readGrid(): GridReader {
  const place = cellPlacer()
  let caption: string | undefined
  let lines: TableLine[] = []
  /** What the first piece said of the columns. */
  let before: ReadTable | undefined

  function read(): Piece[] {
    const table = readTable(lines, { isGrid: true, ...(before && { goesOnFrom: before }) })
    lines = []
    if (!table) return []
    const piece = pieceOf({ ...table, ...(before?.title && { title: before.title }) }, caption)
    const isMore = before !== undefined
    before ??= table
    before.group = table.group
    return [{ ...piece, ...(isMore && { isMoreOfTable: true as const }) }]
  }

  return {
    setCaption(said) {
      caption ??= said
    },
    add(row) {
      lines.push(place(row))
      return lines.length < maxRows ? [] : read()
    },
    end: read,
  }
}
