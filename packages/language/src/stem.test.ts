import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { stem } from './stem.ts'

test.each([
  ['sv', ['butik', 'butiken', 'butikerna']],
  ['sv', ['öppettid', 'öppettider', 'öppettiderna']],
  ['en', ['delivery', 'deliveries']],
  ['en', ['return', 'returns', 'returned', 'returning']],
  ['de', ['Lieferung', 'Lieferungen'].map((word) => word.toLowerCase())],
  ['de', ['häuser', 'haus'].map((word) => word.normalize('NFC'))],
] as const)('in %s the forms %s have one stem', (language, forms) => {
  expect(new Set(forms.map((form) => stem(form, language))).size).toBe(1)
})

test('in another language, or an unknown one, a word is its own stem', () => {
  for (const language of ['fi', 'constructor', null, undefined]) expect(stem('deliveries', language)).toBe('deliveries')
})

test('any word has a stem, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('sv', 'en', 'de'), (word, language) => {
      expect(stem(word, language)).toBe(stem(word, language))
    }),
  )
})

test.each([
  ['Was kostet der Versand?', 'de'],
  ['Wie lange dauert die Lieferung?', 'de'],
  ['Kann ich das zurückgeben?', 'de'],
  ['Will an order arrive?', 'en'],
  ['What was in it?', 'en'],
  ['Vad var det för man?', 'sv'],
])('a short question tells its language by its small words: “%s”', (question, language) => {
  expect(detectLanguage(question)).toBe(language)
})
