import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitIntoSentences } from './split-into-sentences.ts'

const textsOf = (text: string): string[] => splitIntoSentences(text).map((sentence) => sentence.text)

test.each([
  ['English', 'We ship daily. Is it free? Yes!', ['We ship daily.', 'Is it free?', 'Yes!']],
  [
    'English abbreviations',
    'Bring proof, e.g. a receipt. Dr. Smith agrees.',
    ['Bring proof, e.g. a receipt.', 'Dr. Smith agrees.'],
  ],
  ['an abbreviation before a capital', 'See e.g. Stockholm. Then go.', ['See e.g. Stockholm.', 'Then go.']],
  [
    'Swedish abbreviations',
    'Ta med legitimation, t.ex. körkort. Vi har bl.a. Visa m.m. Det är gratis.',
    ['Ta med legitimation, t.ex. körkort.', 'Vi har bl.a. Visa m.m.', 'Det är gratis.'],
  ],
  ['decimals and versions', 'It costs 3.50 euro. Use v2.1.0 now.', ['It costs 3.50 euro.', 'Use v2.1.0 now.']],
  [
    'dates',
    'Öppet fr.o.m. den 3. maj. Stängt 24.12. Välkommen!',
    ['Öppet fr.o.m. den 3. maj.', 'Stängt 24.12.', 'Välkommen!'],
  ],
  ['a year at the end', 'Founded in 1998. It grew.', ['Founded in 1998.', 'It grew.']],
  ['initials', 'J. R. Smith wrote it. We read it.', ['J. R. Smith wrote it.', 'We read it.']],
  ['quotes and brackets', 'He said “no.” (Really.) Then left.', ['He said “no.”', '(Really.)', 'Then left.']],
  ['an ellipsis', 'Wait… Then go... now. Done.', ['Wait…', 'Then go... now.', 'Done.']],
  ['wrapped lines', 'One sentence\nover two lines. Next.', ['One sentence\nover two lines.', 'Next.']],
  [
    'headings and lists',
    'Returns\n\nYou can:\n- mail it\n- bring it\n1. Go\n2. Pay',
    ['Returns', 'You can:', '- mail it', '- bring it', '1. Go', '2. Pay'],
  ],
  ['Chinese', '你好。再见！', ['你好。', '再见！']],
  [
    'addresses',
    'Mail help@shop.se or see www.shop.se/a.html. Thanks.',
    ['Mail help@shop.se or see www.shop.se/a.html.', 'Thanks.'],
  ],
])('%s', (_name, text, expected) => {
  expect(textsOf(text)).toEqual(expected)
})

test('sentences stand in the text, in order, and nothing but white space is between them', () => {
  const pieces = fc.constantFrom(
    'a',
    'B',
    '1',
    '.',
    '. ',
    '!',
    '? ',
    '\n',
    '\n\n',
    ' ',
    't.ex.',
    '”',
    '(',
    '- ',
    '…',
    '😀',
  )
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      (text) => {
        let at = 0
        for (const { text: sentence, start, end } of splitIntoSentences(text)) {
          expect(text.slice(start, end)).toBe(sentence)
          expect(sentence).toBe(sentence.trim())
          expect(text.slice(at, start).trim()).toBe('')
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
      },
    ),
  )
})

test('a long text without an end takes linear time', () => {
  const started = performance.now()
  splitIntoSentences('a. '.repeat(200_000))
  splitIntoSentences('. '.repeat(1).padEnd(1_000_000, '"'))
  splitIntoSentences('a\n'.repeat(300_000))
  expect(performance.now() - started).toBeLessThan(3_000)
})
