import type { Stored } from '@frontdesk/documents'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import type { Authenticator } from '../keys/caller.ts'
import { endSessions } from './sessions.ts'

/** After the epoch of an agent was raised: lets one session go on and ends the others. */
export async function endOtherSessions(
  { id, body }: Stored<AgentRecord>,
  sessionId: string,
  authenticator: Authenticator,
  context: GatewayContext,
): Promise<void> {
  await context.commit(context.collections.sessions, sessionId, (current) =>
    current ? { body: { ...current.body, epoch: body.signIn!.epoch } } : undefined,
  )
  authenticator.sessions.forget({ agentId: id })
  await endSessions(id, context, sessionId)
}
