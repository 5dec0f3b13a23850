import { type Crawl, limits, messageOfPage, ServiceError } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'
import type { CrawlDocument, PageDocument } from './crawl-document.ts'

/** Of a reply's pages, leaving room for all else: addresses may be long. */
const maxBytes = limits.busMessageBytes / 2

/** A page as clients read it. What an ended crawl left in its queue was never visited. */
function toPage(page: PageDocument, { state, maxPages }: CrawlDocument): Crawl['pages'][number] {
  const { url, depth, httpStatus, failure, content, change } = page
  const isLeft = page.status === 'queued' && state !== 'running'
  const why =
    state === 'cancelled' ? 'The crawl was already cancelled.' : `The crawl ended at its limit of ${maxPages} pages.`
  const unread = page.status === 'fetched' ? content?.unread : undefined
  const reason = isLeft ? why : unread ? messageOfPage(unread, content!.contentType) : failure?.message
  return {
    url,
    status: isLeft ? 'skipped' : unread ? 'no_text' : page.status,
    depth,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(reason !== undefined && { reason }),
    ...(unread && { unreadCode: unread.code }),
    ...(content && { contentType: content.contentType, bytes: content.bytes }),
    ...(change && { change }),
  }
}

async function countsOf(
  crawlId: string,
  state: CrawlDocument['state'],
  { tenant, collections }: CrawlerContext,
): Promise<Crawl['counts']> {
  const count = (status: PageDocument['status']) => collections.pages.count(tenant, { crawlId, status })
  const [queued, read, failed, skipped, noText] = await Promise.all([
    count('queued'),
    count('fetched'),
    count('failed'),
    count('skipped'),
    collections.pages.count(tenant, { crawlId, status: 'fetched', unreadCode: { exists: true } }),
  ])
  const fetched = read - noText
  return state === 'running'
    ? { queued, fetched, failed, skipped, noText }
    : { queued: 0, fetched, failed, skipped: skipped + queued, noText }
}

/** A crawl with its pages, in the order of visits. Throws `not_found`. */
export async function readCrawl(
  crawlId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  context: CrawlerContext,
): Promise<Crawl> {
  const { tenant, collections } = context
  const stored = await collections.crawls.get(tenant, crawlId)
  if (!stored) throw new ServiceError('not_found', { detail: 'There is no such crawl.' })
  const { sourceId, url, maxPages, state, createdAt, finishedAt, previousId, error } = stored.body
  const read = async (limit: number): Promise<Pick<Crawl, 'pages' | 'nextCursor'>> => {
    const sort = ascending('order')
    const found = await collections.pages.find(tenant, { where: { crawlId }, sort, limit, cursor })
    const pages = found.items.map(({ body }) => toPage(body, stored.body))
    if (limit > 1 && Buffer.byteLength(JSON.stringify(pages)) > maxBytes) return read(Math.ceil(limit / 2))
    return { pages, nextCursor: found.nextCursor }
  }
  return {
    ...{ id: crawlId, sourceId, url, maxPages, state, createdAt },
    ...(finishedAt && { finishedAt }),
    ...(previousId && { previousId }),
    ...(error && { error }),
    counts: await countsOf(crawlId, state, context),
    ...(await read(limit)),
  }
}
