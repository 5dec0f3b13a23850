import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { extract, generousLimits, generousOcr } from '../../testing/extract.ts'
import { extractWhole } from '../../testing/extract-whole.ts'
import { docx, paragraph, wordXml } from '../../testing/make-docx.ts'
import { makePdf } from '../../testing/make-pdf.ts'
import { openWorkerPool } from './worker-pool.ts'

const megabyte = 1024 * 1024
const own = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
const note = (text: string) => ({ filename: 'note.txt', read: async () => own(new TextEncoder().encode(text)) })
const { signal } = new AbortController()
const code = (filename: string, content: Uint8Array, limits = {}) =>
  extract(filename, content, limits).then(
    ({ text }) => `text: ${text.slice(0, 80)}`,
    (error: { code?: string }) => error.code ?? `not a known error: ${error}`,
  )

/** How much more memory is held outside the heap while something runs, at most, roughly. */
async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 2)
  await work()
  clearInterval(timer)
  return Math.max(peak, process.memoryUsage.rss()) - before
}

it('a Word document is unpacked only up to the limit', async () => {
  expect(await code('fine.docx', await docx(wordXml(paragraph('Fine.'))))).toBe('text: Fine.')
  const inflatedBytes = 10 * megabyte
  const zeros = Buffer.alloc(100 * megabyte)
  const huge = await docx(wordXml(paragraph('Bomb.')), { 'word/media/huge.bin': zeros })
  expect(huge.length).toBeLessThan(megabyte)
  const growth = await peakGrowth(async () =>
    expect(await code('huge.docx', huge, { inflatedBytes })).toBe('document_too_complex'),
  )
  expect(growth).toBeLessThan(60 * megabyte)
  const many = await docx(
    wordXml(''),
    Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`word/${i}.bin`, zeros.subarray(0, megabyte)])),
  )
  expect(await code('many.docx', many, { inflatedBytes })).toBe('document_too_complex')
  const entries = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`word/${i}.xml`, Buffer.alloc(0)]))
  expect(await code('entries.docx', await docx(wordXml(''), entries))).toBe('document_too_complex')
})

it('a PDF that unpacks to half a gigabyte is stopped long before, also as the first task of a new worker', async () => {
  // NUL is white space in a page's content, and memory of NULs alone costs none.
  const unpacked = Buffer.alloc(512 * 1024 * 1024)
  // Twice, as a filter may be applied to what another gives.
  const packed = deflateSync(deflateSync(unpacked, { level: 1 }))
  const page = Buffer.from(makePdf([['Before.']])).toString('latin1')
  const dictionary = `<< /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n`
  const [before, after] = page.split(/<< \/Length \d+ >>\nstream\n.*?(?=\nendstream)/s)
  const bomb = Buffer.concat([Buffer.from(before + dictionary), packed, Buffer.from(after!)])
  const pool = openWorkerPool({
    size: 1,
    limits: { ...generousLimits, bufferBytes: 96 * megabyte },
    ocr: generousOcr,
  })
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const held = process.memoryUsage.rss()
  const outcomes = await Promise.allSettled([
    extractWhole(pool, { filename: 'bomb.pdf', read: async () => own(bomb) }, { signal }),
    extractWhole(pool, note('After.'), { signal }),
  ])
  clearInterval(timer)
  expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: 'document_too_complex' } })
  expect(outcomes[1]).toMatchObject({ status: 'fulfilled' })
  await pool.close()
  expect(most - held).toBeLessThan(450 * megabyte)
})
