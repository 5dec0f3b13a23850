import { type AgentAvailability, type BodyOf, gateway } from '@frontdesk/contracts'
import type { NewEvent, Stored } from '@frontdesk/documents'
import type { GatewayContext } from '../context.ts'
import type { AgentRecord } from './agent-document.ts'

/** What automatic assignment knows of an agent. */
const availabilityOf = (agentId: string, { status, available, capacity, outOfOffice }: AgentRecord) => ({
  agentId,
  isActive: (status ?? 'active') === 'active',
  available,
  ...(capacity !== undefined && { capacity }),
  ...(outOfOffice && { outOfOffice }),
})

/** The availability of these agents; unknown ones are left out. */
export async function readAvailability(
  { agentIds }: BodyOf<typeof gateway.queries.agentAvailabilityRead>,
  { tenant, collections }: GatewayContext,
): Promise<{ items: AgentAvailability[] }> {
  const stored = await collections.agents.getMany(tenant, agentIds)
  return { items: stored.map(({ id, body }) => availabilityOf(id, body)) }
}

/** An agent's new record, for a commit, with the event that automatic assignment waits for where its availability changed. */
export function changed(
  { id, body }: Stored<AgentRecord>,
  after: AgentRecord,
  { event }: GatewayContext,
): { body: AgentRecord; events: NewEvent[] } {
  const isSame = JSON.stringify(availabilityOf(id, body)) === JSON.stringify(availabilityOf(id, after))
  return { body: after, events: isSame ? [] : [event(gateway.events.agentChanged, { agentId: id })] }
}
