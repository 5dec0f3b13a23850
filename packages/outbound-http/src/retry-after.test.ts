import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

it.each([
  [undefined, undefined],
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5x', undefined],
  ['', undefined],
])('Retry-After "%s" means %s ms', (header, ms) => {
  expect(readRetryAfter(header, Date.parse('2026-03-01T12:00:00Z'))).toBe(ms)
})
