import type { BodyOf, crawlRequested } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { CrawlerContext } from './context.ts'
import type { CrawlDocument } from './crawl-document.ts'
import { runCrawl } from './run-crawls.ts'

/** Records a crawl, once, and starts it. The same request again finds the crawl and changes nothing. */
export async function startCrawl(
  { sourceId, version, crawlId, url, maxPages }: BodyOf<typeof crawlRequested>,
  context: CrawlerContext,
): Promise<void> {
  const { collections, commit, clock } = context
  const crawl: CrawlDocument = {
    sourceId,
    version,
    url,
    maxPages,
    createdAt: timestampOf(clock),
    state: 'running',
    pages: [{ url, status: 'queued', attempts: 0 }],
    dueAt: clock.now(),
  }
  await commit(collections.crawls, crawlId, (current) => (current ? undefined : { body: crawl }))
  runCrawl(crawlId, context)
}
