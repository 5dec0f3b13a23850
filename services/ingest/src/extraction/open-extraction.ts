import type { z } from 'zod'
import type { config } from '../config.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

const megabyte = 1024 * 1024

export type Extraction = { pool(): WorkerPool; close(): Promise<void> }

/** The worker threads of one running service, created on first use. */
export function openExtraction(settings: z.output<typeof config>): Extraction {
  let opened: WorkerPool | undefined
  const open = (): WorkerPool =>
    openWorkerPool({
      size: settings.EXTRACTION_WORKERS,
      limits: {
        timeMs: settings.EXTRACTION_TIME_MS,
        heapBytes: settings.EXTRACTION_HEAP_MB * megabyte,
        bufferBytes: settings.EXTRACTION_BUFFER_MB * megabyte,
        pages: settings.EXTRACTION_PAGES,
        inflatedBytes: settings.EXTRACTION_INFLATED_MB * megabyte,
        characters: settings.EXTRACTION_CHARACTERS,
      },
      ocr: {
        workers: settings.OCR_WORKERS,
        pagePixels: settings.OCR_MEGAPIXELS * 1_000_000,
        picturePixels: settings.OCR_PICTURE_MEGAPIXELS * 1_000_000,
        pages: settings.OCR_PAGES,
        pageTimeMs: settings.OCR_PAGE_TIME_MS,
        timeMs: settings.OCR_TIME_MS,
        bufferBytes: settings.OCR_BUFFER_MB * megabyte,
      },
    })
  return {
    pool: () => (opened ??= open()),
    close: async () => opened?.close(),
  }
}
