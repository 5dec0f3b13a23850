import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOfField } from './pre-chat-fields.ts'

test.each([
  ['Order number', [], 'orderNumber'],
  ['Förnamn', [], 'fornamn'],
  ['Order number', ['orderNumber'], 'orderNumber2'],
  ['رقم الطلب', [], 'field'],
  ['2nd address', [], 'field2ndAddress'],
])('%s, where %j are taken, is %s', (label, taken, name) => {
  expect(nameOfField(label, taken)).toBe(name)
})

test('every label has a name that the API takes and no other field has', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 10 }), (labels) => {
      const names: string[] = []
      for (const label of labels) names.push(nameOfField(label, names))
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[A-Za-z][\w-]{0,63}$/)
    }),
  )
})
