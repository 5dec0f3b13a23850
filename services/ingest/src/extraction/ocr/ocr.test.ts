import { expect, it } from 'vitest'
import { documents, hasDocuments, readDocument } from '../../../testing/extract.ts'
import { extractWhole } from '../../../testing/extract-whole.ts'
import { makePicture, makeScan } from '../../../testing/make-scan.ts'
import { useOcr } from '../../../testing/use-ocr.ts'

const { shared, open, textOf, codeOf } = useOcr()
const { signal } = new AbortController()
const decoder = new TextDecoder()
const english = ['Opening hours', 'We are open from nine to five on weekdays.', 'Returns are free within thirty days.']
const swedish = ['Öppettider', 'Vi har öppet från nio till fem på vardagar.', 'Returer är gratis inom trettio dagar.']

it('text is recognised in pictures of each format, in English and Swedish', async () => {
  const pool = shared
  const [png, jpeg, webp] = await Promise.all([
    makePicture(english),
    makePicture(swedish, { kind: 'jpeg' }),
    makePicture(english, { kind: 'webp', pixelsPerInch: 96 }),
  ])
  const texts = await Promise.all([
    textOf(pool, 'Hours.PNG', png),
    textOf(pool, 'oppettider.jpg', jpeg),
    textOf(pool, 'hours.webp', webp),
  ])
  for (const line of english) expect(texts[0]).toContain(line)
  for (const line of swedish) expect(texts[1]).toContain(line)
  for (const line of english) expect(texts[2]).toContain(line)
})

it('only pages without embedded text go through OCR; each keeps its place and number and reports progress', async () => {
  const pool = shared
  const scan = await makePicture(['A page that was scanned.'], { kind: 'jpeg' })
  const pdf = await makeScan([['The first page.'], scan, [], ['The last page.']])
  const told: [number, number][] = []
  const { chunkLines, pages, language } = await extractWhole(
    pool,
    { filename: 'mixed.pdf', read: async () => Uint8Array.from(pdf) },
    { signal, onProgress: (done, total) => void told.push([done, total]) },
  )
  const [chunk] = decoder
    .decode(chunkLines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(chunk).toMatchObject({ text: 'The first page.\n\nA page that was scanned.\n\nThe last page.', page: 1 })
  expect({ pages, language }).toEqual({ pages: 4, language: 'en' })
  expect(told.at(-1)).toEqual([4, 4])
  expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort())
})

it('marks that form no words are not text', async () => {
  const marks = ['|/\\ ~ _ ]} ;: .,', ' -= ~~ // \\\\ || ..', "'' `` ,, ;; <> ^^ ~", 'xq|zj~ k}{w ]rt[ \\v/ q;']
  expect(await codeOf(shared, 'marks.png', await makePicture(marks))).toBe('no_text')
})

it('a PDF with text on every page starts no OCR, however short the time limit', async () => {
  const pool = open({ pageTimeMs: 1 })
  expect(await textOf(pool, 'text.pdf', await makeScan([['All text.'], ['More.']]))).toBe('All text.\n\nMore.')
})

it('a file that is not a picture is damaged, and a picture without words has no text', async () => {
  const pool = shared
  const png = await makePicture(english)
  expect(await codeOf(pool, 'cut.png', png.subarray(0, 20))).toBe('damaged_document')
  for (const kind of ['png', 'jpeg', 'webp'] as const) {
    const picture = await makePicture(english, { kind })
    const half = picture.subarray(0, picture.length >> 1)
    expect([kind, await codeOf(pool, `cut.${kind}`, half)]).toEqual([kind, 'damaged_document'])
    expect([kind, await codeOf(pool, `junk.${kind}`, picture.fill(0x55, 200, -200))]).not.toContain('processing_failed')
  }
  expect(await codeOf(pool, 'other.jpg', png)).toBe('damaged_document')
  expect(await codeOf(pool, 'blank.png', await makePicture([]))).toBe('no_text')
  expect(await codeOf(pool, 'blank.pdf', await makeScan([[], []]))).toBe('no_text')
})

it.skipIf(!hasDocuments)(`a picture of a person has no text (${documents})`, async () => {
  expect(await codeOf(shared, 'grayscale-image.pdf', readDocument('grayscale-image.pdf'))).toBe('no_text')
})
