import { randomUUID } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import pLimit from 'p-limit'
import { type CrawlerContext, publishes } from './context.ts'
import type { CrawlDocument } from './crawl-document.ts'
import { contentsOf, finishCrawl } from './finish-crawl.ts'
import { forgetCrawl } from './forget-source.ts'
import { type Frontier, openFrontier } from './frontier.ts'
import { maxAttempts } from './retry-delay.ts'
import { rememberRobots } from './robots/read-robots.ts'
import { pageKey } from './url/page-address.ts'
import { type Crawling, findSitemaps, visitPage } from './visit-page.ts'

/** Crawls that this process works on at once, most of them waiting for their site; others wait, or another process takes them. */
const working = pLimit(100)
/** Crawls that this process works on, or that wait for it to. */
const running = new Set<string>()
/** Progress is told at most this often: each time is a commit and an event. */
const tellEveryMs = 1_000

/** The claim was lost: to another process, by a cancellation, or because the crawl is gone. Nothing more to do here. */
const isLost = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'version_conflict' || error.code === 'not_found')

/**
 * Works on a crawl, page by page, until it is finished, put off, or somebody else's. Each page is a step of its own: its
 * begin and its end are committed. Safe to call at any time, from the handler or from the sweep.
 */
export function runCrawl(crawlId: string, context: CrawlerContext): void {
  const key = `${context.tenant}/${crawlId}`
  if (running.has(key)) return
  running.add(key)
  context.detach('crawl', async (lasting) => {
    try {
      await working(() => workOn(crawlId, lasting))
    } finally {
      running.delete(key)
    }
  })
}

async function workOn(crawlId: string, context: CrawlerContext): Promise<void> {
  const claim = randomUUID()
  const crawl = await claimCrawl(crawlId, claim, context)
  if (!crawl) return
  const lost = new AbortController()
  const signal = AbortSignal.any([context.signal, lost.signal])
  const renewal = setInterval(() => {
    changeOwn(crawlId, claim, context, ({ clock, config }) => ({ dueAt: clock.now() + config.CRAWL_LEASE_MS }))
      .then((isOwn) => {
        if (!isOwn) lost.abort()
      })
      .catch((error) => context.log.warn({ crawlId, err: error }, 'a lease was not renewed'))
  }, context.config.CRAWL_LEASE_MS / 3)
  try {
    await visitAll(crawl, claim, context, signal)
  } catch (error) {
    if (context.signal.aborted) await handBack(crawl, claim, context)
    else if (!lost.signal.aborted && !isLost(error)) throw error
    // What was written after the source was forgotten nobody else would remove.
    if (!(await context.collections.crawls.get(context.tenant, crawlId))) await forgetCrawl(crawlId, new Set(), context)
  } finally {
    clearInterval(renewal)
  }
}

/** Takes a crawl that is due. */
async function claimCrawl(
  crawlId: string,
  claim: string,
  { commit, collections, clock, config, signal }: CrawlerContext,
): Promise<Stored<CrawlDocument> | undefined> {
  if (signal.aborted) return undefined
  const stored = await commit(collections.crawls, crawlId, (current) => {
    if (current?.body.state !== 'running' || current.body.dueAt! > clock.now()) return undefined
    return { body: { ...current.body, claim, dueAt: clock.now() + config.CRAWL_LEASE_MS } }
  })
  return stored?.body.claim === claim ? stored : undefined
}

/** Changes the crawl while the claim holds; false when it does no more. */
async function changeOwn(
  crawlId: string,
  claim: string,
  context: CrawlerContext,
  change: (context: CrawlerContext) => Partial<CrawlDocument>,
): Promise<boolean> {
  const stored = await context.commit(context.collections.crawls, crawlId, (current) =>
    current?.body.claim === claim ? { body: { ...current.body, ...change(context) } } : undefined,
  )
  return stored?.body.claim === claim
}

