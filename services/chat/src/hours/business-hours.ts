import type { BusinessHours, OpeningHours, Weekday } from '@frontdesk/contracts'

const minuteMs = 60_000
const dayMinutes = 24 * 60
/** Hours that a change of the clocks skips come a week later; more than two weeks ahead there is nothing new. */
const searchMs = 15 * dayMinutes * minuteMs

/** What the clock on the wall shows: the day, the minutes since midnight, and how far it is ahead of UTC. */
type LocalTime = { day: Weekday; minutes: number; offsetMs: number }

type Clock = (at: number) => LocalTime
/** Making a clock costs many times as much as reading it. */
const clocks = new Map<string, Clock>()
/** A name may be written in upper and lower case, so there are more than zones. */
const maxClocks = 200

/** Reads the clock of a time zone at a full minute. */
function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  if (clocks.size >= maxClocks) clocks.clear()
  const clock = makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function makeClock(timeZone: string): Clock {
  // Who walks from one opening to the next reads each minute several times.
  let last: { at: number; time: LocalTime } | undefined
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  return (at) => {
    if (last?.at === at) return last.time
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const [year, month, date, hour, minute] = [parts.year, parts.month, parts.day, parts.hour, parts.minute].map(Number)
    const local = Date.UTC(year!, month! - 1, date!, hour!, minute!)
    const time = { day: parts.weekday!.toLowerCase() as Weekday, minutes: hour! * 60 + minute!, offsetMs: local - at }
    last = { at, time }
    return time
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The minutes of a day between which it is open. */
const openOn = ({ days }: BusinessHours, day: Weekday): { from: number; to: number }[] =>
  (days[day] ?? []).map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))

const isOpenAt = (hours: BusinessHours, { day, minutes }: LocalTime): boolean =>
  openOn(hours, day).some(({ from, to }) => from <= minutes && minutes < to)

/** The next time after `at` at which it may open or close: on the wall's clock, or because that clock is changed. */
function nextCandidate(hours: BusinessHours, at: number, clock: Clock): number {
  const { day, minutes, offsetMs } = clock(at)
  const boundaries = openOn(hours, day).flatMap(({ from, to }) => [from, to])
  const next = Math.min(dayMinutes, ...boundaries.filter((each) => each > minutes))
  const until = at + (next - minutes) * minuteMs
  if (clock(until).offsetMs === offsetMs) return until
  // The clock is changed on the way: the first minute at which it is.
  let [before, after] = [at, until]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs
    if (clock(middle).offsetMs === offsetMs) before = middle
    else after = middle
  }
  return after
}

/** Whether this time (milliseconds since 1970) is outside business hours; false when none are set. */
export const isOutsideHours = (hours: BusinessHours | null, now: number): boolean =>
  hours !== null && !isOpenAt(hours, clockOf(hours.timeZone)(Math.floor(now / minuteMs) * minuteMs))

/** Whether people answer at this time (milliseconds since 1970), and when that changes, if it ever does. */
export function openingHoursAt(hours: BusinessHours | null, now: number): OpeningHours {
  if (!hours) return { open: true }
  const clock = clockOf(hours.timeZone)
  const minute = Math.floor(now / minuteMs) * minuteMs
  const open = isOpenAt(hours, clock(minute))
  for (let at = minute; at <= minute + searchMs; ) {
    at = nextCandidate(hours, at, clock)
    if (isOpenAt(hours, clock(at)) !== open)
      return { open, [open ? 'closesAt' : 'opensAt']: new Date(at).toISOString() }
  }
  return { open }
}
