import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countSegments } from './count-segments.ts'
import { splitText } from './split-text.ts'

const within = (most: number) => (text: string) => text.length <= most

it('leaves a text that fits as it is', () => {
  expect(splitText('Hello there.', within(12))).toEqual(['Hello there.'])
  expect(splitText('', within(12))).toEqual([''])
})

it('cuts after sentences, with as many in a part as fit', () => {
  const text = 'The parcel left, e.g. today. It takes three days. Call us!\n\nThanks.'
  expect(splitText(text, within(50))).toEqual([
    'The parcel left, e.g. today. It takes three days.',
    'Call us!\n\nThanks.',
  ])
  expect(splitText(text, within(28))).toEqual([
    'The parcel left, e.g. today.',
    'It takes three days.',
    'Call us!\n\nThanks.',
  ])
})

it('cuts a long sentence after a word, and a long word where it has to be', () => {
  expect(splitText('one two three four five', within(9))).toEqual(['one two', 'three', 'four five'])
  expect(splitText('https://example.com/abc', within(10))).toEqual(['https://ex', 'ample.com/', 'abc'])
})

it('cuts no character in two', () => {
  expect(splitText('👩‍👩‍👧👩‍👩‍👧', within(8))).toEqual(['👩‍👩‍👧', '👩‍👩‍👧'])
  expect(splitText('😀😀😀', within(3))).toEqual(['😀', '😀', '😀'])
})

it('loses nothing but white space, and every part fits', () => {
  const words = fc.constantFrom('a', 'Hej!', 'bor.', 'pris 12.50', '😀', '\n', ' ', 'räksmörgås', 'x'.repeat(40))
  const fits = (text: string) => text.length <= 60 && countSegments(text).segments <= 1
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (some) => {
      const text = some.join(' ')
      const parts = splitText(text, fits)
      for (const part of parts) expect(fits(part)).toBe(true)
      if (parts.length > 1) for (const part of parts) expect(part).not.toBe('')
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
    { numRuns: runs(200) },
  )
})
