import { id, pageOf, pageRequest, policy, policyEngine, policyInput, policyPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'policies', tag: 'Policies' } as const
const params = z.object({ policyId: id })

/** What answers may say, and what may be asked. */
export const policyRoutes = [
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/policies',
    name: 'listPolicies',
    summary: 'List policies',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: pageOf(policy),
    handle: ({ context, query }) => context.ask(policyEngine.queries.policyList, query),
  }),
  jsonRoute({
    ...common,
    method: 'POST',
    url: '/api/policies',
    name: 'createPolicy',
    summary: 'Create a policy',
    body: policyInput,
    status: 201,
    reply: policy,
    handle: ({ context, body, operationId }) =>
      context.ask(policyEngine.queries.policyCreate, { operationId, policy: body }),
  }),
  jsonRoute({
    ...common,
    method: 'GET',
    url: '/api/policies/:policyId',
    name: 'getPolicy',
    summary: 'Read a policy',
    params,
    status: 200,
    reply: policy,
    handle: ({ context, params }) => context.ask(policyEngine.queries.policyRead, params),
  }),
  jsonRoute({
    ...common,
    method: 'PATCH',
    url: '/api/policies/:policyId',
    name: 'updatePolicy',
    summary: 'Change a policy',
    description: 'Every field except `type`. `config` must match the type of the policy.',
    params,
    body: policyPatch,
    status: 200,
    reply: policy,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(policyEngine.queries.policyUpdate, { ...params, patch: body }),
  }),
  jsonRoute({
    ...common,
    method: 'DELETE',
    url: '/api/policies/:policyId',
    name: 'deletePolicy',
    summary: 'Delete a policy',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(policyEngine.queries.policyDelete, params)
    },
  }),
]
