import { invalidField } from '@frontdesk/contracts'

const dayMs = 86_400_000
const maxDays = 366
const dayPattern = /^\d{4}-\d\d-\d\d$/

/** From `from` on, before `to`; both as RFC 3339 in UTC, so that they compare as texts. */
export type Bounds = { from: string; to: string }

const isoOf = (ms: number): string => new Date(ms).toISOString()
const endOf = (to: string): number => Date.parse(to) + (dayPattern.test(to) ? dayMs : 0)

/** The period that is asked for: a day counts whole. Throws `invalid_request` when it is empty or too long. */
export function boundsOf(asked: { from?: string | undefined; to?: string | undefined }, now: number): Bounds {
  const to = endOf(asked.to ?? isoOf(now).slice(0, 10))
  const from = asked.from ? Date.parse(asked.from) : Date.parse(isoOf(to - 1).slice(0, 10)) - 29 * dayMs
  const message =
    from >= to
      ? 'Must not be before `from`.'
      : to - from > maxDays * dayMs
        ? `Must be at most ${maxDays} days after \`from\`.`
        : undefined
  if (message) throw invalidField('to', message)
  return { from: isoOf(from), to: isoOf(to) }
}

/** The condition on `at`. */
export const atIn = ({ from, to }: Bounds) => ({ gte: from, lt: to })

/** Every day (2026-01-31) that the period touches, with the part of the period that is in it. */
export function daysIn({ from, to }: Bounds): (Bounds & { key: string })[] {
  const days: (Bounds & { key: string })[] = []
  for (let at = Date.parse(from.slice(0, 10)); at < Date.parse(to); at += dayMs) {
    const [start, end] = [isoOf(at), isoOf(at + dayMs)]
    days.push({ key: start.slice(0, 10), from: start < from ? from : start, to: end > to ? to : end })
  }
  return days
}
