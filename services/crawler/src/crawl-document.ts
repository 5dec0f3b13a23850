import type { Crawl } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A page on its way: where it stands, and what it became. Only fetched pages have a blob. */
export type Page = {
  url: string
  status: 'queued' | 'fetched' | 'failed' | 'skipped'
  /** Fetches begun, counted before each begins. */
  attempts: number
  httpStatus?: number
  failure?: { code: string; message: string }
  content?: { url: string; blobId: string; contentType: string; bytes: number; sha256: string }
}

/**
 * The commit point of a crawl. `dueAt` (milliseconds since 1970) is when somebody should look at it next: at once, when a
 * failed page may be tried again, or when the lease of whoever works on it runs out. It is absent once finished.
 */
export type CrawlDocument = {
  sourceId: string
  version: number
  url: string
  maxPages: number
  createdAt: string
  state: 'running' | 'finished'
  pages: Page[]
  dueAt?: number
  /** Names the claim that is at work; a commit of any other claim changes nothing. */
  claim?: string
}

export const crawls = collection<CrawlDocument>('crawler-crawls', [
  { fields: ['sourceId'] },
  { fields: ['dueAt'], acrossTenants: true },
])

/** A crawl as clients read it. */
export const toCrawl = (id: string, { sourceId, url, state, createdAt, pages }: CrawlDocument): Crawl => ({
  id,
  sourceId,
  url,
  state,
  createdAt,
  pages: pages.map(({ url, status, httpStatus, failure }) => ({
    url,
    status,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(failure && { reason: failure.message }),
  })),
})
