import { id, job, jobList, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { listJobs, ownerOf } from '../job-owners.ts'
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
    handle: ({ context, query }) => listJobs(query, context),
  }),
  route({
    ...common,
    url: '/api/jobs/:jobId',
    summary: 'Read a job and the state of each item',
    params: z.object({ jobId: id }),
    reply: job,
    handle: ({ context, params }) => ownerOf(params.jobId).read(params.jobId, context),
  }),
]
