import { derivedId, pageRequest } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { issueKey } from '../issue-key.ts'
import { platformTenant, tenant } from '../key-records.ts'
import { route } from '../route.ts'

const common = { access: 'admin-token', tag: 'Tenants', url: '/admin/tenants' } as const

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
      return { items: items.map(({ id, body }) => ({ id, ...body })), nextCursor }
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
]
