import { analytics, derivedId, id, pageOf, pageRequest, platformTenant } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { beginErasure, readErasure } from '../erasure/erase-tenants.ts'
import { erasure } from '../erasure/erasure-document.ts'
import { issueKey } from '../keys/issue-key.ts'
import { makeLink } from '../people/sign-in-links.ts'
import { tenant } from '../tenants/tenant-document.ts'
import { newestFirst } from './newest-first.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'admin-token', tag: 'Tenants' } as const

/** Tenants of this installation, for whoever runs it. */
export const tenantRoutes = [
  jsonRoute('GET /admin/tenants', {
    ...common,
    name: 'listTenants',
    summary: 'List tenants',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(tenant),
    async handle({ context, query }) {
      const { items, nextCursor } = await context.collections.tenants.find(platformTenant, newestFirst(query))
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
  jsonRoute('POST /admin/tenants', {
    ...common,
    name: 'createTenant',
    summary: 'Create a tenant and its first API key',
    description:
      'Only this reply shows `apiKey`, which has the scope `admin` in that tenant, and `setupUrl`, where its first admin chooses a password, within 7 days.',
    body: z.strictObject({ name: z.string().max(200).trim().min(1) }),
    status: 201,
    reply: z.object({ tenant: z.string().describe('Id of the tenant'), apiKey: z.string(), setupUrl: z.string() }),
    showsSecret: true,
    async handle({ context, body, operationId }) {
      const id = derivedId('ten', operationId)
      const made = { name: body.name, createdAt: timestampOf(context.clock) }
      await context.collections.tenants.insert(platformTenant, id, made)
      const { key } = await issueKey(context.forTenant(id), operationId, { name: 'first key', scopes: ['admin'] })
      const link = await makeLink('setup', undefined, context.forTenant(id))
      return { tenant: id, apiKey: key, setupUrl: link.url }
    },
  }),
  jsonRoute('DELETE /admin/tenants/:tenantId', {
    ...common,
    name: 'eraseTenant',
    summary: 'Erase a tenant',
    description:
      'The tenant’s keys stop working within 2 s. A job removes its documents, blobs, chunks and stored events, twice, to include requests that were in progress. The job stays and reports what was removed. The tenant `default` is created again, empty, when a gateway starts.',
    params: z.object({ tenantId: id }),
    status: 202,
    reply: z.object({ jobId: z.string(), tenant: z.string() }),
    refusals: ['not_found'],
    async handle({ context, params: { tenantId }, operationId }) {
      return { jobId: await beginErasure(tenantId, derivedId('job', operationId), context), tenant: tenantId }
    },
  }),
  jsonRoute('GET /admin/log', {
    ...common,
    name: 'listPlatformLog',
    summary: 'List when tenants were created and erased',
    description: 'Newest first, by tenant id. This log stays when a tenant, with its own audit log, is erased.',
    query: z.strictObject(analytics.queries.logList.body.omit({ kind: true }).shape),
    reply: analytics.queries.logList.reply,
    handle: ({ context, query }) => context.ask(analytics.queries.logList, query),
  }),
  jsonRoute('GET /admin/jobs/:jobId', {
    ...common,
    name: 'getTenantErasure',
    summary: 'Read the progress and report of a tenant erasure',
    params: z.object({ jobId: id }),
    reply: erasure,
    refusals: ['not_found'],
    handle: ({ context, params }) => readErasure(params.jobId, context),
  }),
]
