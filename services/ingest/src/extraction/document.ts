/** What a stretch of the text is. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table'

/**
 * A stretch of the canonical text. `start` and `end` are offsets in UTF-16 code units; blocks come in order and do not
 * overlap, with a blank line between two, or a space where a sentence goes on in the next column or page. `headerRow`
 * names a table's columns; `page` counts from 1.
 */
export type Block = {
  kind: BlockKind
  start: number
  end: number
  page?: number
  /** The heading that a block stands under; of a heading, itself. */
  heading?: string
  headerRow?: string
}

/** A stretch of text as a reader found it, before it has its place in the canonical text. */
export type Piece = {
  kind: BlockKind
  text: string
  page?: number
  headerRow?: string
  /** It goes on with the sentence that the piece before stopped in (a page or column ended there). */
  continues?: true
}

/** What a reader of one format finds: pieces in reading order. `unread` are pages that are pictures, not read yet. */
export type Reading = { pieces: Piece[]; title?: string; pages?: number; unread?: number[] }

/** One canonical text and what its stretches are. `language` is ISO 639-1, null when there is too little text to tell. */
export type ExtractedDocument = {
  text: string
  blocks: Block[]
  language: string | null
  title?: string
  pages?: number
}

/** What extraction may use up before it ends with `document_too_complex`. */
export type ExtractionLimits = {
  /** Wall-clock time of one job in a worker. */
  timeMs: number
  /** JavaScript heap of one worker. */
  heapBytes: number
  /** What one worker may hold outside its heap: the document, what it unpacks, its text and chunks as bytes. */
  bufferBytes: number
  pages: number
  /** What an archive may hold when inflated, all entries together. */
  inflatedBytes: number
  /** Characters of the canonical text. */
  characters: number
}
