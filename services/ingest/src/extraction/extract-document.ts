import { ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '../detect-language.ts'
import { composeText } from './compose-text.ts'
import type { ExtractedDocument, ExtractionLimits, Reading } from './document.ts'
import { sniffFormat } from './sniff-format.ts'

export type ExtractionInput = {
  /** Its extension says what the bytes should be. */
  filename: string
  bytes: Uint8Array
  /** Where a page came from; its relative links and metadata are read against it. */
  url?: string
}

/**
 * The text of a document and what its stretches are. Readers are loaded when first needed. Throws `empty_document`,
 * `unsupported_media_type`, `damaged_document`, `password_protected`, `no_text`, `document_too_complex`.
 */
export async function extractDocument(
  input: ExtractionInput,
  limits: ExtractionLimits,
  onPage: (done: number, total: number) => void = () => {},
): Promise<ExtractedDocument> {
  const reading = await read(input, limits, onPage)
  const composed = composeText(reading, limits)
  return { ...composed, language: detectLanguage(composed.text) }
}

async function read(
  { filename, bytes, url }: ExtractionInput,
  limits: ExtractionLimits,
  onPage: (done: number, total: number) => void,
): Promise<Reading> {
  const format = sniffFormat(filename, bytes)
  switch (format) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(bytes, limits, onPage)
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(bytes, limits)
    case 'html':
      return (await import('./read-html.ts')).readHtml(bytes, url)
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(bytes)
    case 'markdown':
      return (await import('./read-plain-text.ts')).readMarkdown(bytes)
    case 'text':
      return (await import('./read-plain-text.ts')).readPlainText(bytes)
    default:
      throw new ServiceError('unsupported_media_type')
  }
}
