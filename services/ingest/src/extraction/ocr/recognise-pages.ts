import { randomUUID } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import type { ThreadPool } from '@frontdesk/threads'
import type { OcrLimits, OcrTask, Word } from './ocr.ts'

const tooComplex = (detail: string) => new ServiceError('document_too_complex', { detail })

/**
 * Recognises the words on pages of a document, as many pages at a time as there are threads; documents that are
 * recognised at the same time take turns by the page. A page that can't be recognised, or takes too long, has no words.
 * Throws `document_too_complex` when there are too many pages, when all of them together take too long, or when no page
 * could be recognised because of a limit; `interrupted` when the signal aborts.
 */
export async function recognisePages(
  { filename, bytes, pages }: { filename: string; bytes: Uint8Array; pages: number[] },
  options: {
    pool: ThreadPool<OcrTask, Word[]>
    limits: OcrLimits
    signal: AbortSignal
    onPage: (done: number) => void
  },
): Promise<Map<number, Word[]>> {
  const { pool, limits, signal, onPage } = options
  if (pages.length > limits.pages) {
    throw tooComplex(`${pages.length} of its pages need OCR; the limit is ${limits.pages}.`)
  }
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  const document = randomUUID()
  const timeUp = AbortSignal.timeout(limits.timeMs)
  const failed = new AbortController()
  const ends = AbortSignal.any([signal, timeUp, failed.signal])
  const recognised = new Map<number, Word[]>()
  const refusals: ServiceError[] = []
  const waiting = [...pages]

  async function recogniseNext(): Promise<void> {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const task = { document, filename, bytes: shared, page }
      try {
        recognised.set(page, await pool.run(() => ({ task }), { signal: ends }))
      } catch (error) {
        // A page on which the recogniser itself breaks down is one without words, as is one that is too much for it.
        const isOfPage = error instanceof ServiceError && (!error.retryable || error.code === 'processing_failed')
        if (ends.aborted || !isOfPage) throw error
        refusals.push(error)
        recognised.set(page, [])
      }
      onPage(recognised.size)
    }
  }

  const failures: unknown[] = []
  const lane = () =>
    recogniseNext().catch((error: unknown) => {
      failures.push(error)
      failed.abort()
    })
  await Promise.all(Array.from({ length: Math.min(limits.workers, pages.length) }, lane))
  if (failures.length > 0 && timeUp.aborted && !signal.aborted) {
    throw tooComplex(`The OCR of its pages takes longer than ${limits.timeMs / 1_000} s.`)
  }
  if (failures.length > 0) throw failures[0]
  if (refusals.length === pages.length) throw refusals[0]
  return recognised
}
