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
import { jobScopes, listJobs, ownerOf } from '../job-owners.ts'
import { route } from '../route.ts'

const common = { method: 'GET', access: 'knowledge', orAccess: jobScopes, tag: 'Jobs', status: 200 } as const

/** Jobs on sources, imports of contacts, syncs of connectors. */
const anyJob = z.union([job, contactErasure, contactJobWithRows, connectorSync])

/** Work on many things at once. */
export const jobRoutes = [
  route({
    ...common,
    url: '/api/jobs',
    summary: 'List jobs',
    description: 'A key without the scope `knowledge` sees the jobs of its own scopes.',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(anyJob),
    handle: ({ context, query, caller }) => listJobs(query, caller, context),
  }),
  route({
    ...common,
    url: '/api/jobs/:jobId',
    summary: 'Read a job and the state of each item',
    params: z.object({ jobId: id }),
    reply: anyJob,
    handle: ({ context, params, caller }) => ownerOf(params.jobId, caller).read(params.jobId, context),
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
    async handle({ context, caller, params: { jobId } }) {
      const { cancel } = ownerOf(jobId, caller)
      if (!cancel) throw new ServiceError('conflict', { detail: 'Jobs of this kind run to their end.' })
      return cancel(jobId, context)
    },
  }),
]
