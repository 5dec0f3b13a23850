const quarterMs = 15 * 60_000
const quartersAWeek = 7 * 24 * 4
const hourOfDigest = 8

/** Weekday and time of day in a time zone; in UTC for a zone that is unknown here. */
function formatOf(timeZone: string): (at: number) => string {
  const format = (zone: string) => {
    const options = { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return new Intl.DateTimeFormat('en-GB', options)
  }
  let found: Intl.DateTimeFormat
  try {
    found = format(timeZone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    found = format('UTC')
  }
  return (at) => {
    const parts = Object.fromEntries(found.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.weekday} ${parts.hour}:${parts.minute}`
  }
}

/** When the last Monday began in a time zone, at or before `now`. Every zone differs from UTC by whole quarters of an hour. */
export function lastMonday(now: number, timeZone: string): number {
  const shown = formatOf(timeZone)
  let at = Math.floor(now / quarterMs) * quarterMs
  // Where clocks are put forward at midnight, the day begins at one.
  const isMonday = () => shown(at).startsWith('Mon')
  for (let steps = 0; steps < quartersAWeek && !isMonday(); steps++) at -= quarterMs
  while (shown(at - quarterMs).startsWith('Mon')) at -= quarterMs
  return at
}

/** The next time after `now` at which it is eight o'clock on a Monday in a time zone. */
export function nextDigestAt(now: number, timeZone: string): number {
  const shown = formatOf(timeZone)
  let at = (Math.floor(now / quarterMs) + 1) * quarterMs
  for (let steps = 0; steps < quartersAWeek + 8 && shown(at) !== `Mon 0${hourOfDigest}:00`; steps++) at += quarterMs
  return at
}
