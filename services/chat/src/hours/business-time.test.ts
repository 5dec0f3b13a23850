import type { BusinessHours, Weekday } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isOutsideHours } from './business-hours.ts'
import { addBusinessTime, businessTimeBetween } from './business-time.ts'

const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs
const at = (text: string) => Date.parse(text)
const everyDay = (from: string, to: string): BusinessHours['days'] =>
  Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]]))
const weekdays: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const office: BusinessHours = {
  timeZone: 'Europe/Stockholm',
  days: Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, [{ from: '09:00', to: '17:00' }]])),
}

it.each([
  ['within a day', '2026-03-02T09:00:00Z', 4, '2026-03-02T13:00:00Z'],
  ['over a night', '2026-03-02T15:00:00Z', 4, '2026-03-03T11:00:00Z'],
  ['from the night before', '2026-03-02T20:00:00Z', 1, '2026-03-03T09:00:00Z'],
  ['over a weekend in which clocks go forward', '2026-03-27T15:00:00Z', 2, '2026-03-30T08:00:00Z'],
  ['over a weekend in which clocks go back', '2026-10-23T14:00:00Z', 2, '2026-10-26T09:00:00Z'],
  ['to the minute at which the office closes', '2026-03-02T08:00:00Z', 8, '2026-03-02T16:00:00Z'],
])('a due time in business hours: %s', (_, from, hours, due) => {
  expect(new Date(addBusinessTime(at(from), hours * hourMs, office)!).toISOString()).toBe(new Date(due).toISOString())
})

it('a day on which clocks are put forward has an hour less, one on which they are put back one more', () => {
  const always = { timeZone: 'Europe/Stockholm', days: everyDay('00:00', '24:00') }
  const day = (from: string, to: string) => businessTimeBetween(at(from), at(to), always)
  expect(day('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23 * hourMs)
  const night = { timeZone: 'Europe/Stockholm', days: everyDay('02:00', '04:00') }
  expect(businessTimeBetween(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'), night)).toBe(hourMs)
  expect(businessTimeBetween(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'), night)).toBe(3 * hourMs)
})

it('where it is never open, nothing is ever due', () => {
  expect(addBusinessTime(at('2026-03-02T09:00:00Z'), hourMs, { timeZone: 'UTC', days: {} })).toBeUndefined()
  expect(addBusinessTime(at('2026-03-02T09:00:00Z'), hourMs, null)).toBe(at('2026-03-02T10:00:00Z'))
})

it('nothing is due more than 366 days ahead, and finding that out reads the clock of a time zone that was made once', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  try {
    const minuteMs = 60_000
    const weekly = { timeZone: 'Europe/Oslo', days: { monday: [{ from: '09:00', to: '09:01' }] } }
    const from = at('2026-03-02T12:00:00Z')
    expect(addBusinessTime(from, 525_600 * minuteMs, weekly)).toBeUndefined()
    expect(addBusinessTime(from, 53 * minuteMs, weekly)).toBeUndefined()
    expect(addBusinessTime(from, 52 * minuteMs, weekly)).toBe(at('2027-03-01T08:01:00Z'))
    expect(businessTimeBetween(from, at('+012100-01-01T00:00:00Z'), weekly)).toBe(52 * minuteMs)
    expect(made.mock.calls.filter(([, options]) => options?.timeZone === 'Europe/Oslo')).toHaveLength(1)
  } finally {
    made.mockRestore()
  }
})

const timeOfDay = fc
  .integer({ min: 0, max: 24 * 4 })
  .map(
    (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const open = fc.tuple(timeOfDay, timeOfDay).filter(([from, to]) => from < to)
const daysArbitrary = fc.dictionary(
  fc.constantFrom(...weekdays),
  fc.array(
    open.map(([from, to]) => ({ from, to })),
    { maxLength: 2 },
  ),
)
/** Some days around a change of clocks, in zones of both hemispheres, one of which changes by half an hour. */
const changes = [
  ['Europe/Stockholm', '2026-03-29T01:00:00Z'],
  ['Europe/Stockholm', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
] as const

it('over every change of clocks, as much open time passes until the due time as the target has', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      daysArbitrary,
      fc.integer({ min: -12 * 24, max: 4 }),
      fc.integer({ min: 1, max: 4 * 24 }),
      ([timeZone, change], days, offset, quarters) => {
        const hours = { timeZone, days }
        const from = at(change) + offset * quarterMs
        const due = addBusinessTime(from, quarters * quarterMs, hours)
        const openAtMost = (until: number) => {
          let passed = 0
          for (let time = from; time < until && passed <= quarters; time += quarterMs)
            if (!isOutsideHours(hours, time)) passed++
          return passed
        }
        if (due === undefined) {
          // Not within 366 days: it is open for too little of them, or never.
          const isNeverOpen = Object.values(days).every((spans) => spans!.length === 0)
          if (!isNeverOpen) expect(openAtMost(from + 366 * 24 * hourMs)).toBeLessThan(quarters)
          return
        }
        expect(businessTimeBetween(from, due, hours)).toBe(quarters * quarterMs)
        // Quarter by quarter, by what decides whether it is open now: all of this begins and ends at a full quarter.
        expect(openAtMost(due)).toBe(quarters)
        expect(isOutsideHours(hours, due - 1)).toBe(false)
      },
    ),
    {
      numRuns: runs(60),
      // Open for a quarter a week, so that the 54th is more than 366 days away.
      examples: [[changes[0], { monday: [{ from: '14:00', to: '14:15' }] }, 0, 54]],
    },
  )
})
