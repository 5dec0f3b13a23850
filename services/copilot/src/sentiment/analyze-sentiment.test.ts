import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure, readExamples } from '../../testing/evaluate-sentiment.ts'
import { analyzeSentiment } from './analyze-sentiment.ts'

const labelOf = (text: string) => analyzeSentiment(text).label
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

describe('the lexicon', () => {
  it('reaches a macro-F1 of .6 and more in both languages on sentences that it was not written from', () => {
    const examples = readExamples('held-out')
    expect(examples.length).toBeGreaterThanOrEqual(400)
    const seen = new Set(readExamples('dev').map(({ text }) => text))
    expect(examples.filter(({ text }) => seen.has(text))).toEqual([])
    for (const language of ['en', 'sv'] as const) {
      const { f1, macroF1 } = measure(
        labelOf,
        examples.filter((example) => example.language === language),
      )
      const each = Object.entries(f1).map(([label, value]) => `${label} ${percent(value)}`)
      console.info(`sentiment, ${language}, held out: macro-F1 ${percent(macroF1)} (${each.join(', ')})`)
      expect(macroF1).toBeGreaterThanOrEqual(0.75)
    }
  })

  it('turns what is negated, and hears what comes after "but"', () => {
    expect(labelOf('The food was good.')).toBe('positive')
    expect(labelOf('The food was not good.')).toBe('negative')
    expect(labelOf('Maten var god.')).toBe('positive')
    expect(labelOf('Maten var inte god.')).toBe('negative')
    expect(labelOf("It wasn't bad at all.")).not.toBe('negative')
    expect(labelOf('The room was nice, but the shower was broken and the bed was uncomfortable.')).toBe('negative')
  })

  it('is surer of what is said more strongly', () => {
    const score = (text: string) => analyzeSentiment(text).score
    expect(score('I am very happy.')).toBeGreaterThan(score('I am happy.'))
    expect(score('Jag är mycket nöjd.')).toBeGreaterThan(score('Jag är nöjd.'))
    expect(score('I am a bit sad.')).toBeLessThan(score('I am sad.'))
  })

  it('hears emoji, capitals and exclamation marks, and none of them alone makes anybody angry', () => {
    expect(labelOf('Order 4711 😊')).toBe('positive')
    expect(labelOf('Order 4711 😡')).toBe('frustrated')
    expect(labelOf('WHERE IS MY ORDER 4711???')).toBe('frustrated')
    expect(labelOf('Where is my order 4711?')).toBe('neutral')
    expect(labelOf('THANK YOU SO MUCH!!!')).toBe('positive')
    expect(labelOf('My code is ABCDEF.')).toBe('neutral')
  })

  it('names the sentence that tells it', () => {
    expect(analyzeSentiment('I ordered on Monday. This is ridiculous! My number is 4711.')).toMatchObject({
      label: 'frustrated',
      because: 'This is ridiculous!',
    })
    expect(analyzeSentiment('My number is 4711.')).not.toHaveProperty('because')
  })

  it('judges any text, with a score of 0.5 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { score } = analyzeSentiment(text)
        expect(score).toBeGreaterThanOrEqual(0.5)
        expect(score).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(50) },
    )
    expect(analyzeSentiment('')).toEqual({ label: 'neutral', score: expect.any(Number) })
  })
})
