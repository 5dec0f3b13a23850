import { expect, it } from 'vitest'
import { maxAttempts, maxWaitMs, retryDelayMs } from './retry-delay.ts'

it('waits 1, 4 and 16 seconds, and up to a quarter more', () => {
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, undefined, 0))).toEqual([1_000, 4_000, 16_000])
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, undefined, 0.8))).toEqual([1_200, 4_800, 19_200])
})

it('gives up after the last attempt, or when the server asks for too long', () => {
  expect(retryDelayMs(maxAttempts, undefined, 0)).toBeUndefined()
  expect(retryDelayMs(1, maxWaitMs + 1, 0)).toBeUndefined()
})

it('never comes back sooner than it was asked to', () => {
  expect(retryDelayMs(1, 30_000, 0)).toBe(30_000)
  expect(retryDelayMs(3, 5_000, 0)).toBe(16_000)
})
