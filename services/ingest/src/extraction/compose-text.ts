import { ServiceError } from '@frontdesk/contracts'
import type { Block, ExtractionLimits, Piece, Reading, Table } from './document.ts'
import { normaliseText } from './normalise-text.ts'
import { captionLines, isCaption } from './tables/captions.ts'

/** Header rows longer than this are cut, so that they leave room for rows in a chunk. */
const headerRowCharacters = 200

/** The next stretch of a document's canonical text, with the blank line in front that parts it from the one before. */
export type TextPart = { text: string; block: Block }

/** Makes the text of pieces in order, and says where each stands. */
class TextComposer {
  #length = 0
  #heading: string | undefined
  /** A table's rows share one header, which is kept once. */
  #header = { raw: '', text: '' }
  #before = captionLines()
  /** Of the table that may go on. */
  #caption: string | undefined

  get length(): number {
    return this.#length
  }

  /** `next` is the piece after it, which may be a table's caption. Undefined when there is nothing in it. */
  add(piece: Piece, next: Piece | undefined): TextPart | undefined {
    const normal = normaliseText(piece.text)
    const text = normal.trim()
    if (text === '') return undefined
    const gap = this.#length === 0 ? '' : piece.continues ? ' ' : '\n\n'
    if (piece.kind === 'heading') this.#heading = text.replaceAll('\n', ' ').slice(0, 300).toWellFormed()
    const start = this.#length + gap.length
    const block: Block = { kind: piece.kind, start, end: start + text.length }
    if (piece.page !== undefined) block.page = piece.page
    if (this.#heading !== undefined) block.heading = this.#heading
    if (piece.headerRow) block.headerRow = this.#headerOf(piece.headerRow)
    if (piece.table) {
      block.table = placed(piece.table, text.length, normal.length - normal.trimStart().length)
      if (piece.isMoreOfTable && this.#caption) block.table.caption ??= this.#caption
      const caption = !this.#before.isNamed() && next && isCaption(next.text) ? next.text : this.#before.caption()
      if (caption !== '') block.table.caption ??= normaliseText(caption).trim()
      this.#caption = block.table.caption
    }
    this.#before.add(piece.kind, text)
    this.#length = block.end
    return { text: gap + text, block }
  }

  #headerOf(raw: string): string {
    if (raw !== this.#header.raw) {
      this.#header = { raw, text: normaliseText(raw).trim().slice(0, headerRowCharacters).toWellFormed() }
    }
    return this.#header.text
  }
}

/**
 * One canonical text of the pieces of a reading, part by part, so that memory holds no more of a large document than its
 * reader does. Throws `no_text` when nothing is there, `document_too_complex` above `characters`.
 */
export async function* composeText(
  { pieces }: Pick<Reading, 'pieces'>,
  { characters }: Pick<ExtractionLimits, 'characters'>,
): AsyncGenerator<TextPart> {
  const composer = new TextComposer()
  let held: Piece | undefined
  const partOf = (piece: Piece, next?: Piece) => {
    const part = composer.add(piece, next)
    if (composer.length > characters) {
      throw new ServiceError('document_too_complex', { detail: `The document has more than ${characters} characters.` })
    }
    return part
  }
  for await (const piece of Array.isArray(pieces) ? usedUp(pieces) : pieces) {
    const part = held && partOf(held, piece)
    held = piece
    if (part) yield part
  }
  const last = held && partOf(held)
  if (last) yield last
  if (composer.length === 0) throw new ServiceError('no_text')
}

/** Stands for a piece that is in the text already. */
const taken: Piece = { kind: 'paragraph', text: '' }

/** The pieces in order, each let go of when it is asked for: a large document has no room for them beside its text. */
function* usedUp(pieces: Piece[]): Generator<Piece> {
  for (const [i, piece] of pieces.entries()) {
    pieces[i] = taken
    yield piece
  }
}

/** A table whose rows stand where they do in a text that lost `cut` characters at its start. */
const placed = ({ rows, ...table }: Table, length: number, cut: number): Table => ({
  ...table,
  rows: rows.map((row) => ({
    ...row,
    start: Math.max(0, row.start - cut),
    end: Math.min(length, row.end - cut),
  })),
})
