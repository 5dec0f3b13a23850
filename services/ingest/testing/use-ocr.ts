import { afterAll, afterEach } from 'vitest'
import type { OcrLimits } from '../src/extraction/ocr/ocr.ts'
import { openWorkerPool, type WorkerPool } from '../src/extraction/worker-pool.ts'
import { generousLimits, generousOcr } from './extract.ts'
import { extractWhole } from './extract-whole.ts'

const decoder = new TextDecoder()
const { signal } = new AbortController()
const openPool = (ocr: Partial<OcrLimits> = {}): WorkerPool =>
  openWorkerPool({ size: 1, limits: generousLimits, ocr: { ...generousOcr, ...ocr } })

/** Pools that read pictures, and end with the tests of a file. */
export function useOcr() {
  /** One for all tests, unless they set limits: to start a recogniser takes as long as to read a page. */
  const shared = openPool()
  afterAll(() => shared.close())
  const pools: WorkerPool[] = []
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close()
  })

  async function textOf(pool: WorkerPool, filename: string, bytes: Uint8Array): Promise<string> {
    const extracted = await extractWhole(pool, { filename, read: async () => Uint8Array.from(bytes) }, { signal })
    return decoder.decode(extracted.text)
  }
  return {
    shared,
    /** A pool of its own limits. */
    open(ocr: Partial<OcrLimits>): WorkerPool {
      const pool = openPool(ocr)
      pools.push(pool)
      return pool
    },
    textOf,
    /** The code of the error with which reading ends, or the text. */
    codeOf: (pool: WorkerPool, filename: string, bytes: Uint8Array): Promise<string> =>
      textOf(pool, filename, bytes).catch((error: { code?: string }) => error.code ?? String(error)),
  }
}
