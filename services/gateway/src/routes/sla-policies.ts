import { chat, id, pageRequest, slaPolicy, slaPolicyInput, slaPolicyPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Service levels', status: 200 } as const
const params = z.object({ slaPolicyId: id })

/** Targets for how fast people answer. */
export const slaPolicyRoutes = [
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/sla-policies',
    name: 'listSlaPolicies',
    summary: 'List service-level policies',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.slaPolicyList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.slaPolicyList, query),
  }),
  jsonRoute({
    ...common,
    method: 'POST',
    url: '/api/sla-policies',
    name: 'createSlaPolicy',
    summary: 'Create a service-level policy',
    description:
      'Applies to conversations that go to people from now on: the enabled policy with the lowest `order` whose filter fits. Targets are in minutes.',
    body: slaPolicyInput,
    status: 201,
    reply: slaPolicy,
    refusals: ['conflict'],
    handle: ({ context, body, operationId }) =>
      context.ask(chat.queries.slaPolicyCreate, { operationId, policy: body }),
  }),
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/sla-policies/:slaPolicyId',
    name: 'getSlaPolicy',
    summary: 'Read a service-level policy',
    params,
    reply: slaPolicy,
    handle: ({ context, params }) => context.ask(chat.queries.slaPolicyRead, params),
  }),
  jsonRoute({
    ...common,
    method: 'PATCH',
    url: '/api/sla-policies/:slaPolicyId',
    name: 'updateSlaPolicy',
    summary: 'Change a service-level policy',
    description: 'Conversations that it applies to already keep their targets.',
    params,
    body: slaPolicyPatch,
    reply: slaPolicy,
    handle: ({ context, params, body }) => context.ask(chat.queries.slaPolicyUpdate, { ...params, patch: body }),
  }),
  jsonRoute({
    ...common,
    method: 'DELETE',
    url: '/api/sla-policies/:slaPolicyId',
    name: 'deleteSlaPolicy',
    summary: 'Delete a service-level policy',
    description: 'Conversations that it applies to already keep their targets.',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(chat.queries.slaPolicyDelete, params)
    },
  }),
]
