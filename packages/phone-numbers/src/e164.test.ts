import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, it } from 'vitest'
import { e164 } from './e164.ts'

it.each([
  ['+46 70-123 45 67', '+46701234567'],
  ['+46 (0)70 123 45 67', '+46701234567'],
  ['+447700900000', '+447700900000'],
  // Italy writes the 0 in international numbers.
  ['+39 06 1234 5678', '+390612345678'],
  ['+86000000000', undefined],
  ['12', undefined],
  ['a number', undefined],
])('%s is %s', (text, number) => {
  expect(e164(text)).toBe(number)
})

it('reads a national number in its region', () => {
  expect(e164('070-123 45 67', 'SE')).toBe('+46701234567')
  expect(e164('070-123 45 67')).toBeUndefined()
})

it("reads every country's own example, in both of its forms", () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)
    if (!example) continue
    expect(e164(example.number), country).toBe(example.number)
    expect(e164(example.formatNational(), country), country).toBe(example.number)
  }
})

it('is the same however often it is read', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^\+\d{1,20}$/), fc.stringMatching(/^\+\d{1,3}0{1,12}\d{0,6}$/))
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 'SE', 'CN', 'IR', 'IT', 'US'), (given, region) => {
      const once = e164(given, region)
      if (once === undefined) return
      expect(e164(once)).toBe(once)
      expect(e164(once, region)).toBe(once)
    }),
    {
      numRuns: runs(500),
      examples: [
        ['+86000000000', undefined],
        ['98000000', 'IR'],
      ],
    },
  )
})
