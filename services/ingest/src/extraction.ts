import type { z } from 'zod'
import type { config } from './context.ts'
import { openWorkerPool, type WorkerPool } from './extraction/worker-pool.ts'

const megabyte = 1024 * 1024

/** The worker threads of this process, made with the settings when first asked for, and again after a close. */
export function openExtraction(): { pool(settings: z.output<typeof config>): WorkerPool; close(): Promise<void> } {
  let opened: WorkerPool | undefined
  return {
    pool: (settings) =>
      (opened ??= openWorkerPool({
        size: settings.EXTRACTION_WORKERS,
        limits: {
          timeMs: settings.EXTRACTION_TIME_MS,
          heapBytes: settings.EXTRACTION_HEAP_MB * megabyte,
          pages: settings.EXTRACTION_PAGES,
          inflatedBytes: settings.EXTRACTION_INFLATED_MB * megabyte,
          characters: settings.EXTRACTION_CHARACTERS,
        },
      })),
    async close() {
      const closing = opened
      opened = undefined
      await closing?.close()
    },
  }
}
