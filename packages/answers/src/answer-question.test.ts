import type { FoundChunk } from '@frontdesk/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerQuestion, defaultThreshold } from './answer-question.ts'
import { answerTypeOf, holdsType } from './answer-type.ts'
import { likeness } from './match-words.ts'

const chunk = (text: string, scores: Partial<FoundChunk> = {}): FoundChunk => ({
  sourceId: 'src_1',
  version: 1,
  contentId: `cnt_${text.slice(0, 8)}`,
  index: 0,
  title: '',
  text,
  start: 0,
  end: text.length,
  score: 0.3,
  lexical: 0.3,
  vector: 0.3,
  ...scores,
})
const judge = (question: string, chunks: FoundChunk[], language = 'en') =>
  answerQuestion({ question, chunks, counts: { chunks: 0, words: [] }, language })
const confidence = (question: string, chunks: FoundChunk[]) => judge(question, chunks)?.confidence ?? 0

const shipping = chunk('We ship within Sweden. Delivery takes 2 to 4 working days.')
const other = chunk('The office has a green door.', { lexical: 0.02, vector: 0.02 })

test('without passages there is no answer', () => {
  expect(judge('How long does delivery take?', [])).toBeUndefined()
})

test('a passage with the words and the kind of answer asked for is above the threshold, one without far below', () => {
  expect(confidence('How long does delivery take?', [shipping, other])).toBeGreaterThan(0.6)
  const offTopic = confidence('What is the capital of Mongolia?', [other])
  expect(offTopic).toBeLessThan(defaultThreshold / 4)
})

test.each([
  [
    '# Swimming hall\n\n| Ticket | Price (EUR) |\n| --- | --- |\n| Day ticket child | 4 |\n| Day ticket adult | 9 |',
    'en',
  ],
  ['# Simhallen\n\n| Biljett | Pris (kr) |\n| --- | --- |\n| Dagskort barn | 40 |\n| Dagskort vuxen | 90 |', 'sv'],
])('a row that is asked for in its own words is said, one for somebody else is left to people', (table, language) => {
  const [asked, about] =
    language === 'sv'
      ? ['Vad kostar ett dagskort för en vuxen?', 'Vad kostar ett dagskort för en hund?']
      : ['What does a day ticket for an adult cost?', 'What does a day ticket for a dog cost?']
  const answer = judge(asked, [chunk(table)], language)
  expect(answer?.text).toMatch(/: 90?$/)
  expect(answer?.confidence).toBeGreaterThan(0.6)
  expect(judge(about, [chunk(table)], language)?.confidence ?? 0).toBeLessThan(defaultThreshold)
})

test('a number or a name of the question that the passage lacks lowers the confidence', () => {
  const returns = chunk('In 2019 Anna Berg opened the store in Lund.')
  const right = confidence('Who opened the store in 2019?', [returns])
  expect(confidence('Who opened the store in 1987?', [returns])).toBeLessThan(right)
  expect(confidence('When did Anna Berg open it?', [returns])).toBeGreaterThan(
    confidence('When did Carl Lind open it?', [returns]),
  )
})

test('a quantity asked for and not there lowers the confidence', () => {
  const without = chunk('Delivery is fast and we ship within Sweden.')
  const question = 'How many days does delivery take?'
  expect(judge(question, [shipping])?.features.typePresent).toBe(1)
  expect(judge(question, [without])?.features.typeAbsent).toBe(1)
  expect(confidence(question, [without])).toBeLessThan(confidence(question, [shipping]))
})

test('words are the same in other endings and in compounds, and not by a few shared letters', () => {
  for (const [a, b] of [
    ['refund', 'refunds'],
    ['frakt', 'frakten'],
    ['policy', 'policies'],
    ['order', 'orders'],
  ] as const) {
    expect(likeness(a, b)).toBe(0.9)
    expect(likeness(b, a)).toBe(0.9)
  }
  expect(likeness('leverans', 'hemleverans')).toBe(0.6)
  expect(likeness('leveransen', 'leveranstiden')).toBe(0.6)
  expect(likeness('car', 'carpet')).toBe(0)
  expect(likeness('1998', '19981')).toBe(0)
  expect(likeness('price', 'return')).toBe(0)
})

test.each([
  ['who founded it', 'person'],
  ['när öppnar ni', 'time'],
  ['var ligger butiken', 'place'],
  ['hur länge gäller garantin', 'duration'],
  ['how many days', 'quantity'],
  ['vad kostar frakten', 'price'],
  ['which year was it', 'time'],
  ['what is your policy', undefined],
  ['what constructor is it', undefined],
  ['var det bra', 'place'],
])('“%s” asks for %s', (question, type) => {
  expect(answerTypeOf(question.split(' '))).toBe(type)
})

