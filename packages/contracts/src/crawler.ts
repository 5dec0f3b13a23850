import { z } from 'zod'
import { event, owner, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { failure, progress, timestamp } from './records.ts'

/** What became of one address of a site. */
export const crawlPage = z.object({
  url: z.string(),
  status: z
    .enum(['queued', 'fetched', 'failed', 'skipped', 'no_text'])
    .describe('`no_text`: fetched, but nothing could be read from it'),
  depth: z.number().int().describe('Links between the start and this page'),
  httpStatus: z.number().int().optional(),
  reason: z.string().optional(),
  unreadCode: z.string().optional().describe('Why nothing could be read: an error code such as `no_text`'),
  contentType: z.string().optional(),
  bytes: z.number().int().optional(),
  change: z.enum(['new', 'changed', 'unchanged']).optional().describe('Compared with the previous crawl'),
})

export const crawl = z.object({
  id: z.string(),
  sourceId: z.string(),
  url: z.string(),
  maxPages: z.number().int(),
  state: z.enum(['running', 'finished', 'cancelled']),
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
  previousId: z.string().optional().describe('The crawl that this one is compared with'),
  error: failure.optional(),
  counts: z.object({
    queued: z.number(),
    fetched: z.number().describe('Without those of `noText`'),
    failed: z.number(),
    skipped: z.number(),
    noText: z.number().describe('Fetched pages that nothing could be read from'),
  }),
  pages: z.array(crawlPage).describe('In the order in which they are visited'),
  nextCursor: z.string().nullable().describe('Of the pages'),
})
export type Crawl = z.output<typeof crawl>

/** How pages of a crawl are asked for: as many as fit in a reply, unless told fewer. */
export const crawlPagesRequest = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cursor: z.string().max(1_024).optional(),
})

/** What to say of an error about a web page: of one without text also the probable cause, and what to do. */
export const messageOfPage = ({ code, message }: { code: string; message: string }, contentType: string): string =>
  code === 'no_text' && /html/.test(contentType)
    ? `${message} It probably needs a browser (JavaScript) to show its text; add the text as a file or page of its own.`
    : message

/** Everything that crawler answers and tells. */
export const crawler = owner('crawler', {
  queries: {
    crawlRead: query('query.crawler.crawl.read.v1', crawlPagesRequest.extend({ crawlId: id }), crawl),
    /** Crawls again what that crawl's source is made from; a `conflict` while one is running. */
    crawlRerun: query('query.crawler.crawl.rerun.v1', z.object({ operationId, crawlId: id }), crawl),
    /** Ends a running crawl; what has ended stays as it is. */
    crawlCancel: query('query.crawler.crawl.cancel.v1', z.object({ crawlId: id }), crawl),
  },
  events: {
    /** How far a crawl has come, now and then. */
    crawlProgressed: event(
      'event.crawler.crawl.progressed.v1',
      z.object({ sourceId: id, version: z.number().int(), crawlId: id, progress }),
    ),
    /**
     * The crawl ended: the pages that could be fetched, each in a blob, or the reason why there is none. A re-crawl
     * (`previousId`) is of no version: whether there is to be a new one is ingest's to say, unless `isUnchanged`.
     */
    crawlFinished: event(
      'event.crawler.crawl.finished.v1',
      z.object({
        sourceId: id,
        version: z.number().int(),
        crawlId: id,
        pages: z.array(
          z.object({
            url: z.string(),
            blobId: id,
            contentType: z.string(),
            bytes: z.number().int(),
            sha256: z.string(),
          }),
        ),
        error: failure.optional(),
        previousId: id.optional(),
        isUnchanged: z.boolean().optional(),
      }),
    ),
  },
})
