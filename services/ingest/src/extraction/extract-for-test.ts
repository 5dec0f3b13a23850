import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExtractedDocument, ExtractionLimits } from './document.ts'
import { extractDocument } from './extract-document.ts'

export const generousLimits: ExtractionLimits = {
  timeMs: 60_000,
  heapBytes: 512 * 1024 * 1024,
  bufferBytes: 256 * 1024 * 1024,
  pages: 3_000,
  inflatedBytes: 100 * 1024 * 1024,
  characters: 22_000_000,
}

const encoder = new TextEncoder()

/** Extracts in this thread, for tests. */
export const extract = (
  filename: string,
  content: string | Uint8Array,
  limits: Partial<ExtractionLimits> = {},
): Promise<ExtractedDocument> =>
  extractDocument(
    { filename, bytes: typeof content === 'string' ? encoder.encode(content) : Uint8Array.from(content) },
    { ...generousLimits, ...limits },
  )

/** Documents of other people, which stand beside the repository on some machines. */
const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../../../shared', import.meta.url))
export const documents = join(shared, 'data', 'documents')
export const hasDocuments = existsSync(documents)
export const readDocument = (name: string): Uint8Array => new Uint8Array(readFileSync(join(documents, name)))
