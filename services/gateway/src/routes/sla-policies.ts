import { chat, id, pageRequest, slaPolicy, slaPolicyInput, slaPolicyPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Service levels' } as const
const params = z.object({ slaPolicyId: id })

/** Targets for how fast people answer. */
export const slaPolicyRoutes = [
  jsonRoute('GET /api/sla-policies', {
    ...common,
    name: 'listSlaPolicies',
    summary: 'List service-level policies',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.slaPolicyList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.slaPolicyList, query),
  }),
  jsonRoute('POST /api/sla-policies', {
    ...common,
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
  jsonRoute('GET /api/sla-policies/:slaPolicyId', {
    ...common,
    name: 'getSlaPolicy',
    summary: 'Read a service-level policy',
    params,
    reply: slaPolicy,
    handle: ({ context, params }) => context.ask(chat.queries.slaPolicyRead, params),
  }),
  jsonRoute('PATCH /api/sla-policies/:slaPolicyId', {
    ...common,
    name: 'updateSlaPolicy',
    summary: 'Change a service-level policy',
    description: 'Conversations that it applies to already keep their targets.',
    params,
    body: slaPolicyPatch,
    reply: slaPolicy,
    handle: ({ context, params, body }) => context.ask(chat.queries.slaPolicyUpdate, { ...params, patch: body }),
  }),
  jsonRoute('DELETE /api/sla-policies/:slaPolicyId', {
    ...common,
    name: 'deleteSlaPolicy',
    summary: 'Delete a service-level policy',
    description: 'Conversations that it applies to already keep their targets.',
    params,
    handle: ({ context, params }) => context.ask(chat.queries.slaPolicyDelete, params),
  }),
]
