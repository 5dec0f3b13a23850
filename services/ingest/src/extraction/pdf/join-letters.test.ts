import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makePdf, makePlacedPdf } from '../../../testing/make-pdf.ts'
import { joinLetters } from './join-letters.ts'
import type { TextItem } from './lines.ts'

const lines = ['The warranty lasts two years from the day', 'of delivery and covers all parts of it.']
const flat = (text: string) => text.split(/\s+/).join(' ')

it('words whose letters are set apart are whole, however wide the space between them is', async () => {
  for (const letterSpacing of [0, 1, 2, 3, 4, 6, 7]) {
    const { text } = await extract('apart.pdf', makePdf([lines], { letterSpacing }))
    expect([letterSpacing, flat(text)]).toEqual([letterSpacing, lines.join(' ')])
  }
})

it('where it is not certain which gaps are between words, the letters stay apart', async () => {
  // The gap between words is too narrow to be told from that between letters: 2 × 1.5 + 3.3 of 12 points.
  const { text } = await extract('apart.pdf', makePdf([lines], { letterSpacing: 1.5 }))
  expect(text.replaceAll(/\s/g, '')).toBe(lines.join('').replaceAll(' ', ''))
  expect(text.split(/\s+/).filter((word) => word.length > 1)).toEqual([])
})

/** Ten points high, each letter six wide; a number is a gap before the next text. */
function lineOf(...parts: (string | number)[]): TextItem[] {
  let x = 0
  return parts.flatMap((part) => {
    if (typeof part === 'number') {
      x += part
      return []
    }
    const item = { str: part, dir: 'ltr', width: 6 * part.length, height: 10, fontName: 'f', hasEOL: false }
    x += item.width
    return [{ ...item, transform: [10, 0, 0, 10, x - item.width, 700] }]
  })
}
const spaced = (letterGap: number, wordGap: number, ...words: string[]) =>
  lineOf(...words.flatMap((word) => [wordGap, ...[...word].flatMap((letter) => [letter, letterGap])].slice(0, -1)))
const textsOf = (items: TextItem[]) => joinLetters(items).map(({ str }) => str)

it('letters that have a place each are joined by their gaps', () => {
  expect(textsOf(spaced(7, 17, 'free', 'returns', 'for', 'all'))).toEqual(['free returns for all'])
  expect(textsOf(spaced(7, 17, 'Å', 'і', 'Ωmega', '12', 'kr'))).toEqual(['Å і Ωmega 12 kr'])
})

it.each([
  ['columns of letters', spaced(7, 30, 'ABC', 'DEF', 'GHI')],
  ['letters at equal distances', lineOf('A', 20, 'B', 20, 'C', 20, 'D', 20, 'E', 20, 'F', 20, 'G')],
  ['one row of letters', lineOf('A B C D E F G')],
  ['a line that has a word', lineOf('I', 7, 'a', 7, 'm', 17, 'of', 7, 'a', 17, 'b', 7, 'c')],
  ['marks of a table', lineOf('Y N', 8, 'N Y', 8, 'Y Y')],
  ['digits', spaced(7, 17, '1234', '5678', '90')],
  ['Chinese', spaced(7, 17, '保証期間', '購入日', '二年')],
])('%s stay as they are', (_, items) => {
  expect(textsOf(items)).toEqual(items.map(({ str }) => str))
})

it('a list of letters in a text stays apart', async () => {
  const text = (
    await extract(
      'list.pdf',
      makePlacedPdf([[{ at: { 50: 'Choose a b c d e f or g.' } }, { at: { 50: 'A B C D E F G' } }]]),
    )
  ).text
  expect(text).toContain('a b c d e f or g.')
  expect(text).toContain('A B C D E F G')
})
