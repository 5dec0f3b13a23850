import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentWords } from './content-words.ts'
import { detectLanguage } from './detect-language.ts'
import { searchTokens, words } from './tokens.ts'

test('words are letters and digits, NFKC, lower case, accents kept', () => {
  expect(words('Öppettider: 9–17, e-POST ﬁn CAFÉ')).toEqual(['öppettider', '9', '17', 'e', 'post', 'fin', 'café'])
  expect(words('o\u0308ppet')).toEqual(['öppet'])
  expect(words(' … ')).toEqual([])
})

test('tokens are the word and the 4-grams of it between underscores', () => {
  expect(searchTokens('Frakt i')).toEqual(['=frakt', '_fra', 'frak', 'rakt', 'akt_', '=i'])
  expect(searchTokens('på på')).toEqual(['=på', '_på_', '=på', '_på_'])
})

test('a compound shares tokens with its parts', () => {
  const compound = new Set(searchTokens('leveranstiden'))
  expect(searchTokens('leverans').filter((token) => compound.has(token)).length).toBeGreaterThan(4)
})

test('a character beyond the basic plane stays whole and a run without spaces gives no giant token', () => {
  for (const token of searchTokens('𠀀𠀁𠀂𠀃𠀄')) expect(token.isWellFormed()).toBe(true)
  expect(Math.max(...searchTokens('x'.repeat(100_000)).map((token) => token.length))).toBe(4)
})

test('no token is empty or holds white space, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const token of searchTokens(text)) expect(token).toMatch(/^\S+$/)
    }),
  )
})

test('content words leave out stop words of the language, or of both when it is not known', () => {
  expect(contentWords('What is your return policy?', 'en')).toEqual(['return', 'policy'])
  expect(contentWords('Hur lång är leveranstiden?', 'sv')).toEqual(['lång', 'leveranstiden'])
  expect(contentWords('Where do I ställa in the klocka som är fel')).toEqual(['ställa', 'klocka', 'fel'])
  expect(contentWords('Wie lange dauert das', 'de')).toEqual(['lange', 'dauert'])
})

test('short questions and long texts are told apart by language; a lone word is not guessed', () => {
  expect(detectLanguage('Hej, var är min order?')).toBe('sv')
  expect(detectLanguage('Vad kostar en hyrbil i Paris?')).toBe('sv')
  expect(detectLanguage('What is the capital of Mongolia?')).toBe('en')
  expect(detectLanguage('Wir liefern innerhalb von drei Tagen nach Deutschland und Österreich.')).toBe('de')
  expect(detectLanguage('returns')).toBeNull()
  expect(detectLanguage('')).toBeNull()
})
