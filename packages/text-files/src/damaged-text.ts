/** The bytes are no text, or the text is no CSV. The message says why, in a sentence. */
export class DamagedText extends Error {
  override readonly name = 'DamagedText'
  readonly code = 'damaged_document'
}
