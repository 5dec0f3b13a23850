import { expect, test } from 'vitest'
import { lastMonday, nextDigestAt } from './last-monday.ts'

const iso = (at: number) => new Date(at).toISOString()

test.each([
  ['Europe/Stockholm', '2026-11-22T12:00:00Z', '2026-11-15T23:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  // On Monday before eight, at eight, and after it.
  ['Europe/Stockholm', '2026-11-23T06:59:00Z', '2026-11-22T23:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  ['Europe/Stockholm', '2026-11-23T07:00:00Z', '2026-11-22T23:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-25T00:00:00Z', '2026-11-22T18:15:00.000Z', '2026-11-30T02:15:00.000Z'],
  // Clocks are put back in the night to Sunday: a week of 169 hours.
  ['Europe/Stockholm', '2026-10-23T12:00:00Z', '2026-10-18T22:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  ['Nowhere/Land', '2026-11-22T12:00:00Z', '2026-11-16T00:00:00.000Z', '2026-11-23T08:00:00.000Z'],
])('in %s at %s', (timeZone, now, began, next) => {
  expect(iso(lastMonday(Date.parse(now), timeZone))).toBe(began)
  expect(iso(nextDigestAt(Date.parse(now), timeZone))).toBe(next)
})
