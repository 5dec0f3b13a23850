export const periods = [7, 30, 90, 365] as const
export type Period = (typeof periods)[number]
export const groupings = ['day', 'channel', 'tag'] as const
export type Grouping = (typeof groupings)[number]
/** What topics are. */
export const topicKinds = ['tag', 'source'] as const
export type TopicKind = (typeof topicKinds)[number]
export const usualPeriod: Period = 30

const msPerDay = 86_400_000

/** The first and last day of a period that ends today; days are those of UTC, as the server counts. */
export function daysOf(period: Period, now: number): { from: string; to: string } {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(now - (period - 1) * msPerDay), to: day(now) }
}

/** A day for `from` and `to`: one of them alone. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
