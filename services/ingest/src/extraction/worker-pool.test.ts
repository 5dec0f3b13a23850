import { afterEach, expect, it, vi } from 'vitest'
import { generousLimits, generousOcr } from '../../testing/extract.ts'
import { extractWhole } from '../../testing/extract-whole.ts'
import { docx, paragraph, wordXml } from '../../testing/make-docx.ts'
import { makePdf } from '../../testing/make-pdf.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

const pools: WorkerPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})
function open({ size = 2, ...limits }: Partial<typeof generousLimits> & { size?: number } = {}): WorkerPool {
  const pool = openWorkerPool({ size, limits: { ...generousLimits, ...limits }, ocr: generousOcr })
  pools.push(pool)
  return pool
}

const own = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const note = (text: string) => ({ filename: 'note.txt', read: async () => own(encoder.encode(text)) })
const { signal } = new AbortController()
/** Thousands of full pages: many seconds of work. */
const lines = Array.from({ length: 150 }, (_, i) => `Line ${i} with some words on it.`)
let slowPdf: Uint8Array | undefined
const slow = () => ({
  filename: 'slow.pdf',
  read: async () => own((slowPdf ??= makePdf(Array.from({ length: 3_000 }, () => lines)))),
})

it('50 concurrent documents all return, each with its own text', async () => {
  const pool = open()
  const texts = Array.from({ length: 50 }, (_, i) => `Document number ${i}.`)
  const extracted = await Promise.all(texts.map((text) => extractWhole(pool, note(text), { signal })))
  expect(extracted.map(({ text }) => decoder.decode(text))).toEqual(texts)
  const [first] = extracted
  expect(JSON.parse(decoder.decode(first!.chunkLines))).toMatchObject({ index: 0, text: texts[0], start: 0 })
})

it('a document that takes too long is stopped, and a new worker reads the next ones', async () => {
  const pool = open({ size: 1, timeMs: 3_000 })
  await expect(extractWhole(pool, slow(), { signal })).rejects.toMatchObject({ code: 'document_too_complex' })
  // On a busy machine even that may take a new worker too long.
  const { text } = await vi.waitFor(() => extractWhole(pool, note('After.'), { signal }))
  expect(decoder.decode(text)).toBe('After.')
})

it('a document that takes too much memory is stopped, and a new worker reads the next ones', async () => {
  const pool = open({ size: 1, heapBytes: 48 * 1024 * 1024 })
  const hungry = { filename: 'hungry.html', read: async () => own(encoder.encode(`<p>${'word '.repeat(4_000_000)}`)) }
  const outcomes = await Promise.allSettled([
    extractWhole(pool, hungry, { signal }),
    extractWhole(pool, note('After.'), { signal }),
  ])
  expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: 'document_too_complex' } })
  expect(outcomes[1]).toMatchObject({ status: 'fulfilled' })
})

it('a Word document with 20 MB of XML is read within the memory of a worker', async () => {
  const text = 'Returns are free within thirty days of the day on which you got your parcel. '.repeat(4)
  const bytes = await docx(wordXml(paragraph(text).repeat(60_000)))
  const pool = open({ size: 1, heapBytes: 160 * 1024 * 1024 })
  const extracted = await extractWhole(pool, { filename: 'large.docx', read: async () => own(bytes) }, { signal })
  expect(extracted.text.length).toBe(60_000 * (text.length - 1 + 2) - 2)
})

it('an abort ends the running or waiting task that it belongs to, and no other', async () => {
  const pool = open({ size: 1 })
  await extractWhole(pool, note('Warm.'), { signal })
  const inHand = new AbortController()
  const waiting = new AbortController()
  const started = Promise.withResolvers<void>()
  const outcomes = Promise.allSettled([
    extractWhole(pool, slow(), { signal: inHand.signal, onProgress: () => started.resolve() }),
    extractWhole(pool, note('Waiting.'), { signal: waiting.signal }),
    extractWhole(pool, note('Other.'), { signal }),
  ])
  await started.promise
  waiting.abort()
  inHand.abort()
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'interrupted' } },
    { status: 'rejected', reason: { code: 'interrupted' } },
    { status: 'fulfilled' },
  ])
})

it('progress is reported page by page, and a close ends running tasks', async () => {
  const pool = open({ size: 1 })
  const told: [number, number][] = []
  const pdf = { filename: 'three.pdf', read: async () => own(makePdf([['One'], ['Two'], ['Three']])) }
  await extractWhole(pool, pdf, { signal, onProgress: (done, total) => void told.push([done, total]) })
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  const started = Promise.withResolvers<void>()
  const outcome = Promise.allSettled([extractWhole(pool, slow(), { signal, onProgress: () => started.resolve() })])
  await started.promise
  await pool.close()
  expect(await outcome).toMatchObject([{ status: 'rejected' }])
  await expect(extractWhole(pool, note('Late.'), { signal })).rejects.toMatchObject({ code: 'unavailable' })
})

it('a document’s failure is reported with its code, and the worker continues', async () => {
  const pool = open({ size: 1 })
  for (const [filename, content] of [
    ['x.pdf', 'no'],
    ['x.csv', 'a,b\n"never closed'],
  ] as const) {
    const read = async () => own(encoder.encode(content))
    await expect(extractWhole(pool, { filename, read }, { signal })).rejects.toMatchObject({ code: 'damaged_document' })
  }
  expect(decoder.decode((await extractWhole(pool, note('After.'), { signal })).text)).toBe('After.')
})
