import { invalidNamedField } from '@frontdesk/contracts'
import { requireAgentKey } from '../people/acting-agent.ts'
import type { RouteInput } from '../routes/route.ts'
import { requireAgent } from './require-agent.ts'

type Asking = Pick<RouteInput, 'agentId' | 'context' | 'caller'>

/**
 * The agent who asks, by id; nothing when a request names none. Throws `invalid_request` for one that the tenant has not, and
 * `not_this_agent` for one that the caller may not be.
 */
export async function viewerOf({ agentId, context, caller }: Asking): Promise<{ agentId?: string }> {
  if (agentId === '') return {}
  await requireAgentKey(caller, context)
  return { agentId: (await requireAgent(agentId, 'x-agent-id', context)).id }
}

/** The agent who asks. Throws `invalid_request` when the request names none that there is; as `viewerOf`. */
export async function requireViewer(input: Asking): Promise<{ agentId: string }> {
  const { agentId } = await viewerOf(input)
  if (agentId !== undefined) return { agentId }
  throw invalidNamedField('x-agent-id', 'Name the agent.')
}
