import type { Schemas } from '@frontdesk/client'

type QuietHours = Schemas['MePreferencesQuietHours']

/** Whether it is a time of day at which nothing may ring; the hours may go past midnight. */
export function isQuiet(hours: QuietHours | null | undefined, now: Date): boolean {
  if (!hours) return false
  const { from, to, timeZone } = hours
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return from <= to ? time >= from && time < to : time >= from || time < to
}
