import type { BodyOf, channelUsage } from '@frontdesk/contracts'
import type { ChannelsContext } from './context.ts'
import { markersKeptMs } from './kept-for.ts'

const dayMs = 86_400_000

/** Messages that came in by channels, by day, of the days that are still known. */
export async function countReceived(
  { from, to }: BodyOf<typeof channelUsage>,
  { tenant, collections, clock }: ChannelsContext,
): Promise<{ days: { day: string; count: number }[] }> {
  const days = []
  const known = Math.floor((clock.now() - markersKeptMs) / dayMs) * dayMs
  for (let at = Math.max(Date.parse(from), known); at <= Math.min(Date.parse(to), clock.now()); at += dayMs) {
    const [day, next] = [at, at + dayMs].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]
    const count = await collections.inbound.count(tenant, { state: 'done', at: { gte: day, lt: next } })
    if (count > 0) days.push({ day, count })
  }
  return { days }
}
