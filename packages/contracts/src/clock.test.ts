import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFresh, isStillOn } from './clock.ts'

const minute = 60_000
const at = fc.integer({ min: 0, max: 2 ** 42 })
const lasting = fc.integer({ min: 1, max: 40 * 24 * 60 * minute })

it('what began lasts its time, also by the clock of a process that is minutes behind', () => {
  fc.assert(
    fc.property(at, lasting, fc.integer({ min: -5 * minute, max: 0 }), (began, lastsMs, behindMs) => {
      expect(isStillOn(began + lastsMs, lastsMs, began + behindMs)).toBe(true)
      expect(isStillOn(began + lastsMs, lastsMs, began + lastsMs)).toBe(false)
    }),
    { numRuns: 200 },
  )
})

it('what began before the clock was set back by more than five minutes is over', () => {
  fc.assert(
    fc.property(at, lasting, lasting, (began, lastsMs, backMs) => {
      expect(isStillOn(began + lastsMs, lastsMs, began - backMs)).toBe(backMs <= 5 * minute)
    }),
    { numRuns: 200 },
  )
})

it('what was read before the clock was set back is out of date', () => {
  expect(isFresh(1_000, 5_000, 1_000)).toBe(true)
  expect(isFresh(1_000, 5_000, 5_999)).toBe(true)
  expect(isFresh(1_000, 5_000, 6_000)).toBe(false)
  expect(isFresh(1_000, 5_000, 999)).toBe(false)
})
