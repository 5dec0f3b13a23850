import { splitIntoSentences } from '@frontdesk/language'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkOf } from '../../testing/start-test-chat.ts'
import { bestSupportOf, confidenceAfter, supportOf } from './support-sentences.ts'

const delivery = chunkOf('Delivery takes three working days. Parcels leave Gothenburg at 14.30 every morning.')
const returns = chunkOf('You may return goods within 30 days. Refunds take 5 days.', { sourceId: 'src_returns' })
const chunks = [delivery, returns]
const restsOn = (answer: string) =>
  bestSupportOf(supportOf(answer, chunks)).map(({ start, end, chunk, quote }) => [
    answer.slice(start, end),
    chunk.sourceId,
    quote,
  ])

describe('the support of a sentence', () => {
  it('is the chunk that says the same, also with inflected words', () => {
    expect(restsOn('Deliveries take three working days. Goods may be returned within 30 days. Hello there!')).toEqual([
      ['Deliveries take three working days.', 'src_delivery', 'Delivery takes three working days.'],
      ['Goods may be returned within 30 days.', 'src_returns', 'You may return goods within 30 days.'],
    ])
  })

  it('is missing when a number differs or the words are not there', () => {
    expect(restsOn('You may return goods within 90 days.')).toEqual([])
    expect(restsOn('We were founded by Anna Berg in Malmö.')).toEqual([])
  })

  it('is a literal quote of its chunk, for any text', () => {
    const word = fc.constantFrom('Delivery', 'takes', '30', 'days', '😀', 'å', '. ', '!\n', 'e.g.', 'x'.repeat(320))
    const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (answer, texts) => {
        const all = texts.map((each, i) => chunkOf(each, { sourceId: `src_${i}` }))
        const starts = new Set(splitIntoSentences(answer).map(({ start }) => start))
        for (const { start, end, chunk, quote } of supportOf(answer, all)) {
          expect(starts.has(start)).toBe(true)
          expect(end).toBeGreaterThan(start)
          expect(chunk.text).toContain(quote)
          expect(quote.length).toBeLessThanOrEqual(300)
        }
      }),
    )
  })
})

describe('confidence in a written answer', () => {
  it('stays when every sentence has support, and falls with each unsupported sentence', () => {
    const supported = 'Delivery takes three working days.'
    const invented = 'Express couriers reach Norway overnight for free.'
    expect(confidenceAfter(0.8, supported, chunks)).toBe(0.8)
    const half = confidenceAfter(0.8, `${supported} ${invented}`, chunks)
    expect(half).toBeLessThan(0.6)
    expect(half).toBeGreaterThan(0.24)
    expect(confidenceAfter(0.8, invented, chunks)).toBeCloseTo(0.24)
  })

  it('is not lowered by sentences that state nothing', () => {
    expect(confidenceAfter(0.8, 'Hello! Delivery takes three working days. Welcome!', chunks)).toBe(0.8)
  })

  it('depends on the numbers when the answer is a translation', () => {
    const kept = 'Du får lämna tillbaka varorna inom 30 dagar från köpet.'
    const changed = 'Du får lämna tillbaka varorna inom 60 dagar från köpet.'
    expect(confidenceAfter(0.8, kept, [returns])).toBe(0.8)
    expect(confidenceAfter(0.8, changed, [returns])).toBeCloseTo(0.24)
  })
})
