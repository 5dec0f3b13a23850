import { type Actor, invalidNamedField } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { RouteInput } from '../routes/route.ts'

/** Throws `invalid_request`, under the name of the field, when the tenant has no such agent. */
export async function requireAgent(
  agentId: string,
  path: string,
  { tenant, collections }: GatewayContext,
): Promise<{ id: string; name: string }> {
  const stored = await collections.agents.get(tenant, agentId)
  if (!stored) throw invalidNamedField(path, 'There is no such agent.')
  return { id: agentId, name: stored.body.name }
}

/** In whose name a request changes something: the agent that it names, or the API key. */
export async function actorOf({
  agentId,
  caller,
  context,
}: Pick<RouteInput, 'agentId' | 'caller' | 'context'>): Promise<Actor> {
  if (agentId === '') return { kind: 'api', id: caller.keyId }
  return { kind: 'agent', ...(await requireAgent(agentId, 'x-agent-id', context)) }
}
