import type { BusinessHours } from '@frontdesk/contracts'
import { openingHoursAt } from './business-hours.ts'

/**
 * How far ahead time is looked through: as long as a target may allow (`slaTargets`). Hours of a minute a week would take a
 * target of a year to 12,000 AD, opening by opening.
 */
const horizonMs = 366 * 86_400_000

/** The open time of the 366 days from a time on, in order (milliseconds since 1970). */
function* openTime(from: number, hours: BusinessHours): Generator<{ from: number; to: number }> {
  const end = from + horizonMs
  for (let at = from; at < end; ) {
    const { open, opensAt, closesAt } = openingHoursAt(hours, at)
    const next = opensAt ?? closesAt
    if (open) yield { from: at, to: next === undefined ? end : Math.min(Date.parse(next), end) }
    if (next === undefined) return
    at = Date.parse(next)
  }
}

/**
 * The time at which so much business time has passed since `from` (milliseconds since 1970); undefined where that is more than
 * 366 days away. Without hours all time counts. Time is as long as it takes: on a day on which clocks are put forward, opening hours
 * that include that hour are shorter.
 */
export function addBusinessTime(from: number, ms: number, hours: BusinessHours | null): number | undefined {
  if (!hours) return from + ms
  let left = ms
  for (const open of openTime(from, hours)) {
    if (left <= open.to - open.from) return open.from + left
    left -= open.to - open.from
  }
  return undefined
}

/** The business time between two times, in milliseconds, at most that of 366 days. Without hours it is all of it. */
export function businessTimeBetween(from: number, to: number, hours: BusinessHours | null): number {
  if (!hours || to <= from) return Math.max(0, to - from)
  let sum = 0
  for (const open of openTime(from, hours)) {
    if (open.from >= to) break
    sum += Math.min(open.to, to) - open.from
  }
  return sum
}
