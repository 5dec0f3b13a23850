import { ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '../detect-language.ts'
import { composeText } from './compose-text.ts'
import type { ExtractedDocument, ExtractionLimits, Reading } from './document.ts'
import type { Word } from './ocr/ocr.ts'
import { sniffFormat } from './sniff-format.ts'

export type ExtractionTask = {
  /** Its extension says what the bytes should be. */
  filename: string
  bytes: Uint8Array
  /** Where a page came from; its relative links and metadata are read against it. */
  url?: string
  /** What was recognised on pages that have no text of their own. */
  recognised?: ReadonlyMap<number, Word[]>
}

/** `unread` are pages without text of their own on which nobody looked yet; with such there may be no `document`. */
export type Extraction = { document?: ExtractedDocument; unread: number[]; pages: number }

/**
 * The text of a document and what its stretches are. Readers are loaded when first needed. Throws `empty_document`,
 * `unsupported_media_type`, `damaged_document`, `password_protected`, `no_text`, `document_too_complex`.
 */
export async function extractDocument(
  task: ExtractionTask,
  limits: ExtractionLimits & { picturePixels: number },
  onPage: (done: number, total: number) => void = () => {},
): Promise<Extraction> {
  const reading = await read(task, limits, onPage)
  const { unread = [], pages = 1 } = reading
  if (unread.length > 0 && reading.pieces.length === 0) return { unread, pages }
  const composed = composeText(reading, limits)
  return { document: { ...composed, language: detectLanguage(composed.text) }, unread, pages }
}

async function read(
  { filename, bytes, url, recognised }: ExtractionTask,
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
      return (await import('./read-html.ts')).readHtml(bytes, url)
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(bytes)
    case 'markdown':
      return (await import('./read-plain-text.ts')).readMarkdown(bytes)
    case 'text':
      return (await import('./read-plain-text.ts')).readPlainText(bytes)
    case 'png':
    case 'jpeg':
    case 'webp':
      return (await import('./read-picture.ts')).readPicture(bytes, limits, recognised)
    default:
      throw new ServiceError('unsupported_media_type')
  }
}
