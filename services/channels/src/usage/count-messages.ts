import type { BodyOf, channels, ReplyOf } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import { markerRetentionMs } from '../retention/retention-periods.ts'

const dayMs = 86_400_000

/** Messages that came in and went out by channels, by day, of the days that are still known. */
export async function countMessages(
  { from, to }: BodyOf<typeof channels.queries.usageRead>,
  { tenant, collections, clock }: ChannelsContext,
): Promise<ReplyOf<typeof channels.queries.usageRead>> {
  const days = []
  const known = Math.floor((clock.now() - markerRetentionMs) / dayMs) * dayMs
  for (let at = Math.max(Date.parse(from), known); at <= Math.min(Date.parse(to), clock.now()); at += dayMs) {
    const [day, next] = [at, at + dayMs].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]
    const within = { gte: day, lt: next }
    const [count, sent] = await Promise.all([
      collections.inbound.count(tenant, { state: 'done', at: within }),
      collections.outbound.count(tenant, { state: { in: ['sent', 'delivered', 'read'] }, createdAt: within }),
    ])
    if (count + sent > 0) days.push({ day, count, sent })
  }
  return { days }
}
