import type { analytics, BodyOf, crawler } from '@frontdesk/contracts'
import { ascending, pagesOf } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'

const dayMs = 86_400_000
const pageSize = 1_000

export async function recordPages(
  { pages }: BodyOf<typeof crawler.events.crawlFinished>,
  { tenant, collections }: AnalyticsContext,
  { key, sequence, at }: Envelope,
): Promise<void> {
  await collections.crawledPages.put(tenant, `${key}-${sequence}`, { at, pages: pages.length })
}

/** Pages by day, of days on which there were any. */
export async function countPages(
  { from, to }: BodyOf<typeof analytics.queries.pageUsageRead>,
  { tenant, collections }: AnalyticsContext,
): Promise<{ days: { day: string; count: number }[] }> {
  const counts = new Map<string, number>()
  const end = new Date(Date.parse(to) + dayMs).toISOString()
  const find = { where: { at: { gte: from, lt: end } }, sort: ascending('at'), limit: pageSize } as const
  for await (const page of pagesOf(collections.crawledPages, tenant, find)) {
    for (const { body } of page) {
      const day = body.at.slice(0, 10)
      counts.set(day, (counts.get(day) ?? 0) + body.pages)
    }
  }
  return { days: [...counts].map(([day, count]) => ({ day, count })).filter(({ count }) => count > 0) }
}
