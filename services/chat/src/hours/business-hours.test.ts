import type { BusinessHours, Weekday } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOutsideHours, openingHoursAt } from './business-hours.ts'

const hours: BusinessHours = {
  timeZone: 'Europe/Stockholm',
  days: { monday: [{ from: '09:00', to: '17:00' }], saturday: [{ from: '22:00', to: '24:00' }] },
}

it.each([
  ['2026-01-05T07:59:59Z', true],
  ['2026-01-05T08:00:00Z', false],
  ['2026-01-05T15:59:59Z', false],
  ['2026-01-05T16:00:00Z', true],
  // Summer time: an hour earlier.
  ['2026-07-06T07:00:00Z', false],
  ['2026-07-06T15:00:00Z', true],
  // A day without hours, and the end of a day.
  ['2026-01-06T10:00:00Z', true],
  ['2026-01-10T22:59:59Z', false],
  ['2026-01-10T23:00:00Z', true],
])('at %s it is outside of business hours in Stockholm: %s', (at, expected) => {
  expect(isOutsideHours(hours, Date.parse(at))).toBe(expected)
  expect(isOutsideHours(null, Date.parse(at))).toBe(false)
})

const day = [{ from: '00:00', to: '24:00' }]
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const at = (hours: BusinessHours | null, time: string) => openingHoursAt(hours, Date.parse(time))

it('tells when it opens and closes next, across days that are closed, and when neither ever happens', () => {
  expect(at(hours, '2026-01-05T10:30:20Z')).toEqual({ open: true, closesAt: '2026-01-05T16:00:00.000Z' })
  expect(at(hours, '2026-01-05T16:00:00Z')).toEqual({ open: false, opensAt: '2026-01-10T21:00:00.000Z' })
  expect(at(hours, '2026-01-10T23:00:00Z')).toEqual({ open: false, opensAt: '2026-01-12T08:00:00.000Z' })
  const { timeZone } = hours
  const twice = { timeZone, days: { monday: ['09:00', '12:00'].map((from) => ({ from, to: '13:00' })) } }
  expect(at(twice, '2026-01-05T08:00:00Z')).toEqual({ open: true, closesAt: '2026-01-05T12:00:00.000Z' })
  const always = { timeZone, days: Object.fromEntries(days.map((each) => [each, day])) }
  expect(at(always, '2026-01-05T08:00:00Z')).toEqual({ open: true })
  expect(at({ timeZone, days: {} }, '2026-01-05T08:00:00Z')).toEqual({ open: false })
  expect(at(null, '2026-01-05T08:00:00Z')).toEqual({ open: true })
})

it('hours that the clocks skip come a week later, and those that come twice are open twice', () => {
  const { timeZone } = hours
  const atNight = { timeZone, days: { sunday: [{ from: '02:10', to: '02:50' }] } }
  // 29 March 2026: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
  expect(at(atNight, '2026-03-28T12:00:00Z')).toEqual({ open: false, opensAt: '2026-04-05T00:10:00.000Z' })
  expect(at(atNight, '2026-10-25T00:50:00Z')).toEqual({ open: false, opensAt: '2026-10-25T01:10:00.000Z' })
  const over = { timeZone, days: { sunday: [{ from: '02:30', to: '04:00' }] } }
  expect(at(over, '2026-03-29T00:30:00Z')).toEqual({ open: false, opensAt: '2026-03-29T01:00:00.000Z' })
})

/** Changes of the clocks: by an hour, by half of one, in either hemisphere, for Ramadan; and a zone without any. */
const changes = {
  'Europe/Stockholm': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
  'Africa/Casablanca': ['2026-02-15T02:00:00Z', '2026-03-22T02:00:00Z'],
  'America/Santiago': ['2026-04-05T03:00:00Z', '2026-09-06T04:00:00Z'],
  'Asia/Kathmandu': ['2026-06-01T00:00:00Z'],
}
const minuteMs = 60_000
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The same question, minute by minute, by another way to read the clock. */
function isOpenOn({ timeZone, days }: BusinessHours): (time: number) => boolean {
  const clock = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...clock })
  return (time) => {
    const [, name, now] = /^(\w+)\D+(\d\d:\d\d)$/.exec(format.format(time))!
    return (days[name!.toLowerCase() as Weekday] ?? []).some(({ from, to }) => from <= now! && now! < to)
  }
}

const change = fc
  .constantFrom(...Object.entries(changes))
  .chain(([timeZone, times]) => fc.record({ timeZone: fc.constant(timeZone), time: fc.constantFrom(...times) }))
const range = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1_439 })),
    fc.integer({ min: 1, max: 700 }),
  )
  .map(([from, length]) => ({ from: timeOf(from), to: timeOf(Math.min(from + length, 1_440)) }))
const week = fc.record(
  Object.fromEntries(days.map((each) => [each, fc.oneof(fc.constant(day), fc.array(range, { maxLength: 4 }))])),
)

it('around every change of the clocks, it is what each minute says until the time that is told, and another then', () => {
  const anyTime = fc.record({ change, days: week, offset: fc.integer({ min: -3_000, max: 1_500 }) })
  const property = fc.property(anyTime, ({ change: { timeZone, time }, days, offset }) => {
    const hours: BusinessHours = { timeZone, days }
    const now = Date.parse(time) + offset * minuteMs
    const isOpen = isOpenOn(hours)
    const { open, opensAt, closesAt } = openingHoursAt(hours, now + 30_000)
    expect(open).toBe(isOpen(now))
    expect(isOutsideHours(hours, now)).toBe(!open)
    expect(open ? opensAt : closesAt).toBeUndefined()
    const told = open ? closesAt : opensAt
    const until = told === undefined ? now + 15 * 1_440 * minuteMs : Date.parse(told)
    for (let each = now; each < until; each += minuteMs)
      if (isOpen(each) !== open) expect.fail(new Date(each).toISOString())
    if (told !== undefined) expect(isOpen(until)).toBe(!open)
  })
  fc.assert(property, { numRuns: runs(150) })
})
