import { id, pageOf, pageRequest, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { z } from 'zod'
import { problemOf } from '../answer/problem.ts'
import type { GatewayContext } from '../context.ts'
import { mayUse } from '../keys/authenticate.ts'
import type { Caller } from '../keys/caller.ts'
import { givenPassword } from '../people/check-password.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { type SessionRecord, session } from '../people/session-document.ts'
import { checkCredentials } from '../people/sign-in.ts'
import { shownSession, signedIn, signInAs } from '../people/sign-in-reply.ts'
import { givenCode, requireCode } from '../second-factor/check-code.ts'
import { newestFirst } from './newest-first.ts'
import { entryRoute, jsonRoute } from './route.ts'

const tag = 'Signing in' as const

const shown = (caller: Caller, { id, body }: Stored<SessionRecord>): z.output<typeof session> => ({
  id,
  createdAt: body.createdAt,
  lastUsedAt: new Date(body.lastUsedAt).toISOString(),
  ip: body.ip,
  userAgent: body.userAgent,
  ...(body.provider !== undefined && { provider: body.provider }),
  current: id === caller.keyId,
})

/** The caller's agent and session as they are stored. Throws `unauthenticated` when one of them ended just now. */
async function ownOf(caller: Caller, { tenant, collections }: GatewayContext) {
  const [agent, own] = await Promise.all([
    collections.agents.get(tenant, caller.agentId!),
    collections.sessions.get(tenant, caller.keyId),
  ])
  if (!agent || !own) throw new ServiceError('unauthenticated')
  return { agent, own }
}

/** Sessions of people. */
export const sessionRoutes = [
  entryRoute('POST /api/session', {
    access: 'public',
    tag,
    name: 'signIn',
    summary: 'Sign in',
    description:
      'Sets a session cookie. The session ends 12 hours after its last use, at the latest 30 days after sign-in, and when the agent is removed, disabled, gets a lower role or another password. Whatever is wrong, the reply is 401 `wrong_credentials`, after the same time. From one network, ten attempts in 15 minutes are allowed for one e-mail address, and a hundred in total. Successful attempts don’t count, unless the address has another password in another tenant; to avoid that, name the `tenant`. With a second factor, the right password gets 401 `totp_required`; send the request again with `code`. A wrong code is 401 `wrong_code` and counts in the same way.',
    body: z.strictObject({
      email: z.string().max(254).trim().min(1),
      password: givenPassword,
      tenant: id.optional().describe('Which tenant, if this address and password are valid in several'),
      code: givenCode.optional(),
    }),
    status: 201,
    reply: signedIn,
    refusals: ['wrong_credentials', 'choose_tenant', 'totp_required', 'wrong_code'],
    async enter({ context, body, client }) {
      const { agents, tenants } = await checkCredentials({ ...body, network: client.network }, context)
      if (tenants.length > 1) {
        const refused = problemOf(new ServiceError('choose_tenant'), context.cause.correlationId)
        return { status: refused.status, body: { ...refused, tenants } }
      }
      await requireCode(agents[0]!, { code: body.code, network: client.network }, context)
      return signInAs(agents[0]!, client, 'sign_in', context)
    },
  }),
  jsonRoute('GET /api/session', {
    access: 'session',
    tag,
    name: 'getSession',
    summary: 'Read who has signed in',
    isOpenWithoutTotp: true,
    reply: signedIn,
    async handle({ context, caller }) {
      const { agent, own } = await ownOf(caller, context)
      return shownSession(agent, own.body, context)
    },
  }),
  entryRoute('DELETE /api/session', {
    access: 'session',
    tag,
    name: 'signOut',
    summary: 'Sign out',
    description: 'The session ends at once on this gateway, and within 2 seconds on every gateway.',
    isOpenWithoutTotp: true,
    async enter({ context, caller, authenticator }) {
      const own = context.forTenant(caller!.tenant)
      await own.collections.sessions.remove(caller!.tenant, caller!.keyId)
      authenticator.sessions.forget({ sessionId: caller!.keyId })
      const actor = { kind: 'agent' as const, id: caller!.agentId! }
      await logSignIn({ kind: 'session', actor, action: 'sign_out', targetId: caller!.keyId }, own)
      return { session: null }
    },
  }),
  jsonRoute('GET /api/sessions', {
    access: 'session',
    tag,
    name: 'listSessions',
    summary: 'List your own sessions',
    description: 'Newest first. `agentId` lists those of another agent, with the scope `admin`.',
    query: z.strictObject({ ...pageRequest.shape, agentId: id.optional() }),
    reply: pageOf(session),
    async handle({ context, caller, query: { agentId = caller.agentId!, ...page } }) {
      if (agentId !== caller.agentId && !mayUse(caller, 'admin')) throw new ServiceError('forbidden')
      const { items, nextCursor } = await context.collections.sessions.find(
        context.tenant,
        newestFirst(page, { agentId }),
      )
      return { items: items.map((each) => shown(caller, each)), nextCursor }
    },
  }),
  jsonRoute('DELETE /api/sessions/:sessionId', {
    access: 'session',
    tag,
    name: 'endSession',
    summary: 'End a session',
    description: 'One of your own sessions; with the scope `admin`, also one of any agent.',
    params: z.object({ sessionId: id }),
    async handle({ context, caller, params: { sessionId }, authenticator }) {
      const { tenant, collections } = context
      const found = await collections.sessions.get(tenant, sessionId)
      const isTheirs = found && (found.body.agentId === caller.agentId || mayUse(caller, 'admin'))
      if (!isTheirs) throw new ServiceError('not_found')
      await collections.sessions.remove(tenant, sessionId)
      authenticator.sessions.forget({ sessionId })
    },
  }),
]
