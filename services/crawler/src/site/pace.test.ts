import { expect, it } from 'vitest'
import { intervalMs, learn, maxCrawlDelayMs } from './pace.ts'

const fresh = { latenciesMs: [], penaltyMs: 0 }
const after = (visits: [tookMs: number, complained?: boolean][], paceMs = 250) =>
  visits.reduce(
    (pace, [tookMs, complained = false]) => learn(pace, { tookMs, complained }, paceMs),
    fresh as ReturnType<typeof learn>,
  )

it('a site is asked at the pace, or as seldom as its robots.txt asks, within reason', () => {
  expect(intervalMs(fresh, 250)).toBe(250)
  expect(intervalMs(fresh, 250, 2_000)).toBe(2_000)
  expect(intervalMs(fresh, 250, 100)).toBe(250)
  expect(intervalMs(fresh, 0, 2_000)).toBe(2_000)
  expect(intervalMs(fresh, 250, 3_600_000)).toBe(maxCrawlDelayMs)
})

it('a slow site rests as long as its replies usually take; one slow page changes nothing', () => {
  expect(intervalMs(after([[2_000], [2_000], [2_000]]), 250)).toBe(4_000)
  expect(intervalMs(after([[20], [20], [20], [9_000], [20]]), 250)).toBe(250)
  expect(intervalMs(after([[20_000], [20_000]]), 250)).toBe(10_000)
  expect(intervalMs(after([[400], [400]]), 250)).toBe(250)
})

it('complaints double the interval up to a minute, what goes well halves it again', () => {
  expect(intervalMs(after([[5, true]]), 250)).toBe(500)
  expect(
    intervalMs(
      after([
        [5, true],
        [5, true],
      ]),
      250,
    ),
  ).toBe(1_000)
  expect(intervalMs(after(Array(20).fill([5, true])), 250)).toBe(60_000)
  expect(intervalMs(after([[5, true], [5, true], [5]]), 250)).toBe(500)
  expect(after([[5, true], [5, true], [5], [5], [5]]).penaltyMs).toBe(0)
})

it('a pace of 0 waits for nothing but what a robots.txt asks for', () => {
  expect(intervalMs(after([[5, true], [9_000]], 0), 0)).toBe(0)
})
