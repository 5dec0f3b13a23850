import { type BodyOf, crawler, derivedId, type ingest, ServiceError } from '@frontdesk/contracts'
import { descending, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { CrawlerContext } from '../context.ts'
import { pageAddress } from '../url/page-address.ts'
import type { CrawlDocument } from './crawl-document.ts'
import { newPage, pageIdOf } from './frontier.ts'

type Wanted = Pick<CrawlDocument, 'sourceId' | 'version' | 'url' | 'maxPages' | 'previousId'>

const unknownCrawl = () => new ServiceError('not_found', { detail: 'There is no such crawl.' })

/**
 * The start of a frontier, then the crawl, once; the same again finds both and changes nothing. Its source is told that the crawl
 * is there to be read.
 */
async function begin(crawlId: string, wanted: Wanted, context: CrawlerContext): Promise<Stored<CrawlDocument>> {
  const { tenant, collections, commit, clock, cause, event } = context
  const { sourceId, version, maxPages, previousId } = wanted
  const url = pageAddress(wanted.url, wanted.url) ?? wanted.url
  const known = await collections.crawls.get(tenant, crawlId)
  if (known) return known
  await collections.pages.insert(tenant, pageIdOf(crawlId, url), newPage(crawlId, { url, depth: 0 }, 0))
  const crawl: CrawlDocument = { ...wanted, createdAt: timestampOf(clock), state: 'running', cause, dueAt: clock.now() }
  const progress = { done: 0, total: maxPages, unit: 'pages' }
  const told = event(crawler.events.crawlProgressed, { sourceId, version, crawlId, progress })
  const events = previousId === undefined ? [told] : []
  return (await commit(collections.crawls, crawlId, (current) => (current ? undefined : { body: crawl, events })))!
}

/** The latest crawls of a source, newest first. */
async function crawlsOf(sourceId: string, { tenant, collections }: CrawlerContext): Promise<Stored<CrawlDocument>[]> {
  const sort = descending('createdAt')
  return (await collections.crawls.find(tenant, { where: { sourceId }, sort, limit: 100 })).items
}

/** Records a crawl, once, and starts it. A re-crawl of a source that is being crawled is left out. */
export async function startCrawl(
  { sourceId, version, crawlId, url, maxPages, isRecrawl }: BodyOf<typeof ingest.events.crawlRequested>,
  context: CrawlerContext,
): Promise<void> {
  const others = isRecrawl ? (await crawlsOf(sourceId, context)).filter(({ id }) => id !== crawlId) : []
  if (others.some(({ body }) => body.state === 'running')) return
  const previousId = others.find(({ body }) => body.state === 'finished' && !body.error)?.id
  if (isRecrawl && previousId === undefined) return
  await begin(crawlId, { sourceId, version, url, maxPages, ...(previousId && { previousId }) }, context)
}

/**
 * Crawls a source again, compared with its last crawl that brought something. Answers the new crawl's id. Throws
 * `not_found`, and `conflict` while a crawl of that source is running.
 */
export async function rerunCrawl(operationId: string, crawlId: string, context: CrawlerContext): Promise<string> {
  const { tenant, collections } = context
  const id = derivedId('crl', 'rerun', operationId, crawlId)
  if (await collections.crawls.get(tenant, id)) return id
  const wanted = await getExisting(collections.crawls, tenant, crawlId, unknownCrawl)
  const { sourceId, version, url, maxPages } = wanted.body
  const others = await crawlsOf(sourceId, context)
  if (others.some(({ body }) => body.state === 'running'))
    throw new ServiceError('conflict', { detail: 'This source is already being crawled.' })
  const previousId = others.find(({ body }) => body.state === 'finished' && !body.error)?.id ?? crawlId
  await begin(id, { sourceId, version, url, maxPages, previousId }, context)
  return id
}

/** Ends a running crawl with what a source is told then. An ended one stays as it is. Throws `not_found`. */
export async function cancelCrawl(
  crawlId: string,
  { collections, commit, clock, event }: CrawlerContext,
): Promise<void> {
  const error = { code: 'cancelled', message: 'The crawl was cancelled.' }
  await commit(collections.crawls, crawlId, (current) => {
    if (!current) throw unknownCrawl()
    if (current.body.state !== 'running') return undefined
    const { claim: _claim, dueAt: _dueAt, ...rest } = current.body
    const { sourceId, version, previousId } = rest
    const told = { sourceId, version, crawlId, pages: [], error, ...(previousId !== undefined && { previousId }) }
    const body: CrawlDocument = { ...rest, state: 'cancelled', finishedAt: timestampOf(clock), error }
    return {
      body,
      events: [event(crawler.events.crawlFinished, told)],
    }
  })
}
