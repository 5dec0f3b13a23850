import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slowdown } from '../testing/slowdown.ts'
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
  [
    'German dates and abbreviations',
    'Gültig bis 31. Dezember 2025. Wir liefern z.B. nach Wien, ggf. später. Im 3. Quartal pausieren wir.',
    ['Gültig bis 31. Dezember 2025.', 'Wir liefern z.B. nach Wien, ggf. später.', 'Im 3. Quartal pausieren wir.'],
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
  [
    'the rows of a form',
    'Pilot Information\nCertificate: Private\nAge: 38, Male\nToxicology Performed:\nRating(s): Single-engine Land and some\nmore of it\nSeats: 5\nThe pilot reported that the landing was hard.',
    [
      'Pilot Information',
      'Certificate: Private',
      'Age: 38, Male',
      'Toxicology Performed:',
      'Rating(s): Single-engine Land and some\nmore of it',
      'Seats: 5',
      'The pilot reported that the landing was hard.',
    ],
  ],
  [
    'the rows of a table',
    'Country | Capital\nSweden | Stockholm\nNorway | Oslo\n\nday\tfrom\tto\nsaturday\t10\t14',
    ['Country | Capital', 'Sweden | Stockholm', 'Norway | Oslo', 'day\tfrom\tto', 'saturday\t10\t14'],
  ],
  ['code', '{\n"Type": "string",\n"Name": "x"\n}', ['{\n"Type": "string",\n"Name": "x"\n}']],
  ['a label and what it is of', 'Opening hours:\nMonday to Friday 9–17', ['Opening hours:\nMonday to Friday 9–17']],
  [
    'wrapped prose with colons and names',
    'We ship with two carriers, and you choose:\nPostNord takes three days, DHL takes one. In\nSweden both are free. Mind this: what is sent to\nGotland takes longer.',
    [
      'We ship with two carriers, and you choose:\nPostNord takes three days, DHL takes one.',
      'In\nSweden both are free.',
      'Mind this: what is sent to\nGotland takes longer.',
    ],
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

test('prose stays whole at whatever width it is wrapped', () => {
  const word = fc.constantFrom('delivery', 'Gotland', 'to', 'PostNord', 'and', 'DHL,', 'a', 'Åre', 'I')
  const words = fc.tuple(fc.array(word, { minLength: 2, maxLength: 30 }), fc.array(word, { maxLength: 30 }))
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 90 }), ([before, after], width) => {
      const lines = ['We']
      for (const each of [...before, 'know:', ...after, 'x.']) {
        const longer = `${lines.at(-1)} ${each}`
        if (longer.length <= width) lines[lines.length - 1] = longer
        else lines.push(each)
      }
      const prose = lines.join('\n')
      expect(textsOf(prose)).toEqual([prose])
    }),
  )
})

test.each([
  ['a. ', ''],
  ['"', '. '],
  ['a\n', ''],
  ['a: b\n', ''],
  ['b ', 'a: '],
])('a long text of %j without an end takes linear time', async (unit, before) => {
  expect(await slowdown(unit, (text) => splitIntoSentences(before + text), 300_000)).toBeLessThan(4)
})
