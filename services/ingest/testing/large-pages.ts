import type { Chunk } from '@frontdesk/contracts'
import { openWorkerPool, type WorkerPool } from '../src/extraction/worker-pool.ts'
import { generousLimits, generousOcr } from './extract.ts'
import { extractWhole } from './extract-whole.ts'

/** A page with an introduction and one table of two columns. */
export function largeTable(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => `<tr><td>Part ${i}</td><td>${i} EUR</td></tr>`).join('')
  return `<html><body><p>Intro text.</p><table><tr><th>Part</th><th>Price</th></tr>${lines}</table><p>Outro.</p></body></html>`
}

/** One thread with the memory that threads have by default. */
export const openSmallPool = (): WorkerPool =>
  openWorkerPool({
    size: 1,
    limits: { ...generousLimits, heapBytes: 160 * 1024 * 1024, bufferBytes: 192 * 1024 * 1024 },
    ocr: generousOcr,
  })

export async function readLarge(pool: WorkerPool, html: string): Promise<{ text: string; chunks: Chunk[] }> {
  const read = async () => Uint8Array.from(Buffer.from(html))
  const { signal } = new AbortController()
  const { text, chunkLines } = await extractWhole(pool, { filename: 'large.html', read }, { signal })
  const lines = Buffer.from(chunkLines).toString().trimEnd().split('\n')
  return { text: Buffer.from(text).toString(), chunks: lines.map((line) => JSON.parse(line) as Chunk) }
}
