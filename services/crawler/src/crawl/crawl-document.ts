import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** Why something was not to be had: a code and a sentence for people. */
export type Failure = { code: string; message: string }

/** A page's body as it is stored, and what to ask with next time. */
export type PageContent = {
  url: string
  blobId: string
  contentType: string
  bytes: number
  sha256: string
  etag?: string
  lastModified?: string
  /** Why nothing could be read from it. */
  unread?: Failure
}

/**
 * One address of a crawl's frontier: where it stands, and what it became. A redirect changes `url`; the addresses that it
 * had before are `aliases`. The id follows from the crawl and the first of them.
 */
export type PageDocument = {
  crawlId: string
  url: string
  aliases?: string[]
  /** Pages are visited in this order, which is breadth first. */
  order: number
  /** Links between the start and this page. */
  depth: number
  kind: 'page' | 'sitemap'
  status: 'queued' | 'fetched' | 'failed' | 'skipped'
  /** Fetches begun, counted before each begins. */
  attempts: number
  redirects: number
  /** Milliseconds since 1970: not to be tried again sooner. */
  notBefore?: number
  httpStatus?: number
  failure?: Failure
  content?: PageContent
  /** The code of its content's `unread`, to count by. */
  unreadCode?: string
  /** The page whose address this one says is its own: takes this one's place if it can be had. */
  canonicalKey?: string
  /** Against the crawl before. */
  change?: 'new' | 'changed' | 'unchanged'
}

/** The commit point of a crawl. */
export type CrawlDocument = Leased & {
  sourceId: string
  version: number
  url: string
  maxPages: number
  createdAt: string
  finishedAt?: string
  state: 'running' | 'finished' | 'cancelled'
  /** The finished crawl of the same source that this one is compared with. Its presence makes this a re-crawl. */
  previousId?: string
  error?: Failure
}

export const crawls = collection<CrawlDocument>('crawler-crawls', [
  { fields: ['sourceId', 'createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])
export const pages = collection<PageDocument>(
  'crawler-pages',
  [{ fields: ['crawlId', 'order'] }, { fields: ['crawlId', 'status'] }, { fields: ['crawlId', 'unreadCode'] }],
  {
    // The source reads it, and the next crawl compares with it and takes it where a page did not change.
    refersTo: ({ body: { content } }) => (content ? { blobs: [content.blobId] } : {}),
  },
)
