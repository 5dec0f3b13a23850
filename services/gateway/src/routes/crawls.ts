import { crawl, crawler, crawlPagesRequest, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const
const params = z.object({ crawlId: id })

/** What became of the pages of URL sources. */
export const crawlRoutes = [
  jsonRoute('GET /api/crawls/:crawlId', {
    ...common,
    name: 'getCrawl',
    summary: 'Read a crawl and its pages',
    description: 'Lists each page with its status and, if it was not fetched, the reason.',
    params,
    query: z.strictObject(crawlPagesRequest.shape),
    reply: crawl,
    handle: ({ context, params, query }) => context.ask(crawler.queries.crawlRead, { ...params, ...query }),
  }),
  jsonRoute('POST /api/crawls/:crawlId/rerun', {
    ...common,
    name: 'rerunCrawl',
    summary: 'Crawl again',
    description: 'Fetches only changed pages. The source gets a new version if any page changed.',
    params,
    status: 202,
    reply: crawl,
    refusals: ['conflict'],
    handle: ({ context, params, operationId }) => context.ask(crawler.queries.crawlRerun, { ...params, operationId }),
  }),
  jsonRoute('POST /api/crawls/:crawlId/cancel', {
    ...common,
    name: 'cancelCrawl',
    summary: 'Cancel a running crawl',
    description: 'The source fails with `cancelled`, or keeps its current version. Finished crawls don’t change.',
    params,
    status: 202,
    reply: crawl,
    handle: ({ context, params }) => context.ask(crawler.queries.crawlCancel, params),
  }),
]
