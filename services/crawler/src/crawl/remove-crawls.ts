import { ingest, ServiceError } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'
import { openFrontier } from './frontier.ts'

/** Crawls of a source that are kept, for people to look at and for the next one to be compared with. */
const keptCrawls = 5

/**
 * Removes every crawl of a source, its pages and their blobs. Doing it again removes what was left; a page on the way
 * removes itself when it comes.
 */
export async function removeCrawlsOfSource(sourceId: string, context: CrawlerContext): Promise<void> {
  const { tenant, collections } = context
  for (;;) {
    const { items } = await collections.crawls.find(tenant, { where: { sourceId }, limit: 100 })
    if (items.length === 0) return
    for (const { id } of items) await removeCrawl(id, new Set(), context)
  }
}

async function removePages(crawlId: string, kept: Set<string>, context: CrawlerContext): Promise<void> {
  const { tenant, collections, blobs } = context
  for (const page of (await openFrontier(crawlId, context)).all()) {
    const { content } = page.body
    if (content && !kept.has(content.blobId)) await blobs.remove(tenant, content.blobId)
    await collections.pages.remove(tenant, page.id)
  }
}

/** Removes a crawl with its pages, and those of its blobs that are not kept. */
export async function removeCrawl(crawlId: string, kept: Set<string>, context: CrawlerContext): Promise<void> {
  await removePages(crawlId, kept, context)
  await context.collections.crawls.remove(context.tenant, crawlId)
  // What a worker found before it saw that the crawl is gone; if later, it looks for itself.
  await removePages(crawlId, kept, context)
}

/** The crawl that a source names: the one that made its newest version, which may be older than many that brought nothing. */
async function namedBy(sourceId: string, { ask }: CrawlerContext): Promise<string | undefined> {
  try {
    return (await ask(ingest.queries.sourceRead, { sourceId })).crawlId
  } catch (error) {
    // Deleted meanwhile: all of its crawls go.
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Removes the oldest crawls of a crawl's source, but not the one that it names, and what only they have. */
export async function removeOldCrawls(crawlId: string, context: CrawlerContext): Promise<void> {
  const { tenant, collections } = context
  const crawl = await collections.crawls.get(tenant, crawlId)
  if (!crawl) return
  const sort = descending('createdAt')
  const { items } = await collections.crawls.find(tenant, {
    where: { sourceId: crawl.body.sourceId },
    sort,
    limit: 100,
  })
  if (items.length <= keptCrawls) return
  const named = await namedBy(crawl.body.sourceId, context)
  const old = items.slice(keptCrawls).filter(({ id, body }) => id !== named && body.state !== 'running')
  if (old.length === 0) return
  const kept = new Set<string>()
  for (const { id } of items.filter((item) => !old.includes(item)))
    for (const { body } of (await openFrontier(id, context)).all()) if (body.content) kept.add(body.content.blobId)
  for (const { id } of old) await removeCrawl(id, kept, context)
}