/** Lets go of a crawl: whoever comes next may take it from `dueAt` on. */
async function letGo(crawlId: string, claim: string, dueAt: number, { commit, collections }: CrawlerContext) {
  await commit(collections.crawls, crawlId, (current) => {
    if (current?.body.claim !== claim) return undefined
    const { claim: _, ...rest } = current.body
    return { body: { ...rest, dueAt } }
  })
}

/** On a stop: whoever comes next goes on at once, and the attempt in hand doesn't count. */
async function handBack(
  { id: crawlId, body: { maxPages } }: Stored<CrawlDocument>,
  claim: string,
  context: CrawlerContext,
): Promise<void> {
  const { collections, clock } = context
  const page = (await openFrontier(crawlId, context)).next(clock.now(), maxPages)
  if (page && page.body.attempts > 0)
    await collections.pages.replace(page, { ...page.body, attempts: page.body.attempts - 1 })
  await letGo(crawlId, claim, clock.now(), context)
}

async function visitAll(
  { id: crawlId, body: crawl }: Stored<CrawlDocument>,
  claim: string,
  context: CrawlerContext,
  signal: AbortSignal,
): Promise<void> {
  const { collections, clock, tenant } = context
  const { sourceId, maxPages, previousId } = crawl
  const frontier = await openFrontier(crawlId, context)
  const then = previousId === undefined ? undefined : await openFrontier(previousId, context)
  const before = new Map(
    then?.all().flatMap(({ body: { content } }) => (content ? [[pageKey(content.url), content]] : [])),
  )
  const contentsThen = then ? contentsOf(then).map(({ body }) => body.content!) : []
  const robots = rememberRobots(context, signal)
  const crawling: Crawling = { crawlId, sourceId, maxPages, frontier, robots, before, context, signal }
  let toldAt = 0
  const tell = async () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    await tellProgress(crawlId, claim, frontier, context)
  }
  for (;;) {
    signal.throwIfAborted()
    const page = frontier.next(clock.now(), maxPages)
    if (!page) {
      const waitingUntil = frontier.nextAt(maxPages)
      if (waitingUntil === undefined && maxPages > 1 && !frontier.isSpent(maxPages) && (await findSitemaps(crawling)))
        continue
      if (waitingUntil === undefined) return finishCrawl(crawlId, claim, frontier, contentsThen, context)
      await tellProgress(crawlId, claim, frontier, context)
      return letGo(crawlId, claim, waitingUntil, context)
    }
    // A cancelled or deleted crawl ends with the page in hand.
    if ((await collections.crawls.get(tenant, crawlId))?.body.claim !== claim) return
    const leaveUntil = await visitPage(page, crawling)
    if (leaveUntil !== undefined) return letGo(crawlId, claim, leaveUntil, context)
    await tell()
  }
}

/** Tells how many pages there are of those that may be; while the start can't be had, which attempt at it is next. */
async function tellProgress(
  crawlId: string,
  claim: string,
  frontier: Frontier,
  context: CrawlerContext,
): Promise<void> {
  const { commit, collections, event } = context
  const pages = frontier.all()
  const start = pages[0]!.body
  const done = pages.filter(({ body }) => body.status === 'fetched').length
  const isWaiting = start.status === 'queued' && start.failure !== undefined
  await commit(collections.crawls, crawlId, (current) => {
    if (current?.body.claim !== claim) return undefined
    const { sourceId, version, maxPages, previousId } = current.body
    if (previousId !== undefined) return undefined
    const progress = isWaiting
      ? { done: start.attempts, total: maxAttempts, unit: 'attempts' }
      : {
          done,
          total: Math.min(
            maxPages,
            Math.max(done, pages.filter(({ body }) => body.kind === 'page' && body.status !== 'skipped').length),
          ),
          unit: 'pages',
        }
    return { body: current.body, events: [event(publishes.crawlProgressed, { sourceId, version, crawlId, progress })] }
  })
}

/** Finds crawls that are due: put off, or left by a process that died. */
export async function resumeCrawls(context: CrawlerContext): Promise<void> {
  const due = await context.collections.crawls.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 50,
  })
  for (const { tenant, id } of due) runCrawl(id, context.forTenant(tenant))
}