test('what the question brought itself is no answer', () => {
  const words = 'it was 1998'.split(' ')
  expect(holdsType('time', 'It was 1998.', words, new Set(['1998']))).toBe(false)
  expect(holdsType('time', 'It was 1998.', words, new Set(['2001']))).toBe(true)
})

test('any question and passages give features and confidence in 0..1, the same each time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
      (question, texts) => {
        const chunks = texts.map((text) => chunk(text))
        const judged = judge(question, chunks)
        for (const value of [judged?.confidence ?? 0, ...Object.values(judged?.features ?? {})]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(judge(question, chunks)).toEqual(judged)
      },
    ),
  )
})

test.each([
  ['wie lange dauert die lieferung', 'duration'],
  ['wann öffnet ihr', 'time'],
  ['wer hat das gegründet', 'person'],
  ['was kostet der versand', 'price'],
  ['what does a towel cost', 'price'],
  ['vad betalar en medlem i månaden', 'price'],
  ['what interest does the account pay', 'quantity'],
])('“%s” asks for %s', (question, type) => {
  expect(answerTypeOf(question.split(' '))).toBe(type)
})

test.each([
  ['duration', 'Delivery takes three working days.', true],
  ['duration', 'Leveransen tar 2 till 4 arbetsdagar.', true],
  ['duration', 'Die Garantie gilt zwei Jahre.', true],
  ['duration', 'We have delivered since 1998 to 40 towns.', false],
  ['price', 'Frakten kostar 49 kr.', true],
  ['price', 'Shipping is free.', true],
  ['price', 'Der Versand kostet 4,95 Euro.', true],
  ['price', 'We have 12 shops and 340 towels.', false],
  ['quantity', 'It opened on 3 May 2019.', false],
  ['quantity', 'There are 12 of them.', true],
] as const)('whether %s is said: %s', (type, sentence, isSaid) => {
  expect(holdsType(type, sentence, sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu)!, new Set())).toBe(isSaid)
})

const sheet = chunk('Technical data\nNoise | 41 | 44', {
  title: 'Breva 200 manual',
  tables: [
    {
      caption: 'Technical data',
      headers: ['2023', '2024'],
      rows: [{ label: 'Noise level (dB)', values: ['41', '44'], start: 15, end: 30 }],
    },
  ],
})

test('a row of another year than the one asked for never leaves', () => {
  const asked = judge('What was the noise level of the Breva 200 in 2019?', [sheet])
  expect(asked?.text).toContain('Noise level')
  expect(asked?.confidence).toBeLessThan(defaultThreshold)
  expect(confidence('What was the noise level of the Breva 200 in 2024?', [sheet])).toBeGreaterThan(defaultThreshold)
})

test('what is said of another model than the one asked for is at most as likely as not', () => {
  expect(confidence('What is the noise level of the Breva 300 in 2024?', [sheet])).toBeLessThanOrEqual(0.5)
})

test.each([
  ['de', 'Was ist keine Ausnahme der Regel?', 'Die Regel hat Ausnahmen.', { negated: 1, opposite: 0 }],
  ['de', 'Wo ist das größte Lager?', 'Das kleinste Lager ist in Kiel.', { negated: 0, opposite: 1 }],
  ['de', 'Wer hat das erste Lager gebaut?', 'Die letzten Lager hat Anna gebaut.', { negated: 0, opposite: 1 }],
  ['de', 'Wo ist die Not-Aus-Taste?', 'Die Taste ist links.', { negated: 0, opposite: 0 }],
  ['sv', 'Vilka varor kan inte bytas?', 'Varor kan bytas.', { negated: 1, opposite: 0 }],
  ['sv', 'Var finns ohne varor?', 'Varor finns i butiken.', { negated: 0, opposite: 0 }],
  ['en', 'What is not in the oldest shop?', 'The newest shop has lamps in it.', { negated: 1, opposite: 0 }],
  ['en', 'Which is the largest shop?', 'The smallest shop is in Kiel.', { negated: 0, opposite: 1 }],
  ['en', 'Who said “nie” in the shop?', 'Anna said it in the shop.', { negated: 0, opposite: 0 }],
])('a negation or an opposite counts in its own language alone: %s, %s', (language, question, text, features) => {
  expect(judge(question, [chunk(text)], language)?.features).toMatchObject(features)
})
