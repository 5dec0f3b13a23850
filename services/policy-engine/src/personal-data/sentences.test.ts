import { describe, expect, it } from 'vitest'
import { measure } from '../../testing/personal-data/measure.ts'
import { type Kind, makeSentences } from '../../testing/personal-data/sentences.ts'
import { maskPersonalData } from './mask-personal-data.ts'

const sentences = makeSentences(2_000, 20_260_101)
/** The characters of each kind that a mask leaves to be read: of an e-mail address its first two. */
const goals: [kind: Kind, kept: number, recall: number, precision: number][] = [
  ['email', 2, 0.99, 0.99],
  ['phone', 2, 0.95, 0.95],
  ['national_id', 0, 1, 0.99],
  ['card', 4, 0.99, 0.99],
  ['iban', 6, 0.99, 0.99],
]

describe('personal data in 2,000 English and Swedish sentences of real number plans and look-alikes', () => {
  it.each(goals)(
    'finds %s (but for %i characters of a mask): recall %f, precision %f',
    (kind, kept, recall, precision) => {
      const score = measure(sentences, kind, kept, (text) => maskPersonalData(text, { kinds: [kind] }, true).text)
      const confusion = [...score.missed.map((one) => `missed ${one}`), ...score.wrong.map((one) => `wrong ${one}`)]
      expect(score.recall, confusion.slice(0, 40).join('\n')).toBeGreaterThanOrEqual(recall)
      expect(score.precision, confusion.slice(0, 40).join('\n')).toBeGreaterThanOrEqual(precision)
    },
  )

  it('masks all kinds at once, and leaves sentences without personal data unchanged', () => {
    const kinds = goals.map(([kind]) => kind)
    const innocent = sentences.filter(({ data }) => data.length === 0)
    const changed = innocent.filter(({ text }) => maskPersonalData(text, { kinds }, true).text !== text)
    expect(innocent.length).toBeGreaterThan(500)
    expect(changed.length / innocent.length, changed.map(({ text }) => text).join('\n')).toBeLessThan(0.02)
  })
})
