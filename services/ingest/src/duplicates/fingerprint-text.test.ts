import { hash } from 'node:crypto'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, likenessOf, textFingerprint } from './fingerprint-text.ts'

const fingerprintText = (text: string) => textFingerprint(new TextEncoder().encode(text))
const wordsOf = (count: number, seed: number) =>
  Array.from({ length: count }, (_, i) => `word${(Math.imul(i + 1, 2654435761 + seed * 97) >>> 0) % 5_000}`)
const text = (list: string[]) => list.join(' ')

const shinglesOf = (list: string[]) => new Set(list.slice(4).map((_, i) => list.slice(i, i + 5).join(' ')))
/** Jaccard, counted out. */
function exactLikeness(a: string[], b: string[]): number {
  const [one, two] = [shinglesOf(a), shinglesOf(b)]
  const common = one.intersection(two).size
  return common / (one.size + two.size - common)
}

describe('likeness of texts', () => {
  it('approximates the share of common word sequences', () => {
    for (const changed of [0, 2, 5, 10, 20, 60]) {
      const a = wordsOf(600, 1)
      const b = a.map((word, i) => (i % 60 < changed / 10 ? `other${i}` : word))
      const likeness = likenessOf(fingerprintText(text(a)), fingerprintText(text(b)))
      expect(Math.abs(likeness - exactLikeness(a, b))).toBeLessThan(0.2)
    }
  })

  it('finds near copies by a shared band; unrelated texts share none', () => {
    const original = wordsOf(400, 1)
    const shares = (a: string[], b: string[]) => {
      const keys = new Set(bandsOf(fingerprintText(text(a))))
      return bandsOf(fingerprintText(text(b))).some((key) => keys.has(key))
    }
    for (let at = 0; at < 40; at++) expect(shares(original, original.with(at * 10, 'changed'))).toBe(true)
    for (let seed = 2; seed < 40; seed++) expect(shares(original, wordsOf(400, seed))).toBe(false)
  })

  it('is the same however a long text is cut while it is read', () => {
    const long = wordsOf(60_000, 3).map((word, i) => (i % 7 === 0 ? `${word}åäö` : word))
    const { exact, signature } = fingerprintText(text(long))
    expect(exact).toBe(hash('sha256', long.join(' '), 'hex'))
    const parts = Array.from({ length: 60 }, (_, i) =>
      fingerprintText(text(long.slice(Math.max(0, i * 1_000 - 4), (i + 1) * 1_000))),
    )
    expect(signature).toEqual(signature.map((_, i) => Math.min(...parts.map((part) => part.signature[i]!))))
  })

  it('ignores case, punctuation and spaces', () => {
    const [a, b] = ['Bikes ride for free!', 'bikes  ride, for FREE'].map(fingerprintText)
    expect(likenessOf(a!, b!)).toBe(1)
  })

  it('treats short texts as duplicates only when they are equal', () => {
    const a = fingerprintText('The ferry leaves at 7:15.')
    const b = fingerprintText('The ferry leaves at 7:20.')
    expect(likenessOf(a, b)).toBe(0)
  })

  it('is symmetric and between 0 and 1', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'dd', 'ee'), { maxLength: 80 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(some, some, (a, b) => {
        const [one, two] = [fingerprintText(a), fingerprintText(b)]
        const likeness = likenessOf(one, two)
        expect(likeness).toBe(likenessOf(two, one))
        expect(likeness).toBeGreaterThanOrEqual(0)
        expect(likeness).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(50) },
    )
  })
})
