/** At most `mails` within `windowMs` are answered by a machine. */
export type Breaker = { mails: number; windowMs: number }

const minuteMs = 60_000
const dayMs = 86_400_000

/** Six in ten minutes: more than a person writes, and far less than two machines that answer one another. */
export const senderBreaker: Breaker = { mails: 6, windowMs: 10 * minuteMs }

/** Of one address, or in one conversation. The longer windows end loops of machines that take their time. */
export const senderBreakers: readonly Breaker[] = [
  senderBreaker,
  { mails: 20, windowMs: dayMs },
  { mails: 100, windowMs: 30 * dayMs },
]

/** Of one text: nobody writes the same more often, and few machines write anything else. */
export const textBreaker: Breaker = { mails: 3, windowMs: 30 * dayMs }

/**
 * Stops loops that no header shows. `arrivals`: when mails of one kind came to one channel (milliseconds since 1970, any
 * order), without the one at `now`. Says whether the one at `now` may be answered by a machine, and which arrivals to keep
 * for the next call: no more than `mails` of the largest, so what is kept of a sender stays small. An open breaker closes when
 * the sender has been quiet enough, since those it stopped count as well.
 */
export function checkSender(
  arrivals: readonly number[],
  now: number,
  breakers: readonly Breaker[] = senderBreakers,
): { mayAnswer: boolean; keep: number[] } {
  const within = (windowMs: number) => arrivals.filter((at) => at > now - windowMs && at <= now)
  const recent = within(Math.max(...breakers.map(({ windowMs }) => windowMs)))
  const keep = [...recent, now].sort((a, b) => a - b).slice(-Math.max(...breakers.map(({ mails }) => mails)))
  return { mayAnswer: breakers.every(({ mails, windowMs }) => within(windowMs).length < mails), keep }
}
