import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { givenPassword } from '../people/check-password.ts'
import { requireOwnPassword } from '../people/current-password.ts'
import { endOtherSessions } from '../people/end-other-sessions.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { givenCode, requireCode } from '../second-factor/check-code.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from '../second-factor/set-up-totp.ts'
import { readSignInSettings } from '../sign-in-settings/sign-in-settings-store.ts'
import type { EntryInput } from './entry.ts'
import { entryRoute } from './route.ts'

const common = { access: 'session', tag: 'Signing in' } as const
const password = givenPassword.describe('Your own password')
const recoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).describe('Each can be used once instead of a code. Shown only in this reply'),
  })
  .meta({ id: 'RecoveryCodes' })

/** Whose session it is, and the context of their tenant. */
function ownOf({ caller, context, client }: EntryInput) {
  const { tenant, keyId, agentId = '' } = caller!
  return { agentId, sessionId: keyId, own: context.forTenant(tenant), network: client.network }
}

const log = (action: string, agentId: string, own: GatewayContext) =>
  logSignIn({ kind: 'session', actor: { kind: 'agent', id: agentId }, action, targetId: agentId }, own)

/** Checks password and code of whoever changes their second factor. Throws `conflict` where it is off. */
async function requireBoth(input: EntryInput<unknown, unknown, { password: string; code: string }>) {
  const { agentId, own, network } = ownOf(input)
  const field = { name: 'password', password: input.body.password }
  const agent = await requireOwnPassword({ agentId, network }, field, own)
  if (!agent.body.signIn?.totp) throw new ServiceError('conflict', { detail: 'The second factor is off.' })
  await requireCode(agent, { code: input.body.code, network }, own)
}

/** One's own second factor: codes of an authenticator app. */
export const totpRoutes = [
  entryRoute('POST /api/me/totp', {
    ...common,
    name: 'beginTotp',
    summary: 'Begin to set up a second factor',
    description:
      'Put the secret into an authenticator app, usually as a QR code of `uri`, and confirm it with a code within 15 minutes. Until then nothing changes. A wrong `password` is a 422.',
    body: z.strictObject({ password }),
    status: 201,
    isOpenWithoutTotp: true,
    reply: z
      .object({
        secret: z.string().describe('In base32. Shown only in this reply'),
        uri: z.string().describe('`otpauth:` URI with the secret'),
        expiresAt: z.string().meta({ format: 'date-time' }).describe('The time until which it must be confirmed'),
      })
      .meta({ id: 'TotpSetup' }),
    refusals: ['conflict'],
    async enter(input) {
      const { agentId, own, network } = ownOf(input)
      const field = { name: 'password', password: input.body.password }
      const { secret, uri, expiresAt } = await beginTotp(
        await requireOwnPassword({ agentId, network }, field, own),
        own,
      )
      return { body: { secret, uri, expiresAt: new Date(expiresAt).toISOString() } }
    },
  }),
  entryRoute('POST /api/me/totp/confirm', {
    ...common,
    name: 'confirmTotp',
    summary: 'Turn on the second factor',
    description: 'With a code of the secret that `POST /api/me/totp` returned. Ends the agent’s other sessions.',
    body: z.strictObject({ code: givenCode }),
    isOpenWithoutTotp: true,
    reply: recoveryCodes,
    refusals: ['conflict', 'wrong_code'],
    async enter(input) {
      const { agentId, sessionId, own, network } = ownOf(input)
      const before = await own.collections.agents.get(own.tenant, agentId)
      if (!before) throw new ServiceError('unauthenticated')
      const { agent, recoveryCodes } = await confirmTotp(before, { code: input.body.code, network }, own)
      await endOtherSessions(agent, sessionId, input.authenticator, own)
      await log('enable_totp', agentId, own)
      return { body: { recoveryCodes } }
    },
  }),
  entryRoute('POST /api/me/totp/recovery-codes', {
    ...common,
    name: 'renewRecoveryCodes',
    summary: 'Replace your own recovery codes',
    description: 'The previous codes are no longer accepted. A wrong `password` is a 422.',
    body: z.strictObject({ password, code: givenCode }),
    reply: recoveryCodes,
    refusals: ['conflict', 'wrong_code'],
    async enter(input) {
      await requireBoth(input)
      const { agentId, own } = ownOf(input)
      const codes = await renewRecoveryCodes(agentId, own)
      await log('renew_recovery_codes', agentId, own)
      return { body: { recoveryCodes: codes } }
    },
  }),
  entryRoute('POST /api/me/totp/disable', {
    ...common,
    name: 'disableTotp',
    summary: 'Turn off your own second factor',
    description:
      'Ends the agent’s other sessions. A wrong `password` is a 422. 409 if the tenant requires a second factor.',
    body: z.strictObject({ password, code: givenCode }),
    refusals: ['conflict', 'wrong_code'],
    async enter(input) {
      const { agentId, sessionId, own } = ownOf(input)
      if ((await readSignInSettings(own.tenant, own)).requireTotp)
        throw new ServiceError('conflict', { detail: 'This tenant requires a second factor.' })
      await requireBoth(input)
      await endOtherSessions(await removeTotp(agentId, own), sessionId, input.authenticator, own)
      await log('disable_totp', agentId, own)
      return {}
    },
  }),
]
