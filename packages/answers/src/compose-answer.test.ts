import type { FoundChunk } from '@frontdesk/contracts'
import { words } from '@frontdesk/language'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeAnswer } from './compose-answer.ts'

const chunk = (text: string, more: Partial<FoundChunk> = {}): FoundChunk => ({
  sourceId: 'src_1',
  version: 1,
  contentId: `cnt_${text.slice(0, 12)}`,
  index: 0,
  title: 'A title',
  text,
  start: 0,
  end: text.length,
  score: 0.5,
  lexical: 0.5,
  vector: 0,
  ...more,
})
const ask = (question: string, text: string, language = 'en') =>
  composeAnswer({ question, chunks: [chunk(text)], counts: { chunks: 0, words: [] }, language })?.text

describe('a sentence', () => {
  test('that answers is chosen, in English', () => {
    const text = 'Our shop opened in 1998.\n\nA refund reaches your account within 5 banking days.\n\nWe love coffee.'
    expect(ask('When do I get my refund?', text)).toBe('A refund reaches your account within 5 banking days.')
  })

  test('that answers is chosen in Swedish, whatever the ending of the word', () => {
    const text = 'Vi finns i Malmö.\n\nFrakten kostar 49 kronor för paket under 2 kg.\n\nRetur är gratis i 30 dagar.'
    expect(ask('Vad kostar frakt?', text, 'sv')).toBe('Frakten kostar 49 kronor för paket under 2 kg.')
  })

  test('that answers is chosen in German, by the stem of the word', () => {
    const text = 'Unser Haus liegt in Kiel.\n\nFür Rücksendungen haben Sie 30 Tage Zeit.\n\nWir mögen Kaffee.'
    expect(ask('Wie lange gilt die Rücksendung?', text, 'de')).toBe('Für Rücksendungen haben Sie 30 Tage Zeit.')
  })

  test('that a policy masked in part says more than it shows', () => {
    const text = 'Write to a********@e********** about an invoice. An invoice is due after 30 days.'
    expect(ask('Whom do I write to about an invoice?', text)).toMatch(/^Write to a\*+@e\*+ about an invoice/)
  })

  test('keeps the yes or no before it', () => {
    const text = 'Gibt es Rabatt für Studenten?\nNein. Studenten zahlen den vollen Preis.'
    expect(ask('Gibt es Rabatt für Studenten?', text, 'de')).toBe('Nein. Studenten zahlen den vollen Preis.')
    const swedish = 'Kan jag ta med hunden?\n\nNej. Hundar får inte vara i restaurangen.\n\nÖppet varje dag.'
    expect(ask('Får jag ta med hunden?', swedish, 'sv')).toBe('Nej. Hundar får inte vara i restaurangen.')
    expect(ask('Do you ship to Norway?', 'Do you ship to Norway?\nYes. Shipping to Norway costs 99 SEK.')).toBe(
      'Yes. Shipping to Norway costs 99 SEK.',
    )
  })

  test('brings the sentence that a pronoun points to', () => {
    const text = 'The premium plan has a trial. It lasts 14 days without payment.\n\nCats are nice.'
    expect(ask('How many days without payment?', text)).toBe(
      'The premium plan has a trial. It lasts 14 days without payment.',
    )
  })

  test('is what stands under a question or heading, never the question or heading itself', () => {
    const text = 'Do you ship to Norway?\nYes, for 99 SEK.\n\nOpening hours\nEvery weekday from nine to five.'
    expect(ask('do you ship to norway', text)).toBe('Yes, for 99 SEK.')
    expect(ask('what are your opening hours', text)).toBe('Every weekday from nine to five.')
  })

  test('cut off at the edge of a chunk is whole when the next chunk was found too', () => {
    const text = 'We rent out boats. A day with the red boat costs 400 kronor, fuel included. Bring a life jacket.'
    const [a, b] = [text.slice(0, 55), text.slice(40)]
    const chunks = [
      chunk(b, { contentId: 'c', index: 1, start: 40, end: text.length, lexical: 0.6 }),
      chunk(a, { contentId: 'c', index: 0, start: 0, end: 55 }),
    ]
    const answer = composeAnswer({ question: 'What does the red boat cost?', chunks, counts: { chunks: 0, words: [] } })
    expect(answer?.text).toContain('A day with the red boat costs 400 kronor, fuel included.')
  })
})

