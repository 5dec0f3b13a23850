import type { Piece } from '../document.ts'
import type { Segment } from './lines.ts'
import type { Column } from './reading-order.ts'
import { isEntry, isHeaderOver, type Line, leaders, linesOf, pieceOfRows, tableAt } from './rows.ts'

/** A line starts a paragraph when it is this much lower than lines usually follow one another. */
const paragraphGap = 1.35
/** A line that ends nearer to the edge than this, of its width, was full. */
const ragged = 0.1
/** Headings are set this much larger than the body, and are short. */
const headingSize = 1.15
const maxHeadingLength = 150

const listMark = /^(?:[•◦▪‣·–—*-]|\(?(?:\d{1,3}|[ivxl]{1,5}|[a-z])\)|\d{1,3}\.)\s/u
const endsWithHyphen = /\p{L}[-\u00ad\u2010]$/u
const startsInLowerCase = /^\p{Ll}/u
const sentenceStop = /[.,;]["'”’»)\]]*$/u
const sentenceEnd = /[.!?:;…。！？؟]["'”’»)\]]*$/u

/** Stretches shorter than this are cells, captions and headings rather than prose. */
const proseCharacters = 30

/** The size that most of a document's prose is set in; of everything when it has none. */
export function bodySizeOf(pages: Segment[][]): number {
  const prose = new Map<number, number>()
  const all = new Map<number, number>()
  for (const { text, height } of pages.flat()) {
    const size = Math.round(height * 2) / 2
    all.set(size, (all.get(size) ?? 0) + text.length)
    if (text.length >= proseCharacters) prose.set(size, (prose.get(size) ?? 0) + text.length)
  }
  const [most] = [...(prose.size > 0 ? prose : all)].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? 10
}

/** Joins two lines of a paragraph; a word that was hyphenated at the end of a line is whole again. */
function joinLines(before: string, after: string): string {
  if (!endsWithHyphen.test(before)) return `${before} ${after}`
  if (startsInLowerCase.test(after)) return before.slice(0, -1) + after
  // A compound that was parted at its own hyphen.
  return /^\p{Lu}/u.test(after) ? before + after : `${before} ${after}`
}

/** Whether a line was ended on purpose: the next one's first word would have fitted, or it begins a list's item. */
function isBroken(line: Line, next: Line, right: number): boolean {
  if (listMark.test(next.text) || isEntry(line) || isEntry(next)) return true
  const space = next.text.indexOf(' ')
  const word = space < 0 ? next.text.length : space
  const width = ((next.right - next.x) * word) / next.text.length
  return right - line.right > Math.max(width + line.height * 0.6, (right - line.x) * ragged)
}

function textOf(lines: Line[]): string {
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0)
  let text = ''
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1]
    if (!before) text = line.text
    else if (isBroken(before, line, right)) text += `\n${line.text}`
    else text = joinLines(text, line.text)
  }
  return text.replace(leaders, ' … ')
}

function pieceOf(lines: Line[], isLarge: boolean, page: number): Piece {
  const text = textOf(lines)
  const isHeading = isLarge && text.length <= maxHeadingLength && !sentenceStop.test(text) && lines.length <= 4
  if (isHeading) return { kind: 'heading', text: text.replaceAll('\n', ' '), page }
  return { kind: listMark.test(text) ? 'list' : 'paragraph', text, page }
}

function piecesOfColumn(column: Column, page: number, bodySize: number): Piece[] {
  const lines = linesOf(column)
  const steps = lines
    .slice(1)
    .map((line, i) => line.y - lines[i]!.y)
    .filter((step) => step > 0)
    .sort((a, b) => a - b)
  const usual = steps[steps.length >> 1] ?? bodySize * 1.2
  const pieces: Piece[] = []
  let open: Line[] = []
  const isLarge = (line: Line) => line.height >= bodySize * headingSize
  const flush = () => {
    if (open.length > 0) pieces.push(pieceOf(open, isLarge(open[0]!), page))
    open = []
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const table = line.cells.length > 1 ? tableAt(lines, i) : undefined
    if (table) {
      const over: Line[] = []
      for (let next = line; open.length > 0 && isHeaderOver(open.at(-1)!, table.rows, next); next = over[0]!)
        over.unshift(open.pop()!)
      flush()
      pieces.push({ kind: 'table', ...pieceOfRows([...over.map(({ cells }) => cells), ...table.rows]), page })
      i += table.lines - 1
      continue
    }
    const last = open.at(-1)
    if (last) {
      const step = line.y - last.y
      const isFurther = step < 0 || step > Math.max(Math.min(usual, line.height * 2), line.height) * paragraphGap
      const isOtherSize = Math.abs(line.height - last.height) > line.height * 0.2
      if (isFurther || isLarge(line) !== isLarge(last) || (isOtherSize && isLarge(line))) flush()
    }
    open.push(line)
  }
  flush()
  return pieces
}

/** Whether a paragraph stops in the middle of a sentence that the next one, in the next column or page, goes on with. */
const isParted = (before: Piece | undefined, after: Piece): boolean =>
  before?.kind === 'paragraph' &&
  after.kind === 'paragraph' &&
  !sentenceEnd.test(before.text) &&
  startsInLowerCase.test(after.text)

/** The pieces of one page, column after column; the first says so when it goes on with the `last` of the page before. */
export function piecesOfPage(columns: Column[], page: number, bodySize: number, last?: Piece): Piece[] {
  const pieces: Piece[] = []
  for (const column of columns) {
    const [first, ...rest] = piecesOfColumn(column, page, bodySize)
    if (!first) continue
    pieces.push(isParted(pieces.at(-1) ?? last, first) ? { ...first, continues: true } : first, ...rest)
  }
  return pieces
}
