import { id, job, jobList, jobRead, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', tag: 'Jobs', status: 200 } as const

/** Work on many things at once. */
export const jobRoutes = [
  route({
    ...common,
    url: '/api/jobs',
    summary: 'List jobs',
    query: z.strictObject(pageRequest.shape),
    reply: jobList.reply,
    handle: ({ context, query }) => context.ask(jobList, query),
  }),
  route({
    ...common,
    url: '/api/jobs/:jobId',
    summary: 'Read a job and the state of each item',
    params: z.object({ jobId: id }),
    reply: job,
    handle: ({ context, params }) => context.ask(jobRead, params),
  }),
]