describe('a list', () => {
  const text =
    'Intro words here.\n\nYou need to bring:\n- your passport\n- two photographs\n- the signed form\n\nThe office is in Lund.'

  test('is said whole, with what announces it, each item on its line', () => {
    const whole = 'You need to bring:\n- your passport\n- two photographs\n- the signed form'
    expect(ask('What do I need to bring?', text)).toBe(whole)
    expect(ask('Do I need two photographs?', text)).toBe(whole)
  })

  test('of lines without signs answers with the one line that fits', () => {
    const utterances =
      'how do i reset my password\nwhere is my order now\ncancel the subscription please\ntalk to billing'
    expect(ask('cancel subscription', utterances)).toBe('cancel the subscription please')
  })
})

describe('a table', () => {
  const text = `Income statement (SEK million)
| | 2025 | 2024 |
|---|---|---|
| Net sales | 1,204 | 1,118 |
| Cost of goods sold | 640 | 655 |`

  test('answers with the label, the column that is asked for, and the value', () => {
    expect(ask('What were net sales in 2024?', text)).toBe('Net sales, 2024: 1,118 (SEK million)')
  })

  test('says every column when none is asked for', () => {
    expect(ask('What were net sales?', text)).toBe(
      'Net sales, 2025: 1,204 (SEK million)\nNet sales, 2024: 1,118 (SEK million)',
    )
  })

  test('says nothing of a row whose label is mostly about something else', () => {
    expect(ask('What does a sauna towel cost?', text) ?? '').not.toMatch(/640|655/)
  })

  test('that was read with the document is said from its cells, with the line it stands in as the quote', () => {
    const line = 'Parcel to Norway 99 149'
    const body = `Prices\n${line}\nParcel to Finland 109 159`
    const tables = [
      {
        caption: 'Prices in SEK',
        headers: ['Standard', 'Express'],
        rows: [
          { label: 'Parcel to Norway', values: ['99', '149'], start: 7, end: 7 + line.length },
          { label: 'Parcel to Finland', values: ['109', '159'], start: 8 + line.length, end: body.length },
        ],
      },
    ]
    const answer = composeAnswer({
      question: 'What does an express parcel to Norway cost?',
      chunks: [chunk(body, { tables })],
      counts: { chunks: 0, words: [] },
      language: 'en',
    })
    expect(answer?.text).toBe('Parcel to Norway, Express: 149 (SEK)')
    expect(answer?.parts.map(({ quote }) => quote)).toEqual([line])
  })

  test('of short records is said a record at a time: the value with what it is the value of', () => {
    const records = 'Product: Desk lamp\nPrice: 649\nColour: Sand\n\nProduct: Floor lamp\nPrice: 1890\nColour: Brass'
    expect(ask('What does the floor lamp cost?', records)).toContain('Product: Floor lamp\nPrice: 1890\nColour: Brass')
  })
})

test('page furniture and signs of Markdown are not said', () => {
  const text = `Page 3 of 12

## Returns

You can **return** an item within _30 days_; see [our terms](https://example.com/terms).

Back to top`
  expect(ask('How do I return an item?', text)).toBe('You can return an item within 30 days; see our terms.')
})

test('an answer never holds words of two documents', () => {
  const chunks = [
    chunk('Delivery takes three working days.', { contentId: 'a', lexical: 0.6 }),
    chunk('Delivery of pianos takes two weeks.', { contentId: 'b', lexical: 0.59 }),
  ]
  const answer = composeAnswer({ question: 'How long does delivery take?', chunks, counts: { chunks: 0, words: [] } })
  expect(new Set(answer?.parts.map(({ chunk }) => chunk.contentId)).size).toBe(1)
})

test('every part of an answer stands in its chunk, in order, whatever the texts', () => {
  const word = fc.constantFrom(
    'refund',
    'delivery',
    'takes',
    '14',
    '- item',
    'a | b',
    'Yes.',
    'What?',
    '## Head',
    '🧡',
    ':',
  )
  const line = fc.array(word, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(' '))
  const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), fc.array(word, { maxLength: 5 }), (texts, question) => {
      const chunks = texts.map((each, i) => chunk(each, { contentId: `c${i}` }))
      const answer = composeAnswer({ question: question.join(' '), chunks, counts: { chunks: 0, words: [] } })
      if (!answer) return
      let last = 0
      for (const { start, end, chunk: own, quote } of answer.parts) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThanOrEqual(start)
        last = end
        expect(own.text).toContain(quote)
        const said = new Set(words(own.text))
        for (const each of words(answer.text.slice(start, end))) expect(said).toContain(each)
      }
      expect(last).toBe(answer.text.length)
    }),
  )
})

