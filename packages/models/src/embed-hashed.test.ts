import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashedEmbedding } from './embed-hashed.ts'

it('is a unit vector for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const vector = hashedEmbedding(text, 256)
      expect(vector).toHaveLength(256)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 9)
    }),
  )
})

it('puts another inflection of a word nearer than another word', () => {
  const [base, inflected, other] = ['leveranstid', 'leveranstiden', 'fakturaadress'].map((text) =>
    hashedEmbedding(text),
  )
  const cosine = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  expect(cosine(base!, inflected!)).toBeGreaterThan(0.5)
  expect(cosine(base!, other!)).toBeLessThan(0.2)
})
