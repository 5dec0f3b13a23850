import { z } from 'zod'
import { event, query } from './define.ts'
import { id } from './identifiers.ts'
import { failure, timestamp } from './records.ts'

export const crawlPage = z.object({
  url: z.string(),
  status: z.enum(['queued', 'fetched', 'failed', 'skipped']),
  httpStatus: z.number().int().optional(),
  reason: z.string().optional(),
})

export const crawl = z.object({
  id: z.string(),
  sourceId: z.string(),
  url: z.string(),
  state: z.enum(['running', 'finished']),
  createdAt: timestamp,
  pages: z.array(crawlPage),
})
export type Crawl = z.output<typeof crawl>

export const crawlRead = query('query.crawler.crawl.read.v1', z.object({ crawlId: id }), crawl)

/** The crawl ended: the pages that could be fetched, each in a blob, or the reason why there is none. */
export const crawlFinished = event(
  'event.crawler.crawl.finished.v1',
  z.object({
    sourceId: id,
    version: z.number().int(),
    crawlId: id,
    pages: z.array(
      z.object({ url: z.string(), blobId: id, contentType: z.string(), bytes: z.number().int(), sha256: z.string() }),
    ),
    error: failure.optional(),
  }),
)
