import {
  connectorSync,
  contactErasure,
  contactJobWithRows,
  id,
  job,
  pageOf,
  pageRequest,
  ServiceError,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { listJobs, ownerOf } from '../job-owners.ts'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', tag: 'Jobs', status: 200 } as const

/** Jobs on sources, imports of contacts, syncs of connectors. */
const anyJob = z.union([job, contactErasure, contactJobWithRows, connectorSync])

/** Work on many things at once. */
export const jobRoutes = [
  route({
    ...common,
    url: '/api/jobs',
    summary: 'List jobs',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(anyJob),
    handle: ({ context, query }) => listJobs(query, context),
  }),
  route({
    ...common,
    url: '/api/jobs/:jobId',
    summary: 'Read a job and the state of each item',
    params: z.object({ jobId: id }),
    reply: anyJob,
    handle: ({ context, params }) => ownerOf(params.jobId).read(params.jobId, context),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/jobs/:jobId/cancel',
    summary: 'Cancel what a job has not begun',
    description:
      'Items that have not begun end as `cancelled`; the others go on to their end. A finished job stays so.',
    params: z.object({ jobId: id }),
    reply: anyJob,
    refusals: ['conflict'],
    async handle({ context, params: { jobId } }) {
      const { cancel } = ownerOf(jobId)
      if (!cancel) throw new ServiceError('conflict', { detail: 'Jobs of this kind run to their end.' })
      return cancel(jobId, context)
    },
  }),
]
