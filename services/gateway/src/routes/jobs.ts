import { connectorSync, contactErasure, contactJobWithRows, id, job, pageOf, pageRequest } from '@frontdesk/contracts'
import { z } from 'zod'
import { cancelJob, listJobs, ownerOf } from '../jobs/job-owners.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Jobs' } as const

/** Jobs on sources, imports of contacts, syncs of connectors. */
const anyJob = z.union([contactErasure, contactJobWithRows, connectorSync, job]).meta({ id: 'Job' })

/** Work on many things at once. */
export const jobRoutes = [
  jsonRoute('GET /api/jobs', {
    ...common,
    name: 'listJobs',
    summary: 'List jobs',
    description:
      'Only jobs that the caller’s other scopes allow: imports and erasures of contacts with `contacts:read`, runs of test suites and rehearsals with `policies:read`, syncs of connectors and replays of webhooks with `settings`.',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(anyJob),
    handle: ({ context, caller, query }) => listJobs(query, caller, context),
  }),
  jsonRoute('GET /api/jobs/:jobId', {
    ...common,
    name: 'getJob',
    summary: 'Read a job and the state of each item',
    description: '404 for a job that `GET /api/jobs` does not list.',
    params: z.object({ jobId: id }),
    reply: anyJob,
    handle: async ({ context, caller, params: { jobId } }) => ownerOf(jobId, caller).read(jobId, context),
  }),
  jsonRoute('POST /api/jobs/:jobId/cancel', {
    ...common,
    name: 'cancelJob',
    summary: 'Cancel what a job has not done yet',
    description:
      'Items that have not started, and files whose text has not been read yet, end as `cancelled`, soon after the reply; the others are finished. Finished jobs don’t change.',
    params: z.object({ jobId: id }),
    reply: anyJob,
    refusals: ['conflict'],
    handle: async ({ context, caller, params: { jobId } }) => cancelJob(jobId, caller, context),
  }),
]
