import { crawl, crawlCancel, crawlPagesRequest, crawlRead, crawlRerun, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const
const params = z.object({ crawlId: id })

/** What became of the pages of URL sources. */
export const crawlRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/crawls/:crawlId',
    summary: 'Read a crawl and its pages',
    description: 'Each page with its status and, unless it was fetched, the reason.',
    params,
    query: z.strictObject(crawlPagesRequest.shape),
    status: 200,
    reply: crawl,
    handle: ({ context, params, query }) => context.ask(crawlRead, { ...params, ...query }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/crawls/:crawlId/rerun',
    summary: 'Crawl again',
    description: 'Asks only for what changed since; the source gets a new version if something did.',
    params,
    status: 202,
    reply: crawl,
    refusals: ['conflict'],
    handle: ({ context, params, operationId }) => context.ask(crawlRerun, { ...params, operationId }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/crawls/:crawlId/cancel',
    summary: 'End a running crawl',
    description: 'Its source fails as `cancelled`, or keeps the version it has. A crawl that has ended stays as it is.',
    params,
    status: 202,
    reply: crawl,
    handle: ({ context, params }) => context.ask(crawlCancel, params),
  }),
]
