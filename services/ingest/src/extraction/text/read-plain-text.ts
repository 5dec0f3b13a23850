import { readText, type TextOptions } from '@frontdesk/text-files/charset'
import type { Piece, Reading } from '../document.ts'
import { piecesOfHtml } from '../html/html-pieces.ts'
import { normaliseText } from '../normalise-text.ts'
import { release } from '../release-bytes.ts'
import { pieceOfGrid } from '../tables/table-piece.ts'
import { splitFrontMatter } from './front-matter.ts'
import { beginsHtmlTable, htmlTable } from './html-tables.ts'
import { withoutMarkup } from './without-markup.ts'

const blankLine = /\n[ \t]*\n/
const listItem = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s/

/** Characters that are looked at together. */
const sliceCharacters = 65_536

/** A text in its normal form, in stretches that end at a blank line: of a large one there are never two forms at once. */
function* stretchesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const gap = /\n[ \t\r]*\n/g
    gap.lastIndex = at + sliceCharacters
    const end = gap.lastIndex < text.length && gap.exec(text) ? gap.lastIndex : text.length
    yield normaliseText(text.slice(at, end))
    at = end
  }
}

/** Reads plain text: what blank lines part are paragraphs. Front matter describes it. Throws `UnknownCharset`. */
export function readPlainText(bytes: Uint8Array, options?: TextOptions): Reading {
  const { text: whole, encoding } = readText(bytes, options)
  const { text, description } = splitFrontMatter(whole)
  release(bytes)
  const title = description?.title
  return { pieces: paragraphsOf(text), encoding, ...(title && { title }), ...(description && { description }) }
}

function* paragraphsOf(text: string): Generator<Piece> {
  for (const stretch of stretchesOf(text)) {
    for (const paragraph of stretch.split(blankLine)) {
      yield { kind: listItem.test(paragraph) ? 'list' : 'paragraph', text: paragraph }
    }
  }
}

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/
const fence = /^ {0,3}(?:```|~~~)/
const underline = /^ {0,3}(?:=+|-{2,})$/
const tableRule = /^ {0,3}\|?[ \t:|-]*-[ \t:|-]*$/

/** A heading's closing hashes belong to the markup (https://spec.commonmark.org/0.31.2/#atx-headings). */
function withoutClosingHashes(text: string): string {
  let end = text.trimEnd().length
  while (end > 0 && text[end - 1] === '#') end--
  return end === text.length || end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trim() || text : text
}

const cellBorder = /(?<!\\)\|/

/** The cells of a table's line, without the bars at its ends (https://github.github.com/gfm/#tables-extension-). */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(cellBorder)
    .map((cell) => cell.trim())

/** A table as it is written: the first line names its columns, the rule below it holds nothing. */
function tablePiece([names = '', rule = '', ...lines]: string[]): Piece {
  const gridCells = (line: string) => cellsOf(line).map((text) => ({ text }))
  const rows = [
    { cells: gridCells(names), isHeader: true, text: `${names}\n${rule}` },
    ...lines.map((line) => ({ cells: gridCells(line), isHeader: false, text: line })),
  ]
  const [piece] = pieceOfGrid(rows)
  return { kind: 'table', text: [names, rule, ...lines].join('\n'), ...piece, headerRow: names }
}

const piecesOf = (lines: string[]): Piece[] => {
  const at = lines.findIndex((line, i) => line.includes('|') && tableRule.test(lines[i + 1] ?? ''))
  const end = at < 0 ? -1 : lines.findIndex((line, i) => i > at && !line.includes('|'))
  if (at < 0) {
    const text = lines.join('\n')
    return lines.length === 0 ? [] : [{ kind: listItem.test(lines[0]!) ? 'list' : 'paragraph', text }]
  }
  const table = lines.slice(at, end < 0 ? undefined : end)
  return [...piecesOf(lines.slice(0, at)), tablePiece(table), ...(end < 0 ? [] : piecesOf(lines.slice(end)))]
}

/**
 * Reads Markdown: headings lose their marks, everything else stays as it was written. Fenced code holds no headings. Front
 * matter describes it. Throws `UnknownCharset`.
 */
export function readMarkdown(bytes: Uint8Array, options?: TextOptions): Reading {
  const { text: whole, encoding } = readText(bytes, options)
  const { text, description } = splitFrontMatter(whole)
  release(bytes)
  const title = description?.title ?? firstHeading(text)
  return { pieces: markdownPieces(text), encoding, ...(title && { title }), ...(description && { description }) }
}

/** The first heading that has words. */
function firstHeading(text: string): string | undefined {
  for (const piece of markdownPieces(text)) {
    const title = piece.kind === 'heading' ? withoutMarkup(piece.text) : ''
    if (title !== '') return title
  }
  return undefined
}

function* markdownPieces(text: string): Generator<Piece> {
  let lines: string[] = []
  let inFence = false
  let table: ReturnType<typeof htmlTable> | undefined
  const flush = (): Piece[] => {
    const pieces = piecesOf(lines)
    lines = []
    return pieces
  }
  for (const stretch of stretchesOf(text)) {
    for (const line of stretch.split('\n')) {
      if (!table && !inFence && beginsHtmlTable(line)) table = htmlTable()
      if (table) {
        const closed = table.add(line)
        if (closed) {
          table = undefined
          yield* flush()
          yield* piecesOfHtml(closed.html)
          if (closed.rest !== '') lines.push(closed.rest.trim())
        } else if (table.isTooLong()) {
          lines.push(...table.lines)
          table = undefined
        }
        continue
      }
      if (fence.test(line)) inFence = !inFence
      const match = inFence ? null : heading.exec(line)
      if (match) {
        yield* flush()
        yield { kind: 'heading', text: withoutClosingHashes(match[2]!) }
      } else if (!inFence && underline.test(line) && lines.length === 1 && !lines[0]!.includes('|')) {
        yield { kind: 'heading', text: lines.pop()!.trim() }
      } else if (line.trim() === '' && !inFence) yield* flush()
      else lines.push(line)
    }
  }
  // A table that is never closed is text.
  if (table) for (const line of table.lines) lines.push(line)
  yield* flush()
}
