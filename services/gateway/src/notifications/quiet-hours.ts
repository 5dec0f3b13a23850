import type { Preferences } from '../agents/agent-document.ts'

type QuietHours = NonNullable<Preferences['quietHours']>

const minuteMs = 60_000
const minutesADay = 24 * 60
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time of day in a time zone, in minutes; in UTC for a zone that is unknown here. */
function minuteOfDay(now: number, timeZone: string): number {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      now,
    )
  try {
    return minutesOf(format(timeZone))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return minutesOf(format('UTC'))
  }
}

/** Milliseconds until an agent's quiet hours end, at most a minute too many; 0 outside of them. They may pass midnight. */
export function quietForMs({ from, to, timeZone }: QuietHours, now: number): number {
  const at = minuteOfDay(now, timeZone)
  const since = (at - minutesOf(from) + minutesADay) % minutesADay
  const length = (minutesOf(to) - minutesOf(from) + minutesADay) % minutesADay
  return since < length ? (length - since) * minuteMs : 0
}
