import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makePdf } from '../../../testing/make-pdf.ts'
import { withAccents } from './accents.ts'

it('a letter and its separate accent are combined, in either order; other signs stay', () => {
  expect(withAccents('f¨ur M¨uller in ˚Are, na¨ıve')).toBe('für Müller in Åre, naïve')
  expect(withAccents('fu¨r, A˚')).toBe('für, Å')
  expect(withAccents('it´s 20˚ C, ¨t, 5¨')).toBe('it´s 20˚ C, ¨t, 5¨')
})

it('a PDF with separate accents gives whole letters', async () => {
  const { text } = await extract('old.pdf', makePdf([['Gr\u00a8o\u00dfe f\u00a8ur alle.']]))
  expect(text).toBe('Größe für alle.')
})
