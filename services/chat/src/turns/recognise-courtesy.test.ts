import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recogniseCourtesy, withoutCourtesies } from './recognise-courtesy.ts'

test.each([
  ['Hello!', 'greeting', 'en'],
  ['hi there', 'greeting', 'en'],
  ['Good morning, how are you?', 'greeting', 'en'],
  ['Hej', 'greeting', 'sv'],
  ['Hejsan Kalle!', 'greeting', 'sv'],
  ['God kväll!', 'greeting', 'sv'],
  ['Guten Tag', 'greeting', 'de'],
  ['مرحبا', 'greeting', 'ar'],
  ['Thanks a lot, that was very helpful!', 'thanks', 'en'],
  ['ok thank you so much for the quick reply', 'thanks', 'en'],
  ['Tack så mycket för hjälpen!', 'thanks', 'sv'],
  ['Super, vielen Dank!', 'thanks', 'de'],
  ['شكرا جزيلا', 'thanks', 'ar'],
  ['Thanks, bye!', 'goodbye', 'en'],
  ['Hej då', 'goodbye', 'sv'],
  ['Ha en bra dag! Tack', 'goodbye', 'sv'],
  ['Auf Wiedersehen', 'goodbye', 'de'],
])('“%s” is a %s in %s', (text, kind, language) => {
  expect(recogniseCourtesy(text)).toEqual({ kind, language })
})

test.each([
  'Hi, where is my order?',
  'hello can you help me',
  'Thanks, but it still does not work',
  'thanks how do I send it back',
  'Hej, vad kostar frakten',
  'Tack för paketet som aldrig kom',
  'Hej då, men när kommer pengarna?',
  'Hallo, was kostet der Versand?',
  'Danke, aber das stimmt nicht',
  'good',
  'ok',
  'Hello?',
  'Tack?',
  'goodbye policy',
  'Hi refund please',
  'no',
  '',
  'Hello hello I want to return a sofa',
  'مرحبا اين طلبي',
])('“%s” says or asks more', (text) => {
  expect(recogniseCourtesy(text)).toBeUndefined()
})

test('the language of the conversation decides about words that exist in several languages', () => {
  expect(recogniseCourtesy('hej', 'sv')).toMatchObject({ language: 'sv' })
  expect(recogniseCourtesy('Ciao', 'de')).toMatchObject({ kind: 'goodbye', language: 'de' })
})

test('a courtesy with a further meaningful word is treated as a question', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Hello', 'Thanks', 'Hej', 'Tack', 'Danke', 'Bye'),
      fc.constantFrom('refund', 'frakt', 'rechnung', 'order', 'broken', '1234', 'trasig', 'cancel'),
      (courtesy, word) => {
        expect(recogniseCourtesy(`${courtesy} ${word}`)).toBeUndefined()
        expect(recogniseCourtesy(`${word}, ${courtesy.toLowerCase()}!`)).toBeUndefined()
      },
    ),
  )
})

test.each([
  ['Hej! How long does delivery take?', 'How long does delivery take?'],
  ['Hej Kalle, hur lång är leveranstiden?', 'hur lång är leveranstiden?'],
  ['Good morning.\nI need a refund. Can I get one? Thanks a lot!', 'I need a refund. Can I get one?'],
  ['Was kostet der Versand? Vielen Dank', 'Was kostet der Versand?'],
  ['Thanks for nothing, where is my order?', 'Thanks for nothing, where is my order?'],
  ['How long does delivery take?', 'How long does delivery take?'],
  ['Hej!', 'Hej!'],
  ['', ''],
])('“%s” asks “%s”', (text, asked) => {
  expect(withoutCourtesies(text)).toBe(asked)
})
