import { ServiceError } from '@frontdesk/contracts'
import type { Block, ExtractedDocument, ExtractionLimits, Reading } from './document.ts'
import { normaliseText } from './normalise-text.ts'

/** Header rows longer than this are cut, so that they leave room for rows in a chunk. */
const headerRowCharacters = 200

/**
 * Joins the pieces of a reading into one canonical text, with a blank line between two, and says where each stands.
 * Throws `no_text` when nothing is left, `document_too_complex` above `characters`.
 */
export function composeText(
  { pieces, title, pages }: Reading,
  { characters }: Pick<ExtractionLimits, 'characters'>,
): Omit<ExtractedDocument, 'language'> {
  const texts: string[] = []
  const blocks: Block[] = []
  let length = 0
  let heading: string | undefined
  const add = (part: string) => {
    texts.push(part)
    length += part.length
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
  for (const piece of pieces) {
    const text = normaliseText(piece.text).trim()
    if (text === '') continue
    if (length > 0) add(piece.continues ? ' ' : '\n\n')
    if (piece.kind === 'heading') heading = text.replaceAll('\n', ' ').slice(0, 300).toWellFormed()
    blocks.push({
      kind: piece.kind,
      start: length,
      end: length + text.length,
      ...(piece.page !== undefined && { page: piece.page }),
      ...(heading !== undefined && { heading }),
      ...(piece.headerRow && { headerRow: headerOf(piece.headerRow) }),
    })
    add(text)
  }
  if (length === 0) throw new ServiceError('no_text')
  const cleanTitle = title && normaliseText(title).replaceAll('\n', ' ').trim()
  return { text: texts.join(''), blocks, ...(cleanTitle && { title: cleanTitle }), ...(pages && { pages }) }
}
