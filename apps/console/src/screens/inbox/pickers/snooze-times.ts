const morning = 9

const atMorning = (now: Date, days: number): string => {
  const time = new Date(now)
  time.setDate(time.getDate() + days)
  time.setHours(morning, 0, 0, 0)
  return time.toISOString()
}
/** Days until the next Monday, at least one. */
const untilMonday = (now: Date): number => (8 - now.getDay()) % 7 || 7

/** When a conversation may come back, where the reader is. Times that fall together are offered once. */
export function snoozeTimes(now: Date): { later: string; tomorrow: string; monday?: string; week: string } {
  const [tomorrow, monday, week] = [atMorning(now, 1), atMorning(now, untilMonday(now)), atMorning(now, 7)]
  return {
    later: new Date(now.getTime() + 3 * 3_600_000).toISOString(),
    tomorrow,
    ...(monday !== tomorrow && monday !== week && { monday }),
    week,
  }
}
