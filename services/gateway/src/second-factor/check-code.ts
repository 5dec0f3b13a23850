import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { z } from 'zod'
import { type AgentRecord, type TotpRecord, totpOwner } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { countTry, isKnownNetwork } from '../people/count-tries.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** A code as somebody types it in: of their authenticator app, or one of the recovery codes. */
export const givenCode = z
  .string()
  .max(40)
  .trim()
  .min(6)
  .describe('Six digits of the authenticator app, or a recovery code')

/** A second factor after a code was used, so that it can't be used again; undefined for a code that is not accepted. */
function afterUse(totp: TotpRecord, secret: string, code: string, agentId: string, now: number) {
  const step = /^\d{6}$/.test(code) ? stepOfCode(secret, code, now) : undefined
  if (step !== undefined) return step > totp.lastStep ? { ...totp, lastStep: step } : undefined
  const hashed = hashOfRecoveryCode(code, agentId)
  if (!totp.recoveryCodes.includes(hashed)) return undefined
  return { ...totp, recoveryCodes: totp.recoveryCodes.filter((each) => each !== hashed) }
}

/**
 * Counts a code that somebody gives for an agent, as passwords are counted. Beside that, codes from networks where the agent
 * never signed in are counted together: six digits are few enough to be guessed from many networks. Whoever gets here has
 * the password, so nobody else can use up these tries.
 */
export const countCode = ({ id, body }: Stored<AgentRecord>, network: string, context: GatewayContext) =>
  countTry('code', { network, about: id, ...(!isKnownNetwork(id, body, network) && { anywhere: id }) }, context)

/**
 * Checks the second factor of an agent whose password was right, and uses the code up; of several at once with one code, one
 * goes on. An agent without one needs no code. Throws `totp_required` without a code, `wrong_code`, and `rate_limited`.
 */
export async function requireCode(
  agent: Stored<AgentRecord>,
  { code, network }: { code: string | undefined; network: string },
  context: GatewayContext,
): Promise<void> {
  const { id, tenant, body } = agent
  if (!body.signIn?.totp) return
  if (code === undefined) throw new ServiceError('totp_required')
  const own = context.forTenant(tenant)
  const refund = await countCode(agent, network, own)
  const { sealed } = body.signIn.totp
  const secret = own.state.vault.open(sealed, totpOwner(tenant, id))
  let isRight = false
  await own.commit(own.collections.agents, id, (current) => {
    const signIn = current?.body.signIn
    const used = signIn?.totp?.sealed === sealed ? afterUse(signIn.totp, secret, code, id, own.clock.now()) : undefined
    isRight = used !== undefined
    return used && { body: { ...current!.body, signIn: { ...signIn!, totp: used } } }
  })
  if (isRight) return refund()
  await logSignIn({ kind: 'session', actor: { kind: 'system' }, action: 'refuse_code', targetId: id }, own)
  throw new ServiceError('wrong_code')
}
