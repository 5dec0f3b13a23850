import type { Finding } from './inspection.ts'

/** Network and load alone make less of a difference. */
const toleratedMs = 5_000
/** Longer than most leases: processes would take each other's work. */
const harmfulMs = 60_000

const shown = (ms: number): string =>
  ms < 120_000
    ? `${Math.round(ms / 1_000)} s`
    : ms < 7_200_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.round(ms / 3_600_000)} h`

/** What is said when the clock of another machine differs from ours; both in milliseconds since 1970. */
export function findingsOfClock(whose: string, theirs: number, ours: number): Finding[] {
  const difference = Math.abs(theirs - ours)
  if (difference <= toleratedMs) return []
  const what = `The clock of ${whose} is ${shown(difference)} ${theirs > ours ? 'ahead of' : 'behind'} the clock here.`
  const remedy = 'Synchronize the clocks of all machines (NTP), and restart the processes that ran on the wrong one.'
  return [{ level: difference > harmfulMs ? 'fault' : 'warning', what, remedy }]
}
