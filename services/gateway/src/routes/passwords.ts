import { platformTenant, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { agentInput } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { givenPassword, newPassword } from '../people/check-password.ts'
import { countRefusal, countTry } from '../people/count-tries.ts'
import { requireOwnPassword } from '../people/current-password.ts'
import { endOtherSessions } from '../people/end-other-sessions.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { mailLater, resetMail } from '../people/mail-links.ts'
import { endSessions, maySignIn } from '../people/sessions.ts'
import { findByEmail, hashNewPassword, normalEmail, requireFreeAddress, storePassword } from '../people/set-password.ts'
import { makeFirstAdmin } from '../people/setup.ts'
import type { LinkKind } from '../people/sign-in-link-document.ts'
import { findLink, isLinkOf, makeLink, removeLinks, useLink } from '../people/sign-in-links.ts'
import { signedIn, signInAs } from '../people/sign-in-reply.ts'
import { givenCode, requireCode } from '../second-factor/check-code.ts'
import type { EntryInput } from './entry.ts'
import { entryRoute } from './route.ts'

const common = { access: 'public', tag: 'Signing in' } as const
const token = z.string().min(1).max(100).describe('The part of the link after the `#`')

/** Mails with links that one agent gets within 15 minutes, whoever asks for them. */
const maxMails = 5

/** The link of a token, counted as a try of its network, and the context of its tenant. Throws `link_invalid`. */
async function linkOf(kind: LinkKind, { context, client, body }: EntryInput<unknown, unknown, { token: string }>) {
  const refund = await countTry('link', { network: client.network }, context)
  const link = await findLink(body.token, kind, context)
  await refund()
  return { link, own: context.forTenant(link.tenant) }
}

/** Lets the agent of a link choose a password and signs them in. The link is used only for a password that is good. */
async function choosePassword(
  kind: 'invite' | 'reset',
  input: EntryInput<unknown, unknown, { token: string; password: string; name?: string | undefined; code?: string }>,
) {
  const { link, own } = await linkOf(kind, input)
  const agentId = link.body.agentId!
  const agent = await own.collections.agents.get(link.tenant, agentId)
  if (!agent || agent.body.status === 'disabled' || !isLinkOf(link.body, agent.body))
    throw new ServiceError('link_invalid')
  const { password, name = agent.body.name } = input.body
  const hashed = await hashNewPassword(password, { name, email: agent.body.email }, own)
  await requireCode(agent, { code: input.body.code, network: input.client.network }, own)
  await useLink(link, own)
  const stored = await storePassword(agentId, hashed, own, { link: link.body, name })
  await removeLinks(agentId, own)
  await endSessions(agentId, own)
  input.authenticator.sessions.forget({ agentId })
  return signInAs(stored, input.client, kind === 'invite' ? 'accept_invite' : 'reset_password', own)
}

/**
 * Mails a link for a new password to whoever has an address; a few in 15 minutes, and those before hold as long as they did.
 * Not to somebody whom an identity provider alone lets in.
 */
async function mailResetLinks(email: string, context: GatewayContext): Promise<void> {
  for (const { id, tenant, body } of (await findByEmail(email, context)).filter(
    ({ body }) => maySignIn(body) && body.signIn?.password,
  )) {
    if ((await countRefusal('mail', `${tenant} ${id}`, context)) > maxMails) continue
    const own = context.forTenant(tenant)
    const { url } = await makeLink('reset', { id, body }, own)
    const stored = await own.collections.tenants.get(platformTenant, tenant)
    mailLater(resetMail(body, stored?.body.name ?? '', url), own)
  }
}

/** How people get a password, and another one. */
export const passwordRoutes = [
  entryRoute('POST /api/setup', {
    ...common,
    name: 'setUp',
    summary: 'Create the first admin of a tenant',
    description:
      'Works once, with the link that `make start` prints or `POST /admin/tenants` returns, as long as nobody in the tenant can sign in. 409 for the e-mail address of an agent who was invited or is disabled.',
    body: z.strictObject({ token, name: agentInput.shape.name, email: agentInput.shape.email, password: newPassword }),
    status: 201,
    reply: signedIn,
    refusals: ['link_invalid', 'conflict'],
    async enter(input) {
      const { link, own } = await linkOf('setup', input)
      const { name, email, password } = input.body
      await requireFreeAddress(email, undefined, own)
      const hashed = await hashNewPassword(password, { name, email }, own)
      await useLink(link, own)
      const agent = await makeFirstAdmin({ name, email, password: hashed }, own)
      return signInAs(agent, input.client, 'set_up', own)
    },
  }),
  entryRoute('POST /api/invites/accept', {
    ...common,
    name: 'acceptInvite',
    summary: 'Accept an invitation',
    body: z.strictObject({ token, password: newPassword, name: agentInput.shape.name.optional() }),
    status: 201,
    reply: signedIn,
    refusals: ['link_invalid'],
    enter: (input) => choosePassword('invite', input),
  }),
  entryRoute('POST /api/password/forgot', {
    ...common,
    name: 'forgetPassword',
    summary: 'Ask for a link to choose a new password',
    description:
      'The link is sent by e-mail if `SMTP_URL` is set; otherwise an admin creates it. The reply is the same for unknown addresses.',
    body: z.strictObject({ email: z.string().max(254).trim().min(1) }),
    status: 202,
    async enter({ context, body, client }) {
      const email = normalEmail(body.email)
      await countTry('forgot', { network: client.network, about: email }, context)
      if (context.state.mailer) context.detach('mail links for a new password', (own) => mailResetLinks(email, own))
      return {}
    },
  }),
  entryRoute('POST /api/password/reset', {
    ...common,
    name: 'resetPassword',
    summary: 'Choose a new password with a link',
    description:
      'Ends every session of the agent and begins a new one. If the agent has a second factor, the reply is 401 `totp_required` without a `code` and 401 `wrong_code` with a wrong one; the link stays valid.',
    body: z.strictObject({ token, password: newPassword, code: givenCode.optional() }),
    status: 201,
    reply: signedIn,
    refusals: ['link_invalid', 'totp_required', 'wrong_code'],
    enter: (input) => choosePassword('reset', input),
  }),
  entryRoute('POST /api/password', {
    ...common,
    access: 'session',
    name: 'changePassword',
    summary: 'Change your own password',
    description: 'Ends the agent’s other sessions. A wrong `current` is a 422.',
    body: z.strictObject({ current: givenPassword, password: newPassword }),
    async enter({ context, caller, client, body, authenticator }) {
      const { tenant, keyId, agentId = '' } = caller!
      const own = context.forTenant(tenant)
      const field = { name: 'current', password: body.current }
      const agent = await requireOwnPassword({ agentId, network: client.network }, field, own)
      const changed = await storePassword(agentId, await hashNewPassword(body.password, agent.body, own), own)
      await endOtherSessions(changed, keyId, authenticator, own)
      await removeLinks(agentId, own)
      const actor = { kind: 'agent' as const, id: agentId }
      await logSignIn({ kind: 'session', actor, action: 'change_password', targetId: agentId }, own)
      return {}
    },
  }),
]
