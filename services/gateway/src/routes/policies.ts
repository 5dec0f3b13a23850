import { id, pageOf, pageRequest, policy, policyEngine, policyInput, policyPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'policies', tag: 'Policies' } as const
const params = z.object({ policyId: id })

/** What answers may say, and what may be asked. */
export const policyRoutes = [
  jsonRoute('GET /api/policies', {
    ...common,
    name: 'listPolicies',
    summary: 'List policies',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(policy),
    handle: ({ context, query }) => context.ask(policyEngine.queries.policyList, query),
  }),
  jsonRoute('POST /api/policies', {
    ...common,
    name: 'createPolicy',
    summary: 'Create a policy',
    body: policyInput,
    status: 201,
    reply: policy,
    handle: ({ context, body, operationId }) =>
      context.ask(policyEngine.queries.policyCreate, { operationId, policy: body }),
  }),
  jsonRoute('GET /api/policies/:policyId', {
    ...common,
    name: 'getPolicy',
    summary: 'Read a policy',
    params,
    reply: policy,
    handle: ({ context, params }) => context.ask(policyEngine.queries.policyRead, params),
  }),
  jsonRoute('PATCH /api/policies/:policyId', {
    ...common,
    name: 'updatePolicy',
    summary: 'Change a policy',
    description: 'Every field except `type`. `config` must match the type of the policy.',
    params,
    body: policyPatch,
    reply: policy,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(policyEngine.queries.policyUpdate, { ...params, patch: body }),
  }),
  jsonRoute('DELETE /api/policies/:policyId', {
    ...common,
    name: 'deletePolicy',
    summary: 'Delete a policy',
    params,
    handle: ({ context, params }) => context.ask(policyEngine.queries.policyDelete, params),
  }),
]
