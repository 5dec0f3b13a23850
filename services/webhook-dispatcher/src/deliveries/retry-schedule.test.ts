import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxAttempts, retryDelayMs } from './retry-schedule.ts'

const hour = 3_600_000

/** When each attempt happens, on a virtual clock. */
function attemptsAt(random: () => number, askedMs?: number): number[] {
  const times = [0]
  for (let attempt = 1; ; attempt++) {
    const delay = retryDelayMs(attempt, random(), askedMs)
    if (delay === undefined) return times
    times.push(times.at(-1)! + delay)
  }
}

it('ten attempts over three days, the first retry after about 5 s', () => {
  const middle = attemptsAt(() => 0.5)
  expect(middle).toHaveLength(10)
  expect(middle[1]).toBe(5_000)
  expect(middle.at(-1)).toBe(75 * hour + 35 * 60_000 + 5_000)
})

it('whatever the dice say: ten attempts, each wait longer than the one before, an end between 2.5 and 3.8 days', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.9999999, noNaN: true }), { minLength: 10, maxLength: 10 }),
      (dice) => {
        const times = attemptsAt(() => dice.pop()!)
        expect(times).toHaveLength(maxAttempts)
        expect(times[1]).toBeGreaterThanOrEqual(4_000)
        expect(times[1]).toBeLessThanOrEqual(6_000)
        expect(times.at(-1)! / hour / 24).toBeGreaterThan(2.5)
        expect(times.at(-1)! / hour / 24).toBeLessThan(3.8)
        for (const [i, time] of times.slice(1).entries()) expect(time).toBeGreaterThan(times[i]!)
      },
    ),
  )
})

it('different dice give different waits', () => {
  expect(retryDelayMs(1, 0)).toBe(4_000)
  expect(retryDelayMs(1, 0.75)).toBe(5_500)
})

it('waits as long as it is asked to, never shorter than the schedule, never longer than a day', () => {
  expect(retryDelayMs(1, 0.5, 120_000)).toBe(120_000)
  expect(retryDelayMs(4, 0.5, 120_000)).toBe(2 * hour)
  expect(retryDelayMs(1, 0.5, 100 * hour)).toBe(24 * hour)
  expect(retryDelayMs(10, 0.5, 1_000)).toBeUndefined()
})
