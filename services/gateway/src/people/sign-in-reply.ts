import { grantedScope, platformTenant, roleScopes } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { z } from 'zod'
import { type AgentRecord, agent, shownAgent } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import type { EntryReply } from '../routes/entry.ts'
import { logSignIn } from './log-sign-in.ts'
import type { SessionRecord } from './session-document.ts'
import { beginSession, endOfSession } from './sessions.ts'
import { noteNetwork } from './sign-in.ts'

/** Who has signed in, where, and what that allows. */
export const signedIn = z
  .object({
    agent,
    tenant: z.object({ id: z.string(), name: z.string() }),
    scopes: z.array(grantedScope),
    expiresAt: z.string().meta({ format: 'date-time' }).describe('When the session ends unless it is used again'),
  })
  .meta({ id: 'SignedIn' })

/** What the API shows of a session to its agent. */
export async function shownSession(
  agent: Stored<AgentRecord>,
  session: SessionRecord,
  { collections }: GatewayContext,
): Promise<z.output<typeof signedIn>> {
  const tenant = await collections.tenants.get(platformTenant, agent.tenant)
  return {
    agent: shownAgent(agent.id, agent.body),
    tenant: { id: agent.tenant, name: tenant?.body.name ?? '' },
    scopes: [...roleScopes[agent.body.role]],
    expiresAt: new Date(endOfSession(session)).toISOString(),
  }
}

type Client = { ip: string; network: string; userAgent: string }

/** Signs an agent in: a new session, its line in the log, the reply that carries the cookie. `how` is the action logged. */
export async function signInAs(
  agent: Stored<AgentRecord>,
  client: Client,
  how: string,
  context: GatewayContext,
  by: Pick<Parameters<typeof beginSession>[1], 'provider'> = {},
): Promise<EntryReply> {
  const own = context.forTenant(agent.tenant)
  const { token, session } = await beginSession(agent, { ...client, ...by }, own)
  await noteNetwork(agent, client.network, own)
  await logSignIn({ kind: 'session', actor: { kind: 'agent', id: agent.id }, action: how, targetId: session.id }, own)
  return { body: await shownSession(agent, session.body, own), session: token }
}
