/** At most `mails` from one sender within `windowMs` are answered by a machine. */
export type Breaker = { mails: number; windowMs: number }

/** Six in ten minutes: more than a person writes, and far less than two machines that answer one another. */
export const senderBreaker: Breaker = { mails: 6, windowMs: 10 * 60_000 }

/**
 * Stops loops that no header shows. `arrivals`: when mails of one sender to one channel came (milliseconds since 1970, any
 * order), without the one at `now`. Says whether the one at `now` may be answered by a machine, and which arrivals to keep
 * for the next call: no more than `mails`, so what is kept of a sender stays small. An open breaker closes when the sender
 * has been quiet enough, since those it stopped count as well.
 */
export function checkSender(
  arrivals: readonly number[],
  now: number,
  breaker: Breaker = senderBreaker,
): { mayAnswer: boolean; keep: number[] } {
  const recent = arrivals.filter((at) => at > now - breaker.windowMs && at <= now)
  const keep = [...recent, now].sort((a, b) => a - b).slice(-breaker.mails)
  return { mayAnswer: recent.length < breaker.mails, keep }
}
