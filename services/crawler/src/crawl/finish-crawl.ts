import { crawler } from '@frontdesk/contracts'
import type { NewEvent, Stored } from '@frontdesk/documents'
import type { Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { CrawlerContext } from '../context.ts'
import { pageKey } from '../url/page-address.ts'
import type { CrawlDocument, Failure, PageContent, PageDocument } from './crawl-document.ts'
import type { Frontier } from './frontier.ts'
import { removeOldCrawls } from './remove-crawls.ts'

/**
 * The pages that a crawl is made of: those fetched, those that only for the moment could not be had again, and those
 * whose own address, as they say, could not be had.
 */
export function contentsOf(frontier: Frontier): Stored<PageDocument>[] {
  const standsIn = (key: string): boolean => frontier.find(key)?.body.status === 'fetched'
  const taken = new Set<string>()
  return frontier.all().filter(({ body }) => {
    if (!body.content) return false
    if (body.canonicalKey === undefined) return body.status !== 'skipped'
    // Of several pages that name the same lost address, the first stands for it.
    if (standsIn(body.canonicalKey) || taken.has(body.canonicalKey)) return false
    taken.add(body.canonicalKey)
    return true
  })
}

/** Why a crawl has nothing to show: what became of its start, or of the first page that failed. */
function reasonOf(frontier: Frontier): Failure | undefined {
  const pages = frontier.all()
  const failed = pages.find(({ body }) => body.kind === 'page' && body.status === 'failed') ?? pages[0]!
  return failed.body.failure
}

const bySha = (contents: PageContent[]): string =>
  contents
    .map(({ url, sha256 }) => `${pageKey(url)} ${sha256}`)
    .sort()
    .join('\n')

function finishedEvent(
  crawlId: string,
  { sourceId, version, previousId, error }: CrawlDocument,
  contents: PageContent[],
  isUnchanged: boolean,
  { event }: CrawlerContext,
): NewEvent {
  return event(crawler.events.crawlFinished, {
    ...{ sourceId, version, crawlId },
    pages: contents.map(({ url, blobId, contentType, bytes, sha256 }) => ({ url, blobId, contentType, bytes, sha256 })),
    ...(error && { error }),
    ...(previousId !== undefined && { previousId, isUnchanged }),
  })
}

/** A crawl that has nothing left to visit ends, and says so with its pages. */
export async function finishCrawl(
  crawlId: string,
  frontier: Frontier,
  contentsThen: PageContent[],
  context: CrawlerContext,
): Promise<Outcome<CrawlDocument>> {
  const { collections, clock } = context
  const pages = contentsOf(frontier)
  for (const page of pages) {
    if (page.body.canonicalKey === undefined) continue
    const { canonicalKey: _canonicalKey, failure: _failure, ...rest } = page.body
    frontier.keep(await collections.pages.replace(page, { ...rest, status: 'fetched' }))
  }
  const contents = pages.map(({ body }) => body.content!)
  const isUnchanged = bySha(contents) === bySha(contentsThen)
  const error = contents.length === 0 ? reasonOf(frontier) : undefined
  return {
    change: (body) => ({ ...body, state: 'finished', finishedAt: timestampOf(clock), ...(error && { error }) }),
    tell: (body) => [finishedEvent(crawlId, body, contents, isUnchanged, context)],
    afterwards: () => removeOldCrawls(crawlId, context),
  }
}
