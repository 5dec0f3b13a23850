import type { Piece } from '../document.ts'
import { withoutFurniture } from './furniture.ts'
import type { Segment } from './lines.ts'
import { bodySizeOf, piecesOfPage } from './paragraphs.ts'
import { readingOrder } from './reading-order.ts'

/** Headings, paragraphs, lists and tables of pages, in reading order. */
export function layOutPages(pages: Segment[][]): Piece[] {
  const bodySize = bodySizeOf(pages)
  const pieces: Piece[] = []
  for (const [i, segments] of withoutFurniture(pages).entries()) {
    pieces.push(...piecesOfPage(readingOrder(segments), i + 1, bodySize, pieces.at(-1)))
  }
  return pieces
}
