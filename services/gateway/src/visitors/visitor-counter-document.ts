import { collection } from '@frontdesk/documents'

/** What visitors did in one window, kept by a hash of what it is counted by; or a solution that was used. */
export type VisitorCounterRecord = {
  count: number
  /** End of the window, in milliseconds since 1970. */
  endsAt: number
  /** The latest operations that were counted. */
  operations: string[]
}

export const visitorCounters = collection<VisitorCounterRecord>('gateway-visitor-counters', [
  { fields: ['endsAt'], acrossTenants: true },
])
