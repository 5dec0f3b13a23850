import { expect, it } from 'vitest'
import { extract } from '../extract-for-test.ts'
import { makePdf } from '../make-pdf-for-test.ts'
import { withAccents } from './accents.ts'

it('letters that a font composes of two are whole, in either order; what is no letter stays', () => {
  expect(withAccents('f¨ur M¨uller in ˚Are, na¨ıve')).toBe('für Müller in Åre, naïve')
  expect(withAccents('fu¨r, A˚')).toBe('für, Å')
  expect(withAccents('it´s 20˚ C, ¨t, 5¨')).toBe('it´s 20˚ C, ¨t, 5¨')
})

it('a PDF with accents of their own gives whole letters', async () => {
  const { text } = await extract('old.pdf', makePdf([['Gr\u00a8o\u00dfe f\u00a8ur alle.']]))
  expect(text).toBe('Größe für alle.')
})
