import type { ProactiveMessage } from '../api/wire.ts'

/** The visit of a page, as far as messages depend on it. */
export type Visit = {
  path: string
  secondsOnPage: number
  /** Whether this browser has written to the widget before. */
  isReturning: boolean
  /** Whether people answer now. */
  isOpen: boolean
}

/** What was shown before: days (YYYY-MM-DD, of the browser's zone) by name of the message, and names in this session. */
export type Shown = { days: Record<string, string>; session: readonly string[] }

/** Whether everything that the message waits for is true. */
export function isDue({ when }: ProactiveMessage, visit: Visit): boolean {
  return (
    visit.path.startsWith(when.path ?? '') &&
    visit.secondsOnPage >= (when.secondsOnPage ?? 0) &&
    visit.isReturning === (when.returning ?? visit.isReturning) &&
    visit.isOpen === (when.hours ? when.hours === 'open' : visit.isOpen)
  )
}

/** Whether the visitor has had the message as often as it comes. */
export function isShown({ name, oncePer }: ProactiveMessage, { days, session }: Shown, today: string): boolean {
  if (session.includes(name)) return true
  if (oncePer === 'session') return false
  return oncePer === 'day' ? days[name] === today : Object.hasOwn(days, name)
}
