import type { Piece } from '../document.ts'
import { normaliseText } from '../normalise-text.ts'
import type { TableLine } from './place-cells.ts'
import { readTable } from './read-table.ts'

/** A cell of a grid as a document has it: `columns` and `rows` are how far it spans. */
export type GridCell = { text: string; columns?: number; rows?: number }
export type GridRow = { cells: GridCell[]; isHeader: boolean; text?: string }

/** Spans beyond are a mistake or an attack. */
const maxSpan = 100

const cellText = (text: string): string => normaliseText(text).replace(/\s+/g, ' ').trim()
const spanOf = (span = 1): number => Math.min(maxSpan, Math.max(1, Math.floor(span) || 1))

/** Rows with each cell in its column; one that reaches down stands in every row that it reaches. */
function placed(rows: readonly GridRow[]): TableLine[] {
  const reaching = new Map<number, { text: string; columns: number; left: number }>()
  return rows.map(({ cells, isHeader, text: written }) => {
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
  })
}

/** A piece of a table that a document has as rows of cells; nothing when all of them are empty. */
export function pieceOfGrid(rows: readonly GridRow[], caption?: string): Piece[] {
  const read = readTable(placed(rows), { isGrid: true })
  if (!read) return []
  const { text, headerRow, title, headers, rows: data } = read
  const said = [caption && cellText(caption), title].filter(Boolean).join(' ')
  return [
    {
      kind: 'table',
      text,
      ...(headerRow && { headerRow }),
      ...(data.length > 0 && { table: { ...(said && { caption: said }), headers, rows: data } }),
    },
  ]
}
