import { assertNever } from '@frontdesk/contracts'
import { composeText, type TextPart } from './compose-text.ts'
import type { Description, ExtractionLimits, Reading } from './document.ts'
import { normaliseText } from './normalise-text.ts'
import type { Word } from './ocr/ocr.ts'
import { sniffFormat } from './sniff-format.ts'

export type ExtractionTask = {
  /** Its extension says what the bytes should be. */
  filename: string
  bytes: Uint8Array
  /** Where a page came from; its relative links and metadata are read against it. */
  url?: string
  /** What somebody says that its text is in; believed. */
  encoding?: string
  /** What the server of a page said that it is in. */
  declared?: string
  /** The words that OCR found on pages without embedded text. */
  recognised?: ReadonlyMap<number, Word[]>
}

/** `unread`: pages without embedded text that did not go through OCR yet; `document` may be missing then. */
export type Extraction = { document?: ComposedDocument; unread: number[]; pages: number }

/** A document whose text is made while `parts` are read, once. */
export type ComposedDocument = {
  parts: AsyncIterable<TextPart>
  title?: string
  description?: Description
  pages?: number
  encoding?: string
  unreadNotes?: number[]
}

/**
 * The text of a document and what its stretches are. Readers are loaded when first needed. Throws, also while the parts are
 * read, `empty_document`,
 * `unsupported_media_type`, `damaged_document`, `password_protected`, `no_text`, `document_too_complex`, and `UnknownCharset`.
 */
export async function extractDocument(
  task: ExtractionTask,
  limits: ExtractionLimits & { picturePixels: number },
  onPage: (done: number, total: number) => void = () => {},
): Promise<Extraction> {
  const reading = await read(task, limits, onPage)
  const { unread = [], pages = 1 } = reading
  if (unread.length > 0 && Array.isArray(reading.pieces) && reading.pieces.length === 0) return { unread, pages }
  const title = reading.title && normaliseText(reading.title).replace(/\s+/g, ' ').trim()
  const parts = composeText(reading, limits)
  const { description } = reading
  return {
    document: {
      parts,
      ...(title && { title }),
      ...(description && { description }),
      ...(reading.pages && { pages: reading.pages }),
      ...(reading.encoding && { encoding: reading.encoding }),
      ...(reading.unreadNotes && { unreadNotes: reading.unreadNotes }),
    },
    unread,
    pages,
  }
}

async function read(
  { filename, bytes, url, recognised, encoding, declared }: ExtractionTask,
  limits: ExtractionLimits & { picturePixels: number },
  onPage: (done: number, total: number) => void,
): Promise<Reading> {
  const format = sniffFormat(filename, bytes)
  switch (format) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(bytes, limits, onPage, recognised)
    case 'docx':
      return (await import('./docx/read-docx.ts')).readDocx(bytes, limits)
    case 'html':
      return (await import('./html/read-html.ts')).readHtml(bytes, { url, encoding, declared })
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(bytes, { encoding, declared })
    case 'markdown':
      return (await import('./text/read-plain-text.ts')).readMarkdown(bytes, { encoding, declared })
    case 'text':
      return (await import('./text/read-plain-text.ts')).readPlainText(bytes, { encoding, declared })
    case 'png':
    case 'jpeg':
    case 'webp':
      return (await import('./read-picture.ts')).readPicture(bytes, limits, recognised)
    default:
      return assertNever(format)
  }
}