describe('a row of a table', () => {
  const table = (rows: [string, string[]][], headers: string[], more: Partial<FoundChunk> = {}) => {
    const lines = rows.map(([label, values]) => [label, ...values].join(' | '))
    const text = lines.join('\n')
    let at = 0
    const placed = rows.map(([label, values], i) => {
      const start = at
      at += lines[i]!.length + 1
      return { label, values, start, end: start + lines[i]!.length }
    })
    return chunk(text, { tables: [{ headers, rows: placed }], ...more })
  }
  const say = (question: string, chunks: FoundChunk[], language: string) =>
    composeAnswer({ question, chunks, counts: { chunks: 0, words: [] }, language })?.text

  test('is chosen by the range that holds the number asked for, in its label or a cell', () => {
    const prices = table(
      [
        ['0–2 kg', ['49 kr']],
        ['2–5 kg', ['79 kr']],
        ['över 5 kg', ['129 kr']],
      ],
      ['Pris'],
    )
    expect(say('Vad kostar ett paket på 3,5 kg?', [prices], 'sv')).toBe('2–5 kg, Pris: 79 kr')
    expect(say('Vad kostar ett paket på 12 kg?', [prices], 'sv')).toBe('över 5 kg, Pris: 129 kr')
  })

  test('says the column that only it tells apart, whatever else stands in the header', () => {
    const fees = table([['Grundpreis', ['9,50 €', '7,20 €']]], ['Stadtwerke Tarif Basis', 'Stadtwerke Tarif Öko'], {
      title: 'Stadtwerke',
    })
    expect(say('Was kostet der Grundpreis bei den Stadtwerken im Tarif Öko?', [fees], 'de')).toBe(
      'Grundpreis, Stadtwerke Tarif Öko: 7,20 €',
    )
  })

  test.each([
    ['sv', 'Får hundar åka med färjan?', 'Hundar', 'Hundar trivs på färjan.', ['Ja', 'Jo']],
    ['de', 'Dürfen Hunde auf die Fähre?', 'Hunde', 'Das Restaurant hat neue Stühle.', ['Ja', 'Doch']],
  ])('is worth the same with any word for yes: %s', (language, question, label, sentence, yesWords) => {
    const scores = yesWords.map((yes) => {
      const rows = table([[label, [yes]]], ['Färja'], { contentId: 'cnt_f', title: 'Fähre' })
      const chunks = [rows, chunk(sentence, { index: 1, contentId: 'cnt_f' })]
      const { text, evidence } = composeAnswer({ question, chunks, counts: { chunks: 0, words: [] }, language })!
      return [text.replace(yes, 'yes'), evidence.said[0]!.score]
    })
    expect(scores[1]).toEqual(scores[0])
    expect(scores[0]![0]).toContain('yes')
  })

  test('comes with the others that the question does not tell apart', () => {
    const cases = table(
      [
        ['Case, small', ['£19']],
        ['Case, large', ['£24']],
        ['Strap', ['£5']],
      ],
      ['Price'],
    )
    expect(say('What does a case cost?', [cases], 'en')).toBe('Case, small, Price: £19\nCase, large, Price: £24')
  })

  test('with the amount is said before a sentence that only holds the name', () => {
    const about = chunk('Nimbus Storage is a company in Leeds with friendly staff.', { index: 1, contentId: 'cnt_n' })
    const prices = table([['Small unit', ['£35']]], ['Month'], { contentId: 'cnt_n', title: 'Nimbus Storage prices' })
    expect(say('What does a small unit at Nimbus Storage cost?', [about, prices], 'en')).toBe('Small unit, Month: £35')
  })

  test('is not made of the header that a chunk inside a table got in front', () => {
    const header = 'Battery | Capacity | Charger (fast)\n'
    const own = 'B18 | 4 Ah | 48 min'
    const inside = chunk(`${header}${own}`, {
      start: 900,
      end: 900 + own.length,
      tables: [
        {
          headers: ['Capacity', 'Charger (fast)'],
          rows: [{ label: 'B18', values: ['4 Ah', '48 min'], start: header.length, end: header.length + own.length }],
        },
      ],
    })
    expect(say('How long does the fast charger need for the 4 Ah battery?', [inside], 'en')).toBe(
      'B18, Charger (fast): 48 min',
    )
  })
})

test('a sentence that only repeats what is asked is no answer', () => {
  const text = 'Harbour Parking Ltd.\n\nA day costs 9 euros.'
  expect(ask('What does Harbour Parking cost?', text)).toBe('A day costs 9 euros.')
})
