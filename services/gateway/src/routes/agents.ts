import { derivedId, id, pageOf, pageRequest, ServiceError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { type AgentRecord, agent, agentInput, agentPatch } from '../agent-records.ts'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'Agents' } as const
const params = z.object({ agentId: id })
const shown = (agentId: string, record: AgentRecord): z.output<typeof agent> => ({ id: agentId, ...record })
const noAgent = () => new ServiceError('not_found', { detail: 'There is no such agent.' })

/** The people of a tenant who answer. */
export const agentRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/agents',
    summary: 'List agents',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: pageOf(agent),
    async handle({ context, query: { limit, cursor } }) {
      const { items, nextCursor } = await context.collections.agents.find(context.tenant, {
        sort: { field: 'createdAt', direction: 'desc' },
        limit,
        ...(cursor && { cursor }),
      })
      return { items: items.map(({ id, body }) => shown(id, body)), nextCursor }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/agents',
    summary: 'Add an agent',
    body: agentInput,
    status: 201,
    reply: agent,
    async handle({ context, body, operationId }) {
      const now = timestampOf(context.clock)
      const agentId = derivedId('agt', context.tenant, operationId)
      const { stored } = await context.collections.agents.insert(context.tenant, agentId, {
        ...body,
        createdAt: now,
        updatedAt: now,
      })
      return shown(agentId, stored.body)
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/agents/:agentId',
    summary: 'Read an agent',
    params,
    status: 200,
    reply: agent,
    async handle({ context, params: { agentId } }) {
      const stored = await context.collections.agents.get(context.tenant, agentId)
      if (!stored) throw noAgent()
      return shown(agentId, stored.body)
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/agents/:agentId',
    summary: 'Change an agent',
    params,
    body: agentPatch,
    status: 200,
    reply: agent,
    async handle({ context, params: { agentId }, body }) {
      const stored = await context.commit(context.collections.agents, agentId, (current) => {
        if (!current) throw noAgent()
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        return { body: { ...current.body, ...given, updatedAt: timestampOf(context.clock) } }
      })
      return shown(agentId, stored!.body)
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/agents/:agentId',
    summary: 'Remove an agent',
    description: 'What they wrote and what was assigned to them keeps their id.',
    params,
    status: 204,
    async handle({ context, params: { agentId } }) {
      if (!(await context.collections.agents.remove(context.tenant, agentId))) throw noAgent()
    },
  }),
]
