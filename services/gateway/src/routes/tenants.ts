import { analyticsLog, derivedId, id, pageRequest } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { beginErasure, readErasure } from '../erase-tenants.ts'
import { erasure } from '../erasure-record.ts'
import { issueKey } from '../issue-key.ts'
import { platformTenant, tenant } from '../key-records.ts'
import { route } from '../route.ts'

const admin = { access: 'admin-token', tag: 'Tenants' } as const
const common = { ...admin, url: '/admin/tenants' } as const

/** Tenants of this installation, for whoever runs it. */
export const tenantRoutes = [
  route({
    ...common,
    method: 'GET',
    summary: 'List tenants',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: z.object({ items: z.array(tenant), nextCursor: z.string().nullable() }),
    async handle({ context, query: { limit, cursor } }) {
      const { items, nextCursor } = await context.collections.tenants.find(platformTenant, {
        sort: { field: 'createdAt', direction: 'desc' },
        limit,
        ...(cursor && { cursor }),
      })
      return {
        items: items.map(({ id, body: { name, createdAt, erasure } }) => ({
          id,
          name,
          createdAt,
          ...(erasure && { erasure }),
        })),
        nextCursor,
      }
    },
  }),
  route({
    ...common,
    method: 'POST',
    summary: 'Make a tenant and its first API key',
    description: 'The reply shows `apiKey`, which has the scope `admin` in that tenant, this once.',
    body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
    status: 201,
    reply: z.object({ tenant: z.string().describe('Its id'), apiKey: z.string() }),
    showsSecret: true,
    async handle({ context, body, operationId }) {
      const id = derivedId('ten', operationId)
      const made = { name: body.name, createdAt: timestampOf(context.clock) }
      await context.collections.tenants.insert(platformTenant, id, made)
      const { key } = await issueKey(context.forTenant(id), operationId, { name: 'first key', scopes: ['admin'] })
      return { tenant: id, apiKey: key }
    },
  }),
  route({
    ...admin,
    method: 'DELETE',
    url: '/admin/tenants/:tenantId',
    summary: 'Erase a tenant',
    description:
      'Its keys stop working within 2 s; documents, blobs, chunks and stored events of it are removed by a job, twice, so that nothing that was on its way stays. The job outlives the tenant and says what was removed. The tenant `default` is made anew, empty, when a gateway starts.',
    params: z.object({ tenantId: id }),
    status: 202,
    reply: z.object({ jobId: z.string(), tenant: z.string() }),
    refusals: ['not_found'],
    async handle({ context, params: { tenantId }, operationId }) {
      return { jobId: await beginErasure(tenantId, derivedId('job', operationId), context), tenant: tenantId }
    },
  }),
  route({
    ...admin,
    method: 'GET',
    url: '/admin/log',
    summary: 'List which tenants were made and erased, when',
    description: 'Newest first, by ids. The log of a tenant itself goes with it; this one stays.',
    query: z.strictObject(analyticsLog.body.omit({ kind: true }).shape),
    status: 200,
    reply: analyticsLog.reply,
    handle: ({ context, query }) => context.ask(analyticsLog, query),
  }),
  route({
    ...admin,
    method: 'GET',
    url: '/admin/jobs/:jobId',
    summary: 'Read how far the erasure of a tenant is, and what was removed',
    params: z.object({ jobId: id }),
    status: 200,
    reply: erasure,
    refusals: ['not_found'],
    handle: ({ context, params }) => readErasure(params.jobId, context),
  }),
]
