import { expect, it } from 'vitest'
import { fitWeight, isWorthApplying, minQuestions, weightGrid } from './fit-weight.ts'

/** Questions whose source comes first from this weight up to that one, and tenth elsewhere. */
const rankedFirst = (count: number, from: number, to: number): number[][] =>
  Array.from({ length: count }, () => weightGrid.map((weight) => (weight >= from && weight <= to ? 1 : 10)))

it('finds the weight that questions rank their source first with, in the middle of those that do', () => {
  const fitted = fitWeight(rankedFirst(40, 0.6, 0.8), 0.3)
  expect(fitted).toMatchObject({ weight: 0.7, questions: 40, crossValidated: 1 })
  expect(fitted.before).toBeCloseTo(0.1)
  expect(isWorthApplying(fitted)).toBe(true)
})

it('what one question alone would have is worth nothing to the others', () => {
  // Each question has a place of its own: fitted on the others, its place is another one.
  const each = Array.from({ length: weightGrid.length }, (_, i) => weightGrid.map((_, at) => (at === i ? 1 : 0)))
  const fitted = fitWeight(each, 0.3)
  expect(fitted.crossValidated).toBeLessThan(0.1)
  expect(isWorthApplying(fitted)).toBe(false)
})

it('a better weight of few questions is not applied, nor one that is only as good', () => {
  expect(isWorthApplying(fitWeight(rankedFirst(minQuestions - 1, 0.6, 0.8), 0.3))).toBe(false)
  expect(isWorthApplying(fitWeight(rankedFirst(100, 0, 1), 0.3))).toBe(false)
})
