import { expect, it } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

it.each([
  ['22:00', '07:00', '2026-06-01T20:30:00Z', true],
  ['22:00', '07:00', '2026-06-01T03:00:00Z', true],
  ['22:00', '07:00', '2026-06-01T05:00:00Z', false],
  ['12:00', '13:00', '2026-06-01T10:15:00Z', true],
  ['12:00', '13:00', '2026-06-01T11:00:00Z', false],
])('between %s and %s in Stockholm, at %s: %s', (from, to, at, quiet) => {
  expect(isQuiet({ from, to, timeZone: 'Europe/Stockholm' }, new Date(at))).toBe(quiet)
})

it('is never quiet for those who did not ask for it', () => {
  expect(isQuiet(null, new Date())).toBe(false)
})
