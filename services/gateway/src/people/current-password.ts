import { invalidNamedField } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { countTry } from './count-tries.ts'

/**
 * The agent of a session, whose own password this is. Throws `invalid_request` under the name of the field for another
 * password, or none, and `rate_limited`.
 */
export async function requireOwnPassword(
  { agentId, network }: { agentId: string; network: string },
  field: { name: string; password: string },
  context: GatewayContext,
): Promise<Stored<AgentRecord>> {
  const refund = await countTry('current-password', { network, about: agentId }, context)
  const agent = await context.collections.agents.get(context.tenant, agentId)
  const stored = agent?.body.signIn?.password
  if (!agent || !stored || (await context.state.hasher.matching(field.password, [stored], 'known')).length === 0)
    throw invalidNamedField(field.name, 'Is not your password.')
  await refund()
  return agent
}
