import { ServiceError } from '@frontdesk/contracts'
import { openThreadPool, type TaskOptions } from '@frontdesk/threads'
import type { Fingerprint } from '../duplicates/fingerprint-text.ts'
import type { Description, ExtractionLimits } from './document.ts'
import type { ExtractionTask } from './extract-document.ts'
import type { OcrLimits, OcrTask, Word } from './ocr/ocr.ts'
import { recognisePages } from './ocr/recognise-pages.ts'

/** The properties of a document, known when its text is complete. */
export type Extracted = {
  chunks: number
  language: string | null
  title?: string
  description?: Description
  pages?: number
  encoding?: string
  /** Pages of a PDF whose form values and notes can't be read. */
  unreadNotes?: number[]
}

/** The next part of a text, and the chunks that were whole by then: JSON lines, a `chunk` record a line. Both in UTF-8. */
export type ExtractedPart = { text: Uint8Array; chunkLines: Uint8Array }

/** Receives the parts of one text in order. The next part comes when `write` has resolved. */
export type PartWriter<Stored> = {
  write(part: ExtractedPart): Promise<void>
  /** Everything was written. */
  end(): Promise<Stored>
  /** The text is discarded: what was written must be removed. */
  abort(error: Error): Promise<void>
}

/** The result of one reading: no text when the document has pictures only. `unread`: pages without embedded text. */
export type ReadingResult = { extracted?: Extracted; unread: number[]; pages: number }
/** The tasks of a reading thread: extract a document, or compute the fingerprint of an existing text. */
export type ReadingTask = ({ kind: 'extract' } & ExtractionTask) | { kind: 'fingerprint'; text: Uint8Array }

/** `read` is called when it is a document's turn, and once more when it has pages that are pictures. */
export type DocumentToExtract = Omit<ExtractionTask, 'bytes' | 'recognised'> & { read: () => Promise<Uint8Array> }

export type ExtractOptions<Stored> = Pick<TaskOptions, 'signal' | 'onProgress'> & { open: () => PartWriter<Stored> }

export type WorkerPool = {
  /**
   * Extracts one document in threads of its own; waits while all are busy. Its text goes into a writer part by part, so that
   * nobody holds it as a whole. Pages without text of their own are recognised (OCR), in other threads, so that a scan keeps
   * no other document waiting; the document is then written a second time, to a writer that is opened anew. Throws what
   * extraction and the writer throw, and `document_too_complex` when it exceeds its time or memory.
   */
  extract<Stored>(document: DocumentToExtract, options: ExtractOptions<Stored>): Promise<Extracted & { stored: Stored }>
  /** The fingerprint of a text in UTF-8, whose bytes are moved. */
  fingerprint(read: () => Promise<Uint8Array>, options: Pick<TaskOptions, 'signal'>): Promise<Fingerprint>
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

/** Worker threads for extraction and for OCR; each is started when first needed. */
export function openWorkerPool(options: { size: number; limits: ExtractionLimits; ocr: OcrLimits }): WorkerPool {
  const { size, limits, ocr } = options
  const readers = openThreadPool<ReadingTask, ReadingResult | Fingerprint, ExtractedPart>({
    entry: new URL('./worker.ts', import.meta.url),
    size,
    limits,
    workerData: { ...limits, picturePixels: ocr.picturePixels },
  })
  const recognisers = openThreadPool<OcrTask, Word[], never>({
    entry: new URL('./ocr/ocr-worker.ts', import.meta.url),
    size: ocr.workers,
    limits: { timeMs: ocr.pageTimeMs, heapBytes: limits.heapBytes, bufferBytes: ocr.bufferBytes },
    workerData: ocr,
  })

  async function readInto<Stored>(
    { read, ...input }: DocumentToExtract,
    { open, ...taskOptions }: ExtractOptions<Stored>,
    recognised?: Map<number, Word[]>,
  ): Promise<{ unread: number[]; pages: number; extracted?: Extracted & { stored: Stored } }> {
    let writer: PartWriter<Stored> | undefined
    const prepare = async () => {
      const bytes = owned(await read())
      const task = { kind: 'extract' as const, ...input, bytes, ...(recognised && { recognised }) }
      return { task, move: [bytes.buffer] }
    }
    try {
      const { extracted, ...result } = (await readers.run(prepare, {
        ...taskOptions,
        onPart(part) {
          writer ??= open()
          return writer.write(part)
        },
      })) as ReadingResult
      if (!extracted || !writer) return result
      return { ...result, extracted: { ...extracted, stored: await writer.end() } }
    } catch (error) {
      await writer?.abort(error as Error)
      throw error
    }
  }

  return {
    async extract(document, { signal, open, onProgress = () => {} }) {
      const first = await readInto(document, { signal, open, onProgress })
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
      const { extracted } = await readInto(document, { signal, open }, recognised)
      if (!extracted) throw new ServiceError('no_text')
      return extracted
    },
    async fingerprint(read, { signal }) {
      const prepare = async () => {
        const text = owned(await read())
        return { task: { kind: 'fingerprint' as const, text }, move: [text.buffer] }
      }
      return (await readers.run(prepare, { signal })) as Fingerprint
    },
    async close() {
      await Promise.all([readers.close(), recognisers.close()])
    },
  }
}
