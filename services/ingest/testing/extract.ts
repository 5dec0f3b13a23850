import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '../src/extraction/detect-language.ts'
import type { Block, ExtractedDocument, ExtractionLimits } from '../src/extraction/document.ts'
import { extractDocument } from '../src/extraction/extract-document.ts'
import type { OcrLimits } from '../src/extraction/ocr/ocr.ts'

export const generousLimits: ExtractionLimits = {
  timeMs: 60_000,
  heapBytes: 512 * 1024 * 1024,
  bufferBytes: 256 * 1024 * 1024,
  pages: 3_000,
  inflatedBytes: 100 * 1024 * 1024,
  characters: 22_000_000,
}

const encoder = new TextEncoder()

/** Of recognition. */
export const generousOcr: OcrLimits = {
  workers: 2,
  pagePixels: 10_000_000,
  picturePixels: 40_000_000,
  pages: 100,
  pageTimeMs: 60_000,
  timeMs: 120_000,
  bufferBytes: 512 * 1024 * 1024,
}

/** Extracts in this thread, for tests; nobody looks at pages that are pictures. */
export async function extract(
  filename: string,
  content: string | Uint8Array,
  limits: Partial<ExtractionLimits> = {},
): Promise<ExtractedDocument> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : Uint8Array.from(content)
  const { picturePixels } = generousOcr
  const { document } = await extractDocument({ filename, bytes }, { ...generousLimits, picturePixels, ...limits })
  if (!document) throw new ServiceError('no_text')
  const { parts, ...rest } = document
  const blocks: Block[] = []
  let text = ''
  for await (const part of parts) {
    text += part.text
    blocks.push(part.block)
  }
  return { text, blocks, language: detectLanguage(text), ...rest }
}

/** Documents of other people, which stand beside the repository on some machines. */
const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
export const documents = join(shared, 'data', 'documents')
export const hasDocuments = existsSync(documents)
export const readDocument = (name: string): Uint8Array => new Uint8Array(readFileSync(join(documents, name)))
