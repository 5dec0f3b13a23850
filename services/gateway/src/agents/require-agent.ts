import { type Actor, ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../keys/caller.ts'

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
