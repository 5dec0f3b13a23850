import { ServiceError } from '@frontdesk/contracts'
import type { Block, ExtractedDocument, ExtractionLimits, Piece, Reading } from './document.ts'
import { normaliseText } from './normalise-text.ts'

/** Header rows longer than this are cut, so that they leave room for rows in a chunk. */
const headerRowCharacters = 200

/** As many short strings are joined at a time, so that not all of them are held beside the whole text. */
const partsJoined = 4_096
/** Stands for a piece that is in the text already. */
const taken: Piece = { kind: 'paragraph', text: '' }

/**
 * Joins the pieces of a reading into one canonical text, with a blank line between two, and says where each stands.
 * The pieces are used up: a large document has no room for them beside its text. Throws `no_text` when nothing is left, `document_too_complex` above `characters`.
 */
export function composeText(
  { pieces, title, pages }: Reading,
  { characters }: Pick<ExtractionLimits, 'characters'>,
): Omit<ExtractedDocument, 'language'> {
  const texts: string[] = []
  let open: string[] = []
  const blocks: Block[] = []
  let length = 0
  let heading: string | undefined
  const add = (part: string) => {
    length += part.length
    open.push(part)
    if (open.length === partsJoined) {
      texts.push(open.join(''))
      open = []
    }
    if (length > characters)
      throw new ServiceError('document_too_complex', { detail: `The document has more than ${characters} characters.` })
  }
  // A table's rows share one header, which is kept once.
  let header = { raw: '', text: '' }
  const headerOf = (raw: string): string => {
    if (raw !== header.raw) {
      header = { raw, text: normaliseText(raw).trim().slice(0, headerRowCharacters).toWellFormed() }
    }
    return header.text
  }
  for (const [i, piece] of pieces.entries()) {
    pieces[i] = taken
    const text = normaliseText(piece.text).trim()
    if (text === '') continue
    if (length > 0) add(piece.continues ? ' ' : '\n\n')
    if (piece.kind === 'heading') heading = text.replaceAll('\n', ' ').slice(0, 300).toWellFormed()
    const block: Block = { kind: piece.kind, start: length, end: length + text.length }
    if (piece.page !== undefined) block.page = piece.page
    if (heading !== undefined) block.heading = heading
    if (piece.headerRow) block.headerRow = headerOf(piece.headerRow)
    blocks.push(block)
    add(text)
  }
  if (length === 0) throw new ServiceError('no_text')
  const cleanTitle = title && normaliseText(title).replaceAll('\n', ' ').trim()
  texts.push(open.join(''))
  return { text: texts.join(''), blocks, ...(cleanTitle && { title: cleanTitle }), ...(pages && { pages }) }
}
