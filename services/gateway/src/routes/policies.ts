import {
  id,
  pageRequest,
  policy,
  policyCreate,
  policyDelete,
  policyInput,
  policyList,
  policyPatch,
  policyRead,
  policyUpdate,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { access: 'policies', tag: 'Policies' } as const
const params = z.object({ policyId: id })

/** What answers may say, and what may be asked. */
export const policyRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/policies',
    summary: 'List policies',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: policyList.reply,
    handle: ({ context, query }) => context.ask(policyList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/policies',
    summary: 'Make a policy',
    body: policyInput,
    status: 201,
    reply: policy,
    handle: ({ context, body, operationId }) => context.ask(policyCreate, { operationId, policy: body }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/policies/:policyId',
    summary: 'Read a policy',
    params,
    status: 200,
    reply: policy,
    handle: ({ context, params }) => context.ask(policyRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/policies/:policyId',
    summary: 'Change a policy',
    description: 'Any field but `type`; a `config` has to fit the type that the policy has.',
    params,
    body: policyPatch,
    status: 200,
    reply: policy,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(policyUpdate, { ...params, patch: body }),
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/policies/:policyId',
    summary: 'Delete a policy',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(policyDelete, params)
    },
  }),
]
