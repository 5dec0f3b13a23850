import { expect, test } from 'vitest'
import { quietForMs } from './quiet-hours.ts'

const hour = 3_600_000
const night = { from: '22:00', to: '07:30', timeZone: 'Europe/Stockholm' }
const at = (time: string) => Date.parse(time)

test.each([
  ['2026-01-15T20:59:00Z', 0],
  ['2026-01-15T21:00:00Z', 9.5 * hour],
  ['2026-01-15T23:00:00Z', 7.5 * hour],
  ['2026-01-16T06:29:00Z', hour / 60],
  ['2026-01-16T06:30:00Z', 0],
  // An hour earlier in summer.
  ['2026-07-15T20:00:00Z', 9.5 * hour],
])('quiet hours that pass midnight, at %s', (time, ms) => {
  expect(quietForMs(night, at(time))).toBe(ms)
})

test('quiet hours of a day, of no length, and of a time zone that nobody knows', () => {
  const lunch = { from: '12:00', to: '13:00', timeZone: 'UTC' }
  expect(quietForMs(lunch, at('2026-01-15T12:15:00Z'))).toBe(0.75 * hour)
  expect(quietForMs(lunch, at('2026-01-15T13:00:00Z'))).toBe(0)
  expect(quietForMs({ ...lunch, to: '12:00' }, at('2026-01-15T12:00:00Z'))).toBe(0)
  expect(quietForMs({ ...lunch, timeZone: 'Nowhere/Land' }, at('2026-01-15T12:30:00Z'))).toBe(0.5 * hour)
})
