import type { FoundChunk } from '@frontdesk/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerTypeOf, holdsType } from './answer-type.ts'
import { answerabilityFeatures } from './answerability-features.ts'
import { defaultThreshold, judgeAnswerability } from './judge-answerability.ts'
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
const shipping = chunk('We ship within Sweden. Delivery takes 2 to 4 working days.')
const other = chunk('The office has a green door.', { lexical: 0.02, vector: 0.02 })

test('without passages there is no confidence', () => {
  expect(judgeAnswerability('How long does delivery take?', []).confidence).toBe(0)
})

test('a passage with the words and the kind of answer asked for is above the threshold, one without far below', () => {
  expect(judgeAnswerability('How long does delivery take?', [shipping, other]).confidence).toBeGreaterThan(0.8)
  const offTopic = judgeAnswerability('What is the capital of Mongolia?', [other]).confidence
  expect(offTopic).toBeLessThan(defaultThreshold / 4)
})

test('a number or a name of the question that the passage lacks lowers the confidence', () => {
  const returns = chunk('In 2019 Anna Berg opened the store in Lund.')
  const right = judgeAnswerability('Who opened the store in 2019?', [returns]).confidence
  expect(judgeAnswerability('Who opened the store in 1987?', [returns]).confidence).toBeLessThan(right)
  expect(judgeAnswerability('When did Anna Berg open it?', [returns]).confidence).toBeGreaterThan(
    judgeAnswerability('When did Carl Lind open it?', [returns]).confidence,
  )
})

test('a quantity asked for and not there lowers the confidence', () => {
  const without = chunk('Delivery is fast and we ship within Sweden.')
  const question = 'How many days does delivery take?'
  expect(answerabilityFeatures(question, [shipping]).typePresent).toBe(1)
  expect(answerabilityFeatures(question, [without]).typeAbsent).toBe(1)
  expect(judgeAnswerability(question, [without]).confidence).toBeLessThan(
    judgeAnswerability(question, [shipping]).confidence,
  )
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
  ['hur länge gäller garantin', 'quantity'],
  ['how many days', 'quantity'],
  ['vad kostar frakten', 'quantity'],
  ['which year was it', 'time'],
  ['what is your policy', undefined],
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
        const judged = judgeAnswerability(question, chunks)
        for (const value of [judged.confidence, ...Object.values(judged.features)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(judgeAnswerability(question, chunks)).toEqual(judged)
      },
    ),
  )
})

test('judging five full chunks takes about a millisecond', () => {
  const text = 'Delivery of ordered goods takes between two and four working days within the country. '.repeat(10)
  const chunks = Array.from({ length: 5 }, (_, i) => chunk(text.slice(0, 800), { index: i }))
  const question = 'How long does it usually take until an order that I placed yesterday is delivered to Gothenburg?'
  for (let i = 0; i < 50; i++) judgeAnswerability(question, chunks)
  const started = performance.now()
  for (let i = 0; i < 50; i++) judgeAnswerability(question, chunks)
  // Some 0.5 ms alone; the bound leaves room for a busy machine.
  expect((performance.now() - started) / 50).toBeLessThan(5)
})
