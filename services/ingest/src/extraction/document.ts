import type { Row } from './tables/read-table.ts'

/** The kind of a block of text. */
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
  table?: Table
}

/** The data rows of a table; `start` and `end` of a row say where its line stands in the text of the block. */
export type Table = { caption?: string; headers: string[]; rows: Row[] }

/** A block of text as a reader found it, before it has its offsets in the canonical text. */
export type Piece = {
  kind: BlockKind
  text: string
  page?: number
  headerRow?: string
  table?: Table
  /** It goes on with the sentence that the piece before stopped in (a page or column ended there). */
  continues?: true
  /** Further rows of the table that the piece before is of. */
  isMoreOfTable?: true
}

/** What a document says of itself beside its text. */
export type Description = { title?: string; tags: string[]; metadata: Record<string, string> }

/**
 * What a reader of one format finds: pieces in reading order, of a large table one after the other as they are asked for.
 * `unread` are pages that are pictures, not read yet.
 */
export type Reading = {
  description?: Description
  pieces: Piece[] | Iterable<Piece> | AsyncIterable<Piece>
  title?: string
  pages?: number
  unread?: number[]
  /** Pages whose form values and notes can't be read. */
  unreadNotes?: number[]
  /** The charset that its text was read in. */
  encoding?: string
}

/** One canonical text and what its stretches are. `language` is ISO 639-1, null when there is too little text to tell. */
export type ExtractedDocument = {
  text: string
  description?: Description
  blocks: Block[]
  language: string | null
  title?: string
  pages?: number
}

/** The limits of extraction, beyond which it ends with `document_too_complex`. */
export type ExtractionLimits = {
  /** Wall-clock time of one job in a worker. */
  timeMs: number
  /** JavaScript heap of one worker. */
  heapBytes: number
  /** The memory of one worker outside its heap: the document, what it unpacks, its text and chunks as bytes. */
  bufferBytes: number
  pages: number
  /** The inflated size of an archive, all entries together. */
  inflatedBytes: number
  /** Characters of the canonical text. */
  characters: number
}
