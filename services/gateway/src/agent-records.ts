import { type Actor, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { Caller } from './authenticate.ts'
import type { GatewayContext } from './context.ts'

export const agentInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  role: z.enum(['agent', 'manager', 'admin']).default('agent'),
  available: z.boolean().default(true),
})
export const agentPatch = z
  .strictObject({ ...agentInput.shape, role: agentInput.shape.role.unwrap(), available: z.boolean() })
  .partial()

/** A person of the tenant who answers, as it is stored. */
export type AgentRecord = z.output<typeof agentInput> & { createdAt: string; updatedAt: string }

const timestamp = z.string().meta({ format: 'date-time' })
/** An agent as the API shows it. */
export const agent = z.object({
  id: z.string(),
  ...agentInput.shape,
  role: agentInput.shape.role.unwrap(),
  available: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** Throws `invalid_request`, under the name of the field, when the tenant has no such agent. */
export async function requireAgent(
  agentId: string,
  path: string,
  { tenant, collections }: GatewayContext,
): Promise<{ id: string; name: string }> {
  const stored = await collections.agents.get(tenant, agentId)
  if (stored) return { id: agentId, name: stored.body.name }
  const errors = [{ path, message: 'There is no such agent.' }]
  throw new ServiceError('invalid_request', { detail: `${path}: There is no such agent.`, errors })
}

/** In whose name a request changes something: the agent that it names, or the API key. */
export async function actorOf({
  agentId,
  caller,
  context,
}: {
  agentId: string
  caller: Caller
  context: GatewayContext
}): Promise<Actor> {
  if (agentId === '') return { kind: 'api', id: caller.keyId }
  return { kind: 'agent', ...(await requireAgent(agentId, 'x-agent-id', context)) }
}
