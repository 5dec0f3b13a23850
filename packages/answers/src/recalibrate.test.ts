import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitRecalibration, type JudgedConfidence, recalibrate, thresholdBefore } from './recalibrate.ts'

/** Judged answers whose true log-odds are `shift` beside those of their confidence. */
function shifted(count: number, shift: number): JudgedConfidence[] {
  return Array.from({ length: count }, (_, i) => {
    const confidence = 0.35 + (0.6 * ((i * 7) % count)) / count
    const share = recalibrate(confidence, { intercept: shift, slope: 1 })
    // Each confidence counts as both, in proportion: the data is exactly what the shift says.
    return [
      { confidence, isRight: true, count: share },
      { confidence, isRight: false, count: 1 - share },
    ]
  }).flat()
}

it('recovers a shift of the confidences, more of it from more judgements, and nothing from few', () => {
  const interceptOf = (count: number) => fitRecalibration(shifted(count, -1))!.intercept
  expect(interceptOf(5_000)).toBeCloseTo(-1, 1)
  expect(fitRecalibration(shifted(5_000, -1))!.slope).toBeCloseTo(1, 1)
  expect(interceptOf(30)).toBeGreaterThan(-0.75)
  expect(interceptOf(30)).toBeLessThan(-0.3)
  expect(interceptOf(300)).toBeLessThan(interceptOf(30))
  expect(fitRecalibration(shifted(29, -1))).toBeUndefined()
  const honest = fitRecalibration(shifted(1_000, 0))!
  expect(recalibrate(0.8, honest)).toBeCloseTo(0.8, 3)
})

it('is bounded, keeps the order of confidences, and lets nothing below the threshold through', () => {
  const confidence = fc.double({ min: 0, max: 1, noNaN: true })
  const threshold = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000)
  const judgement = fc.record({ confidence, isRight: fc.boolean(), count: fc.integer({ min: 1, max: 200 }) })
  fc.assert(
    fc.property(
      fc.array(judgement, { minLength: 30, maxLength: 40 }),
      fc.tuple(confidence, confidence),
      threshold,
      (judged, pair, limit) => {
        const correction = fitRecalibration(judged)!
        expect(Math.abs(correction.intercept)).toBeLessThanOrEqual(1.5)
        expect(correction.slope).toBeGreaterThanOrEqual(0.5)
        expect(correction.slope).toBeLessThanOrEqual(2)
        const [low, high] = pair.toSorted((a, b) => a - b) as [number, number]
        expect(recalibrate(low, correction)).toBeLessThanOrEqual(recalibrate(high, correction))
        const before = thresholdBefore(limit, correction)
        for (const computed of [low, high, before]) {
          const corrected = recalibrate(computed, correction)
          if (computed >= before) expect(corrected).toBeGreaterThanOrEqual(limit)
          else expect(corrected).toBeLessThan(limit + 1e-9)
        }
      },
    ),
    { numRuns: runs(200) },
  )
})
