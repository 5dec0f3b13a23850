import { crawler } from '@frontdesk/contracts'
import { job, type Lease, LostLease, type Outcome } from '@frontdesk/jobs'
import type { CrawlerContext } from '../context.ts'
import { openRobotsCache } from '../robots/read-robots.ts'
import { pageKey } from '../url/page-address.ts'
import type { CrawlDocument } from './crawl-document.ts'
import { contentsOf, finishCrawl } from './finish-crawl.ts'
import { type Frontier, openFrontier } from './frontier.ts'
import { removeCrawl } from './remove-crawls.ts'
import { maxAttempts } from './retry-delay.ts'
import { type Crawling, findSitemaps, visitPage } from './visit-page.ts'

/** Progress is told at most this often: each time is a commit and an event. */
const tellEveryMs = 1_000

type Running = Lease<CrawlDocument>

/** Crawls, page by page: the begin and the end of each page are committed. */
export const crawlJob = job<CrawlerContext, CrawlDocument>({
  name: 'crawl',
  collection: ({ collections }) => collections.crawls,
  leaseMs: ({ config }) => config.CRAWL_LEASE_MS,
  everyMs: 500,
  // Most of them wait for their site.
  slots: { perKey: 50, total: 100 },
  async work(lease, context) {
    try {
      return await visitAll(lease, context)
    } catch (error) {
      const { aborted, reason } = context.signal
      if (aborted && !(reason instanceof LostLease)) await takeAttemptBack(lease, context)
      throw error
    }
  },
  async lost({ id }, context) {
    // What was written after the source was forgotten nobody else would remove.
    if (!(await context.collections.crawls.get(context.tenant, id))) await removeCrawl(id, new Set(), context)
  },
})

/** On a stop the attempt in hand doesn't count. */
async function takeAttemptBack({ id, body: { maxPages } }: Running, context: CrawlerContext): Promise<void> {
  const { collections, clock } = context
  const page = (await openFrontier(id, context)).next(clock.now(), maxPages)
  if (page && page.body.attempts > 0)
    await collections.pages.replace(page, { ...page.body, attempts: page.body.attempts - 1 })
}

async function visitAll(lease: Running, context: CrawlerContext): Promise<Outcome<CrawlDocument>> {
  const { collections, clock, tenant, signal } = context
  const { id: crawlId } = lease
  const { sourceId, maxPages, previousId, claim } = lease.body
  const waitUntil = (at: number) => ({ dueInMs: Math.max(0, at - clock.now()) })
  const frontier = await openFrontier(crawlId, context)
  const then = previousId === undefined ? undefined : await openFrontier(previousId, context)
  const before = new Map(
    then?.all().flatMap(({ body: { content } }) => (content ? [[pageKey(content.url), content]] : [])),
  )
  const contentsThen = then ? contentsOf(then).map(({ body }) => body.content!) : []
  const robots = openRobotsCache(context, signal)
  const crawling: Crawling = { crawlId, sourceId, maxPages, frontier, robots, before, context, signal }
  let toldAt = 0
  const tell = async () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    await recordProgress(lease, frontier, context)
  }
  for (;;) {
    signal.throwIfAborted()
    const page = frontier.next(clock.now(), maxPages)
    if (!page) {
      const waitingUntil = frontier.nextAt(maxPages)
      if (waitingUntil === undefined && maxPages > 1 && !frontier.isSpent(maxPages) && (await findSitemaps(crawling)))
        continue
      if (waitingUntil === undefined) return finishCrawl(crawlId, frontier, contentsThen, context)
      await recordProgress(lease, frontier, context)
      return waitUntil(waitingUntil)
    }
    // A cancelled or deleted crawl ends with the page in hand.
    if ((await collections.crawls.get(tenant, crawlId))?.body.claim !== claim) throw new LostLease()
    const leaveUntil = await visitPage(page, crawling)
    if (leaveUntil !== undefined) return waitUntil(leaveUntil)
    await tell()
  }
}

/** Tells how many pages there are of those that may be; while the start can't be had, which attempt at it is next. */
async function recordProgress(lease: Running, frontier: Frontier, { event }: CrawlerContext): Promise<void> {
  const { sourceId, version, maxPages, previousId } = lease.body
  if (previousId !== undefined) return
  const pages = frontier.all()
  const start = pages[0]!.body
  const done = pages.filter(({ body }) => body.status === 'fetched').length
  const isWaiting = start.status === 'queued' && start.failure !== undefined
  const known = pages.filter(({ body }) => body.kind === 'page' && body.status !== 'skipped').length
  const progress = isWaiting
    ? { done: start.attempts, total: maxAttempts, unit: 'attempts' }
    : { done, total: Math.min(maxPages, Math.max(done, known)), unit: 'pages' }
  const told = event(crawler.events.crawlProgressed, { sourceId, version, crawlId: lease.id, progress })
  await lease.note(
    (body) => body,
    () => [told],
  )
}
