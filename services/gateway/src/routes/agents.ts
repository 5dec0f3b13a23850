import {
  derivedId,
  grantsAll,
  id,
  pageOf,
  pageRequest,
  platformTenant,
  roleScopes,
  ServiceError,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { type AgentRecord, agent, agentInput, agentPatch, shownAgent } from '../agents/agent-document.ts'
import { changed } from '../agents/availability.ts'
import { changeAgent, inUtc } from '../agents/change-agent.ts'
import { requireKeysOf, requireRole, requireRolesOf } from '../agents/prevent-privilege-escalation.ts'
import { protectLastAdmin } from '../agents/protect-last-admin.ts'
import { removeAgent } from '../agents/remove-agent.ts'
import type { GatewayContext } from '../context.ts'
import { mayUse } from '../keys/authenticate.ts'
import type { Caller } from '../keys/caller.ts'
import { revokeStrongerKeys } from '../keys/revoke-stronger-keys.ts'
import { inviteMail, mailLater } from '../people/mail-links.ts'
import { endSessions } from '../people/sessions.ts'
import { newSignIn, normalEmail, requireFreeAddress } from '../people/set-password.ts'
import { makeLink, removeLinks } from '../people/sign-in-links.ts'
import { removeTotp } from '../second-factor/set-up-totp.ts'
import { newestFirst } from './newest-first.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Agents' } as const
const params = z.object({ agentId: id })
const noAgent = () => new ServiceError('not_found', { detail: 'There is no such agent.' })
const link = z.object({
  url: z.string().describe('Shown only in this reply. Without `PUBLIC_URL`, a path of this server'),
  expiresAt: z.string().meta({ format: 'date-time' }),
})

/** Makes an agent one who may choose a password, and a link to do that; mailed where a mail server is set. */
async function invite(
  agentId: string,
  caller: Caller,
  context: GatewayContext,
): Promise<{ agent: Stored<AgentRecord>; url: string; expiresAt: number }> {
  const before = await context.collections.agents.get(context.tenant, agentId)
  if (!before) throw noAgent()
  requireRole(caller, before.body.role)
  await requireFreeAddress(before.body.email, agentId, context)
  const stored = await context.commit(context.collections.agents, agentId, (current) => {
    if (!current) throw noAgent()
    // Again: somebody else may have given another role meanwhile.
    requireRole(caller, current.body.role)
    const isIn = current.body.signIn !== undefined && current.body.status === 'active'
    if (current.body.signIn?.password || isIn || current.body.status === 'disabled')
      throw new ServiceError('conflict', { detail: 'This agent can already sign in, or is disabled.' })
    const signIn = current.body.signIn ?? newSignIn(current.body.email)
    return { body: { ...current.body, status: 'invited' as const, signIn } }
  })
  const { url, expiresAt } = await makeLink('invite', stored, context)
  const tenant = await context.collections.tenants.get(platformTenant, context.tenant)
  mailLater(inviteMail(stored!.body, tenant?.body.name ?? '', url), context)
  return { agent: stored!, url, expiresAt }
}

/** The same, where the caller is an agent; an API key that is nobody's can take the last admin away. */
const protectLastAdminOf = <T>(
  agent: Stored<AgentRecord>,
  caller: Caller,
  change: () => Promise<T>,
  context: GatewayContext,
) => (caller.agentId === undefined ? change() : protectLastAdmin(agent, change, context))

/** Whoever manages agents sees how each of them signs in, and everybody how they do themselves. */
const shownTo = (caller: Caller, agentId: string, record: AgentRecord) => {
  const { hasPassword, hasTotp, ...shown } = shownAgent(agentId, record)
  const isForCaller = mayUse(caller, 'settings') || caller.agentId === agentId
  return isForCaller ? { ...shown, hasPassword, hasTotp } : shown
}
const signInIsShown = 'With `settings:read`, `hasPassword` and `hasTotp` are shown only for your own agent.'

