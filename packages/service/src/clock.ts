import type { Clock } from '@frontdesk/contracts'

export { type Clock, systemClock } from '@frontdesk/contracts'

let lastMs = Number.NaN
let lastTimestamp = ''

/** RFC 3339 of the clock's now. Every message carries one, so that of the same millisecond is written once. */
export function timestampOf(clock: Clock): string {
  const now = clock.now()
  if (now !== lastMs) {
    lastMs = now
    lastTimestamp = new Date(now).toISOString()
  }
  return lastTimestamp
}
