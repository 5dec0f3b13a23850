import type { Piece } from '../document.ts'
import { withoutFurniture } from './furniture.ts'
import type { Segment } from './lines.ts'
import { bodySizeOf, piecesOfPage } from './paragraphs.ts'
import { readingOrder } from './reading-order.ts'

/** A table that goes on over the page has the names of columns, and the caption, that it had on the page before. */
function withHeadersOf({ table: before, headerRow }: Piece, piece: Piece): Piece {
  const { table } = piece
  if (!before || !table || table.headers.length !== before.headers.length) return piece
  if (table.headers.some((name) => name !== '') || before.headers.every((name) => name === '')) return piece
  const { caption, headers } = before
  return { ...piece, ...(headerRow && { headerRow }), table: { ...table, headers, ...(caption && { caption }) } }
}

/** Headings, paragraphs, lists and tables of pages, in reading order. */
export function layOutPages(pages: Segment[][]): Piece[] {
  const bodySize = bodySizeOf(pages)
  const pieces: Piece[] = []
  for (const [i, segments] of withoutFurniture(pages).entries()) {
    const last = pieces.at(-1)
    const [first, ...rest] = piecesOfPage(readingOrder(segments), i + 1, bodySize, last)
    if (first) pieces.push(last?.page === i ? withHeadersOf(last, first) : first, ...rest)
  }
  return pieces
}
