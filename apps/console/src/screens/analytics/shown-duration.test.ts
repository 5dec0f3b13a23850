import { expect, it } from 'vitest'
import { shownDuration } from './shown-duration.ts'

it.each([
  [null, '–'],
  [120, '120 ms'],
  [1_500, '1.5 sec'],
  [90_000, '1.5 min'],
  [7_200_000, '2 hr'],
  [172_800_000, '2 days'],
])('shows %s ms in the unit that fits', (ms, shown) => {
  expect(shownDuration(ms, 'en')).toBe(shown)
})
