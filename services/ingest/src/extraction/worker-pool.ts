import { ServiceError } from '@frontdesk/contracts'
import type { ExtractionLimits } from './document.ts'
import type { ExtractionTask } from './extract-document.ts'
import type { OcrLimits, OcrTask, Word } from './ocr/ocr.ts'
import { recognisePages } from './ocr/recognise-pages.ts'
import { openThreadPool, type TaskOptions } from './thread-pool.ts'

/** What a worker makes of a document. `chunkLines` are JSON lines, a `chunk` record a line, in UTF-8; so is `text`. */
export type Extracted = {
  text: Uint8Array
  chunkLines: Uint8Array
  chunks: number
  language: string | null
  title?: string
  pages?: number
}

/** What one reading gave: nothing when all that there is are pictures. `unread` are pages without text of their own. */
export type ReadingResult = { extracted?: Extracted; unread: number[]; pages: number }

/** `read` is called when it is a document's turn, and once more when it has pages that are pictures. */
export type DocumentToExtract = Omit<ExtractionTask, 'bytes' | 'recognised'> & { read: () => Promise<Uint8Array> }

export type WorkerPool = {
  /**
   * Extracts one document in threads of its own; waits while all are busy. Pages without text of their own are
   * recognised (OCR), in other threads, so that a scan keeps no other document waiting. Throws what extraction throws,
   * and `document_too_complex` when it exceeds its time or memory.
   */
  extract(document: DocumentToExtract, options: TaskOptions): Promise<Extracted>
  close(): Promise<void>
}

/** Beyond this, memory holds one thing alone: small buffers share a pool. */
const largeBytes = 1024 * 1024

/** Bytes in memory of their own, which can be moved. Of a large file there is no copy: it is the memory, but for its rest. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  if (!(buffer instanceof ArrayBuffer)) return new Uint8Array(bytes)
  if (byteLength === buffer.byteLength) return new Uint8Array(buffer)
  const isRestSmall = byteOffset === 0 && buffer.byteLength - byteLength < byteLength / 16
  return byteLength >= largeBytes && isRestSmall ? new Uint8Array(buffer.transfer(byteLength)) : new Uint8Array(bytes)
}

/** Worker threads for extraction, and others for OCR; each is started when first needed. */
export function openWorkerPool(options: { size: number; limits: ExtractionLimits; ocr: OcrLimits }): WorkerPool {
  const { size, limits, ocr } = options
  const readers = openThreadPool<ExtractionTask, ReadingResult>({
    entry: new URL('./worker.ts', import.meta.url),
    size,
    limits,
    workerData: { ...limits, picturePixels: ocr.picturePixels },
  })
  const recognisers = openThreadPool<OcrTask, Word[]>({
    entry: new URL('./ocr/ocr-worker.ts', import.meta.url),
    size: ocr.workers,
    limits: { timeMs: ocr.pageTimeMs, heapBytes: limits.heapBytes, bufferBytes: ocr.bufferBytes },
    workerData: ocr,
  })

  const readWith = ({ read, ...input }: DocumentToExtract, options: TaskOptions, recognised?: Map<number, Word[]>) =>
    readers.run(async () => {
      const bytes = owned(await read())
      return { task: { ...input, bytes, ...(recognised && { recognised }) }, move: [bytes.buffer] }
    }, options)

  return {
    async extract(document, { signal, onProgress = () => {} }) {
      const first = await readWith(document, { signal, onProgress })
      if (first.unread.length === 0 && first.extracted) return first.extracted
      const recognised = await recognisePages(
        { filename: document.filename, bytes: await document.read(), pages: first.unread },
        {
          pool: recognisers,
          limits: ocr,
          signal,
          onPage: (done) => onProgress(first.pages - first.unread.length + done, first.pages),
        },
      )
      const foundWords = [...recognised.values()].some((words) => words.length > 0)
      if (!foundWords && first.extracted) return first.extracted
      if (!foundWords) throw new ServiceError('no_text')
      const { extracted } = await readWith(document, { signal }, recognised)
      if (!extracted) throw new ServiceError('no_text')
      return extracted
    },
    async close() {
      await Promise.all([readers.close(), recognisers.close()])
    },
  }
}
