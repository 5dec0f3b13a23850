import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makePlacedPdf, type PlacedLine } from '../../../testing/make-pdf.ts'

const body = (page: number, lines: number): PlacedLine[] =>
  Array.from({ length: lines }, (_, i) => ({
    at: { 50: `Line ${i} of chapter ${'abcdefgh'[page]} says something of its own here.` },
  }))
const read = async (pages: PlacedLine[][]) => (await extract('a.pdf', makePlacedPdf(pages))).text

it('page headers, footers and page numbers are removed wherever they stand', async () => {
  const text = await read(
    [7, 3, 12, 5].map((lines, page) => [
      { at: { 50: 'Kettles AB', 300: 'User manual' }, gap: 14 + page * 9 },
      ...body(page, lines),
      { at: { 50: `Printed in Umeå, page ${page + 3} of 6` }, gap: 30 },
    ]),
  )
  expect(text).not.toMatch(/Kettles|manual|Printed/)
  expect(text.match(/Line \d+ of chapter/g)).toHaveLength(27)
})

it('lines that repeat on a few pages only, and numbers that do not count pages, stay', async () => {
  const text = await read(
    [6, 9, 4, 7].map((lines, page) => [
      { at: { 50: page < 1 ? 'Safety first' : `Section ${page * 7}` }, gap: 14 + page * 9 },
      ...body(page, lines),
      { at: { 50: `Price ${page * 100 + 49} kronor` }, gap: 30 },
    ]),
  )
  expect(text).toContain('Safety first')
  for (const kept of ['Section 7', 'Section 14', 'Section 21', 'Price 49', 'Price 349']) expect(text).toContain(kept)
})
