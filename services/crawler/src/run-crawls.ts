import { randomUUID } from 'node:crypto'
import { toWireError } from '@frontdesk/contracts'
import type { NewEvent } from '@frontdesk/documents'
import pLimit from 'p-limit'
import { type CrawlerContext, publishes } from './context.ts'
import type { CrawlDocument, Page } from './crawl-document.ts'
import { blobIdOf, type Fetched, fetchPage } from './fetch-page.ts'
import { maxAttempts, retryDelayMs } from './retry-delay.ts'

type Claimed = { crawlId: string; claim: string; page: Page }

/** Pages in the hands of this process at once: each may hold 20 MB in memory. */
const inHand = pLimit(4)
/** Crawls that this process works on, or that wait for one of those hands. */
const running = new Set<string>()

/**
 * Works on a crawl, page by page, until it is finished, put off, or somebody else's. Each page is one step: claimed with a
 * lease, fetched, committed. Safe to call at any time, from the handler or from the sweep.
 */
export function runCrawl(crawlId: string, context: CrawlerContext): void {
  const key = `${context.tenant}/${crawlId}`
  if (running.has(key)) return
  running.add(key)
  context.detach('crawl', async (lasting) => {
    try {
      while (await inHand(() => runPage(crawlId, lasting)));
    } finally {
      running.delete(key)
    }
  })
}

/** Brings the next page of a crawl one step further. False when there is none to take now. */
async function runPage(crawlId: string, context: CrawlerContext): Promise<boolean> {
  const claimed = await claimPage(crawlId, context)
  if (!claimed) return false
  const renewal = setInterval(() => {
    renew(claimed, context).catch((error) => context.log.warn({ crawlId, err: error }, 'a lease was not renewed'))
  }, context.config.CRAWL_LEASE_MS / 3)
  try {
    await commitPage(claimed, await fetchClaimed(claimed, context), context)
    return true
  } catch (error) {
    if (!context.signal.aborted) throw error
    await handBack(claimed, context)
    return false
  } finally {
    clearInterval(renewal)
  }
}

/** A failure of ours ends where the page's own failures end: tried again a few times, then told. */
async function fetchClaimed({ crawlId, page }: Claimed, context: CrawlerContext): Promise<Fetched> {
  if (page.attempts > maxAttempts) {
    const failure = { code: 'processing_failed', message: 'The page was given up: each attempt was interrupted.' }
    return { kind: 'failed', failure, retryable: false }
  }
  try {
    return await fetchPage(crawlId, page.url, context)
  } catch (error) {
    if (context.signal.aborted) throw error
    context.log.error({ crawlId, url: page.url, err: error }, 'a page could not be stored')
    const { code, message, retryable } = toWireError(error)
    return { kind: 'failed', failure: { code, message }, retryable }
  }
}

/** Takes the first queued page of a crawl that is due. */
async function claimPage(crawlId: string, context: CrawlerContext): Promise<Claimed | undefined> {
  const { commit, collections, clock, config, signal } = context
  if (signal.aborted) return undefined
  const claim = randomUUID()
  const stored = await commit(collections.crawls, crawlId, (current) => {
    if (!current || current.body.state === 'finished' || current.body.dueAt! > clock.now()) return undefined
    const queued = current.body.pages.find((page) => page.status === 'queued')!
    const page = { ...queued, attempts: queued.attempts + 1 }
    return { body: withPage({ ...current.body, claim, dueAt: clock.now() + config.CRAWL_LEASE_MS }, page) }
  })
  const page = stored?.body.pages.find(({ status }) => status === 'queued')
  return stored?.body.claim === claim && page ? { crawlId, claim, page } : undefined
}

const withPage = (crawl: CrawlDocument, page: Page): CrawlDocument => ({
  ...crawl,
  pages: crawl.pages.map((other) => (other.url === page.url ? page : other)),
})

async function renew({ crawlId, claim }: Claimed, { commit, collections, clock, config }: CrawlerContext) {
  await commit(collections.crawls, crawlId, (current) =>
    current?.body.claim === claim
      ? { body: { ...current.body, dueAt: clock.now() + config.CRAWL_LEASE_MS } }
      : undefined,
  )
}

/** On a stop: whoever comes next may take the page at once, and the attempt doesn't count. */
async function handBack({ crawlId, claim, page }: Claimed, { commit, collections, clock }: CrawlerContext) {
  await commit(collections.crawls, crawlId, (current) => {
    if (current?.body.claim !== claim) return undefined
    const { claim: _, ...rest } = current.body
    return { body: withPage({ ...rest, dueAt: clock.now() }, { ...page, attempts: page.attempts - 1 }) }
  })
}

function pageAfter(page: Page, fetched: Fetched): Page {
  const { failure: _, httpStatus: __, ...kept } = page
  const httpStatus = fetched.httpStatus !== undefined && { httpStatus: fetched.httpStatus }
  return fetched.kind === 'fetched'
    ? { ...kept, ...httpStatus, status: 'fetched', content: fetched.content }
    : { ...kept, ...httpStatus, status: 'failed', failure: fetched.failure }
}

/** Records what became of a page; after the last one the crawl is finished and says so. */
async function commitPage(claimed: Claimed, fetched: Fetched, context: CrawlerContext) {
  const { commit, collections, clock, blobs, tenant, log } = context
  const { crawlId, claim, page } = claimed
  const random = Math.random()
  const delayMs =
    fetched.kind === 'failed' && fetched.retryable
      ? retryDelayMs(page.attempts, fetched.retryAfterMs, random)
      : undefined
  const stored = await commit(collections.crawls, crawlId, (current) => {
    if (current?.body.claim !== claim) return undefined
    const { claim: _, ...rest } = current.body
    const after = pageAfter(page, fetched)
    if (delayMs !== undefined)
      return { body: withPage({ ...rest, dueAt: clock.now() + delayMs }, { ...after, status: 'queued' }) }
    const body = withPage(rest, after)
    if (body.pages.some(({ status }) => status === 'queued')) return { body: { ...body, dueAt: clock.now() } }
    const { dueAt: __, ...finished } = { ...body, state: 'finished' as const }
    return { body: finished, events: [finishedEvent(crawlId, finished, context)] }
  })
  // The source was deleted while its page was on the way.
  if (stored === undefined) await blobs.remove(tenant, blobIdOf(crawlId, page.url))
  const outcome = fetched.kind === 'fetched' ? {} : { code: fetched.failure.code, reason: fetched.failure.message }
  log.info({ crawlId, url: page.url, attempt: page.attempts, httpStatus: fetched.httpStatus, ...outcome }, fetched.kind)
}

function finishedEvent(crawlId: string, crawl: CrawlDocument, { event }: CrawlerContext): NewEvent {
  const contents = crawl.pages.flatMap(({ content }) => (content ? [content] : []))
  const failure = crawl.pages.find((page) => page.failure)?.failure
  return event(publishes.crawlFinished, {
    sourceId: crawl.sourceId,
    version: crawl.version,
    crawlId,
    pages: contents,
    ...(contents.length === 0 && failure && { error: failure }),
  })
}

/** Finds crawls that are due: put off after a failure, or left by a process that died. */
export async function resumeCrawls(context: CrawlerContext): Promise<void> {
  const due = await context.collections.crawls.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 50,
  })
  for (const { tenant, id } of due) runCrawl(id, context.forTenant(tenant))
}
