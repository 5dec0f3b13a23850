import { expect, it } from 'vitest'
import { extractWhole } from '../../../testing/extract-whole.ts'
import { makePicture, makeScan } from '../../../testing/make-scan.ts'
import { useOcr } from '../../../testing/use-ocr.ts'

const { shared, open, textOf, codeOf } = useOcr()
const english = ['Opening hours', 'We are open from nine to five on weekdays.', 'Returns are free within thirty days.']

it('a scan that is rotated by a quarter or half turn is turned upright', async () => {
  const pool = shared
  for (const turns of [1, 2, 3]) {
    const text = await textOf(pool, `turned-${turns}.png`, await makePicture(english, { turns }))
    for (const line of english) expect([turns, text]).toEqual([turns, expect.stringContaining(line)])
  }
})

it('too many pages, too large pictures and timeouts end with an error code', async () => {
  const scan = await makePicture(english, { kind: 'jpeg' })
  const pages = await makeScan([scan, scan, scan])
  expect(await codeOf(open({ pages: 2 }), 'three.pdf', pages)).toBe('document_too_complex')
  expect(await codeOf(open({ pageTimeMs: 1 }), 'slow.pdf', pages)).toBe('document_too_complex')
  expect(await codeOf(open({ timeMs: 1 }), 'slow.pdf', pages)).toBe('document_too_complex')
  expect(await codeOf(open({ picturePixels: 1_000_000 }), 'large.jpg', scan)).toBe('document_too_complex')
  const [bomb] = [await makePicture(['x'])]
  // A PNG of 60,000 × 60,000 pixels, as its header says.
  new DataView(bomb!.buffer, bomb!.byteOffset).setUint32(16, 60_000)
  new DataView(bomb!.buffer, bomb!.byteOffset).setUint32(20, 60_000)
  expect(await codeOf(shared, 'bomb.png', bomb!)).toBe('document_too_complex')
})

it('an abort ends OCR, and a text file does not wait for a scan', async () => {
  const pool = open({ workers: 1 })
  const scan = await makePicture(english, { kind: 'jpeg' })
  const pdf = await makeScan(Array.from({ length: 60 }, () => scan))
  const stop = new AbortController()
  const outcome = extractWhole(
    pool,
    { filename: 'long.pdf', read: async () => Uint8Array.from(pdf) },
    {
      signal: stop.signal,
      onProgress: (done) => void (done > 0 && recognising.resolve()),
    },
  ).catch(({ code }) => code)
  const recognising = Promise.withResolvers<void>()
  await recognising.promise
  expect(await textOf(pool, 'note.txt', new TextEncoder().encode('Not late.'))).toBe('Not late.')
  stop.abort()
  expect(await outcome).toBe('interrupted')
  expect(await textOf(pool, 'next.jpg', scan)).toContain('Opening hours')
})
