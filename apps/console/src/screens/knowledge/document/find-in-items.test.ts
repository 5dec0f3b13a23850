import { expect, it } from 'vitest'
import { findInItems } from './find-in-items.ts'

const marked = (items: string[], quote: string) =>
  findInItems(items, quote).parts.map(({ item, start, end }) => items[item]!.slice(start, end))

it('a quote is found across lines, hyphens, ligatures and other white space', () => {
  expect(marked(['Every lamp has a', 'three-year war-', 'ranty. Call us.'], 'a three-year warranty.')).toEqual([
    'a',
    'three-year war',
    'ranty.',
  ])
  expect(marked(['Cer', 'ti\ufb01ed  filters'], 'certified filters')).toEqual(['Cer', 'ti\ufb01ed  filters'])
})

it('the cells of a row are found by themselves where they do not follow each other', () => {
  const items = ['Standard delivery', 'Within Europe', '59 kronor a parcel', '99 kronor a parcel']
  const { parts, share } = findInItems(items, 'Standard delivery | 59 kronor a parcel')
  expect(parts.map(({ item }) => item)).toEqual([0, 2])
  expect(share).toBe(1)
})

it('what is not on the page is not found', () => {
  expect(findInItems(['Every lamp has a warranty.'], 'Parking costs 12 euros a day.')).toEqual({ parts: [], share: 0 })
  expect(findInItems([], 'Anything')).toEqual({ parts: [], share: 0 })
  expect(findInItems(['text'], ' ')).toEqual({ parts: [], share: 0 })
})
