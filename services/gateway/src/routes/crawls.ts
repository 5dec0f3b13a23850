import { crawl, crawlRead, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** What became of each page of a URL source. */
export const crawlRoutes = [
  route({
    method: 'GET',
    url: '/api/crawls/:crawlId',
    access: 'knowledge',
    tag: 'Knowledge',
    summary: 'Read a crawl and its pages',
    params: z.object({ crawlId: id }),
    status: 200,
    reply: crawl,
    handle: ({ context, params }) => context.ask(crawlRead, params),
  }),
]
