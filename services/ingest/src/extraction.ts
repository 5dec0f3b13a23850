import type { z } from 'zod'
import type { config } from './context.ts'
import { openWorkerPool, type WorkerPool } from './extraction/worker-pool.ts'

const megabyte = 1024 * 1024

type Settings = z.output<typeof config>
type Extraction = { pool(settings: Settings): WorkerPool; close(settings: Settings): Promise<void> }

/** The worker threads of each running service, which its settings stand for: made when first asked for. */
export function openExtraction(): Extraction {
  const pools = new WeakMap<Settings, WorkerPool>()
  const open = (settings: Settings): WorkerPool =>
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
    pool(settings) {
      const pool = pools.get(settings) ?? open(settings)
      pools.set(settings, pool)
      return pool
    },
    async close(settings) {
      await pools.get(settings)?.close()
    },
  }
}
