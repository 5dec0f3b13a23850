import type { Piece } from '../document.ts'
import type { Segment } from './lines.ts'
import type { Column } from './reading-order.ts'

/** A line starts a paragraph when it is this much lower than lines usually follow one another. */
const paragraphGap = 1.35
/** A gap within a line that is wider than this, in ems, parts two cells. */
const cellGap = 1.6
/** Headings are set this much larger than the body, and are short. */
const headingSize = 1.15
const longestHeading = 150

type Line = { text: string; y: number; height: number; cells: number }

/** Segments on one baseline are the cells of a row. */
function linesOf(column: Column): Line[] {
  const lines: (Line & { parts: Segment[] })[] = []
  for (const segment of column) {
    const line = lines.at(-1)
    if (line && Math.abs(segment.y - line.y) < line.height * 0.45) line.parts.push(segment)
    else lines.push({ text: '', y: segment.y, height: segment.height, cells: 0, parts: [segment] })
  }
  return lines.map(({ parts, y, height }) => {
    const rightToLeft = parts[0]!.isRightToLeft
    const ordered = parts.sort((a, b) => (rightToLeft ? b.x - a.x : a.x - b.x))
    let text = ''
    let cells = 1
    for (const [i, part] of ordered.entries()) {
      const before = ordered[i - 1]
      const gap = before ? (rightToLeft ? before.x - part.right : part.x - before.right) : 0
      // Justified lines have wide spaces; only a wider gap parts cells.
      const isCell = gap > height * cellGap
      if (isCell) cells++
      text += `${before ? (isCell ? '  ' : ' ') : ''}${part.text.trim()}`
    }
    return { text, y, height, cells }
  })
}

/** The size that most characters of a document are set in. */
export function bodySizeOf(pages: Segment[][]): number {
  const characters = new Map<number, number>()
  for (const { text, height } of pages.flat()) {
    const size = Math.round(height * 2) / 2
    characters.set(size, (characters.get(size) ?? 0) + text.length)
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

/** Joins two lines of a paragraph; a word that was hyphenated at the end of a line is whole again. */
function join(before: string, after: string): string {
  const isHyphenated = /\p{L}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(after)
  return isHyphenated ? before.slice(0, -1) + after : `${before} ${after}`
}

/** The paragraphs and headings of one page. */
export function piecesOfPage(columns: Column[], page: number, bodySize: number): Piece[] {
  const pieces: Piece[] = []
  for (const column of columns) {
    const lines = linesOf(column)
    const steps = lines
      .slice(1)
      .map((line, i) => line.y - lines[i]!.y)
      .filter((step) => step > 0)
    const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? bodySize * 1.2
    let current: { kind: 'heading' | 'paragraph'; text: string; cells: number; last: Line } | undefined
    const flush = () => {
      if (current) pieces.push({ kind: current.kind, text: current.text, page })
      current = undefined
    }
    for (const line of lines) {
      const kind = line.height >= bodySize * headingSize && line.text.length <= longestHeading ? 'heading' : 'paragraph'
      const isFurther = current !== undefined && line.y - current.last.y > Math.max(usual, line.height) * paragraphGap
      const isOtherSize = current !== undefined && Math.abs(line.height - current.last.height) > line.height * 0.2
      if (current && kind === current.kind && !isFurther && !(isOtherSize && kind === 'heading')) {
        // Rows with cells keep their line.
        current.text =
          line.cells > 1 || current.last.cells > 1 ? `${current.text}\n${line.text}` : join(current.text, line.text)
        current.last = line
      } else {
        flush()
        current = { kind, text: line.text, cells: line.cells, last: line }
      }
    }
    flush()
  }
  return pieces
}
