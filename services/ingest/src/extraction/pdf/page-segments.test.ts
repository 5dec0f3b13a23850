import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makeVerticalPdf } from '../../../testing/make-pdf.ts'

const columns = [
  '保証期間は購入日から二年間です。',
  '返品は三十日以内に無料で',
  'できます。送料は当社が負担',
  'いたします。',
]
const placed = columns.map((text, i): [number, string] => [520 - i * 24, text])
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '')

it('vertical writing is read column by column from the right, in whatever order the file has them', async () => {
  for (const given of [placed, [...placed].reverse()]) {
    const { text } = await extract('vertical.pdf', makeVerticalPdf(given))
    expect(withoutSpace(text)).toBe(columns.join(''))
  }
})

it('what is set horizontally on the same page is apart from the columns, the larger part first', async () => {
  const note = ['This page was printed in Osaka.', 'All rights are reserved.']
  const few = makeVerticalPdf(placed, [{ at: { 50: note[0]! } }])
  expect(withoutSpace((await extract('few.pdf', few)).text)).toBe(columns.join('') + withoutSpace(note[0]!))
  const most = makeVerticalPdf(
    placed.slice(0, 1),
    note.map((text) => ({ at: { 50: text } })),
  )
  expect(withoutSpace((await extract('most.pdf', most)).text)).toBe(withoutSpace(note.join('')) + columns[0])
})