/** The people of a tenant who answer. */
export const agentRoutes = [
  jsonRoute('GET /api/agents', {
    ...common,
    name: 'listAgents',
    summary: 'List agents',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(agent),
    description: signInIsShown,
    async handle({ context, caller, query }) {
      const { items, nextCursor } = await context.collections.agents.find(context.tenant, newestFirst(query))
      return { items: items.map(({ id, body }) => shownTo(caller, id, body)), nextCursor }
    },
  }),
  jsonRoute('POST /api/agents', {
    ...common,
    name: 'createAgent',
    summary: 'Add an agent',
    description:
      '`invite` creates a link with which that person chooses a password, as `POST /api/agents/{agentId}/invite` does. It needs an e-mail address with which no other agent of the tenant signs in. `invite`, and the role `admin`, need the scopes of the role.',
    body: agentInput.extend({ invite: z.boolean().default(false) }),
    status: 201,
    reply: agent.extend({ inviteUrl: link.shape.url.optional() }).meta({ id: 'CreatedAgent' }),
    showsSecret: true,
    refusals: ['conflict'],
    async handle({ context, caller, body: { invite: isInvited, ...body }, operationId }) {
      const now = timestampOf(context.clock)
      const agentId = derivedId('agt', context.tenant, operationId)
      if (isInvited) requireRole(caller, body.role)
      else requireRolesOf(caller, {}, body.role)
      if (isInvited) await requireFreeAddress(body.email, agentId, context)
      const { outOfOffice, ...rest } = body
      const made = { ...rest, ...(outOfOffice && { outOfOffice: inUtc(outOfOffice) }), createdAt: now, updatedAt: now }
      const { stored } = await context.collections.agents.insert(context.tenant, agentId, made)
      if (!isInvited) return shownAgent(agentId, stored.body)
      const { agent, url } = await invite(agentId, caller, context)
      return { ...shownAgent(agentId, agent.body), inviteUrl: url }
    },
  }),
  jsonRoute('GET /api/agents/:agentId', {
    ...common,
    name: 'getAgent',
    summary: 'Read an agent',
    params,
    description: signInIsShown,
    reply: agent,
    async handle({ context, caller, params: { agentId } }) {
      const stored = await context.collections.agents.get(context.tenant, agentId)
      if (!stored) throw noAgent()
      return shownTo(caller, agentId, stored.body)
    },
  }),
  jsonRoute('PATCH /api/agents/:agentId', {
    ...common,
    name: 'updateAgent',
    summary: 'Change an agent',
    description:
      'A new `role` applies at once. When an agent gets a lower role, these end within 2 seconds: the agent’s sessions, and API keys of the agent with a scope that the new role lacks. API keys of a `disabled` agent are rejected. A new `email`, `role` or `status` invalidates invitations and links for a new password. If one of the roles is `admin` or the agent was invited, you need the scopes of both roles; to change the `status` or to give a lower `role`, also those of each API key of the agent. 409 if another agent signs in with this e-mail address, or if no admin with a password would be left.',
    params,
    body: agentPatch,
    reply: agent,
    refusals: ['conflict'],
    async handle({ context, caller, params: { agentId }, body, authenticator }) {
      const requireBoth = (of: AgentRecord) => requireRolesOf(caller, of, of.role, body.role ?? of.role)
      const seen = await context.collections.agents.get(context.tenant, agentId)
      if (!seen) throw noAgent()
      requireBoth(seen.body)
      const isLower = body.role && !grantsAll(roleScopes[body.role], roleScopes[seen.body.role])
      if (body.status || isLower) await requireKeysOf(agentId, caller, context)
      const isMoving = seen.body.signIn && body.email && normalEmail(body.email) !== seen.body.signIn.email
      if (isMoving) await requireFreeAddress(body.email!, agentId, context)
      let before = seen.body
      const change = () =>
        context.commit(context.collections.agents, agentId, (current) => {
          if (!current) throw noAgent()
          requireBoth(current.body)
          before = current.body
          const after = { ...changeAgent(current.body, body), updatedAt: timestampOf(context.clock) }
          return changed(current, after, context)
        })
      const isLeaving = body.status === 'disabled' || (body.role ?? 'admin') !== 'admin'
      const stored = isLeaving ? await protectLastAdminOf(seen, caller, change, context) : await change()
      authenticator.sessions.forget({ agentId })
      const { email, role, status, signIn } = stored!.body
      if (email !== before.email || role !== before.role || status !== before.status)
        await removeLinks(agentId, context)
      if (signIn?.epoch !== before.signIn?.epoch) await endSessions(agentId, context)
      const revoked = await revokeStrongerKeys({ agentId, from: before.role, to: role }, context)
      for (const keyId of revoked) authenticator.forget(keyId)
      return shownAgent(agentId, stored!.body)
    },
  }),
  jsonRoute('POST /api/agents/:agentId/invite', {
    ...common,
    name: 'inviteAgent',
    summary: 'Invite an agent to sign in',
    description:
      'The link works once, for 7 days, and replaces the previous one. If `SMTP_URL` is set, it is also sent by e-mail. Needs the scopes of the agent’s role, and an e-mail address with which no other agent of the tenant signs in.',
    params,
    status: 201,
    reply: z.object({ inviteUrl: link.shape.url, expiresAt: link.shape.expiresAt }).meta({ id: 'Invite' }),
    showsSecret: true,
    refusals: ['conflict'],
    async handle({ context, caller, params: { agentId } }) {
      const { url, expiresAt } = await invite(agentId, caller, context)
      return { inviteUrl: url, expiresAt: new Date(expiresAt).toISOString() }
    },
  }),
  jsonRoute('POST /api/agents/:agentId/reset-link', {
    ...common,
    name: 'createResetLink',
    summary: 'Create a link for a new password',
    description:
      'For agents who forgot their password, if there is no mail server. The link works once, for 30 minutes.',
    params,
    status: 201,
    reply: link.meta({ id: 'ResetLink' }),
    showsSecret: true,
    refusals: ['conflict'],
    async handle({ context, caller, params: { agentId } }) {
      const stored = await context.collections.agents.get(context.tenant, agentId)
      if (!stored) throw noAgent()
      requireRole(caller, stored.body.role)
      if (!stored.body.signIn || stored.body.status !== 'active')
        throw new ServiceError('conflict', { detail: 'This agent has not been invited yet, or is disabled.' })
      const { url, expiresAt } = await makeLink('reset', stored, context)
      return { url, expiresAt: new Date(expiresAt).toISOString() }
    },
  }),
  jsonRoute('POST /api/agents/:agentId/reset-totp', {
    ...common,
    name: 'resetTotp',
    summary: 'Turn off the second factor of another agent',
    description:
      'For agents who lost their authenticator app and all recovery codes. Ends their sessions. Needs the scopes of the agent’s role. 409 for your own, which needs a code: `POST /api/me/totp/disable`.',
    params,
    reply: agent,
    refusals: ['conflict'],
    async handle({ context, caller, params: { agentId }, authenticator }) {
      const stored = await context.collections.agents.get(context.tenant, agentId)
      if (!stored) throw noAgent()
      requireRole(caller, stored.body.role)
      if (caller.agentId === agentId)
        throw new ServiceError('conflict', {
          detail: 'To turn off your own second factor, use `POST /api/me/totp/disable` with a code.',
        })
      if (!stored.body.signIn) return shownAgent(agentId, stored.body)
      const changed = await removeTotp(agentId, context)
      authenticator.sessions.forget({ agentId })
      if (stored.body.signIn.epoch !== changed.body.signIn!.epoch) await endSessions(agentId, context)
      return shownAgent(agentId, changed.body)
    },
  }),
  jsonRoute('DELETE /api/agents/:agentId', {
    ...common,
    name: 'deleteAgent',
    summary: 'Remove an agent',
    description:
      'Their messages and assigned conversations keep their id. Their sessions and API keys end within 2 seconds. Their drafts, read markers, and the views and canned replies that only they can see are removed; shared ones stay. If a removal was interrupted, send the request again to finish it. Needs the scopes of the agent’s role if that is `admin` or the agent was invited, and those of each API key of the agent. 409 if no admin with a password would be left.',
    params,
    refusals: ['conflict'],
    async handle({ context, caller, params: { agentId }, authenticator }) {
      const stored = await context.collections.agents.get(context.tenant, agentId)
      if (!stored) throw noAgent()
      requireRolesOf(caller, stored.body, stored.body.role)
      await requireKeysOf(agentId, caller, context)
      await protectLastAdminOf(stored, caller, () => removeAgent(agentId, authenticator, context), context)
    },
  }),
]
