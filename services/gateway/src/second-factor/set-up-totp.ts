import { platformTenant, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { type AgentRecord, totpOwner } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { countCode } from './check-code.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** How long a second factor that was begun waits for its first code. */
const setupMs = 15 * 60_000

const noSetup = () =>
  new ServiceError('conflict', { detail: 'No second factor is being set up, or it took too long. Begin again.' })
const alreadyOn = () =>
  new ServiceError('conflict', { detail: 'The second factor is on. Turn it off before you set up another one.' })

/** Begins a second factor of an agent of the context's tenant; it is off until `confirmTotp`. Throws `conflict` where one is on. */
export async function beginTotp(
  { id, body: { email } }: Stored<AgentRecord>,
  context: GatewayContext,
): Promise<{ secret: string; uri: string; expiresAt: number }> {
  const { tenant, collections, clock, state } = context
  const secret = newTotpSecret()
  const expiresAt = clock.now() + setupMs
  const sealed = state.vault.seal(secret, totpOwner(tenant, id))
  await context.commit(collections.agents, id, (current) => {
    const signIn = current?.body.signIn
    if (!signIn) throw new ServiceError('unauthenticated')
    if (signIn.totp) throw alreadyOn()
    return { body: { ...current.body, signIn: { ...signIn, totpSetup: { sealed, expiresAt } } } }
  })
  const name = (await collections.tenants.get(platformTenant, tenant))?.body.name ?? ''
  return {
    secret,
    uri: totpUri(secret, { issuer: name ? `Frontdesk (${name})` : 'Frontdesk', label: email }),
    expiresAt,
  }
}

/**
 * Turns the second factor on that was begun, with a code of it, and answers its recovery codes, this once. Sessions that
 * there are end. Throws `conflict` where none was begun, `wrong_code`, and `rate_limited`.
 */
export async function confirmTotp(
  agent: Stored<AgentRecord>,
  { code, network }: { code: string; network: string },
  context: GatewayContext,
): Promise<{ agent: Stored<AgentRecord>; recoveryCodes: string[] }> {
  const { tenant, collections, clock, state } = context
  const { id, body } = agent
  const setup = body.signIn?.totpSetup
  if (!setup || setup.expiresAt <= clock.now()) throw noSetup()
  const refund = await countCode(agent, network, context)
  const step = stepOfCode(state.vault.open(setup.sealed, totpOwner(tenant, id)), code, clock.now())
  if (step === undefined) throw new ServiceError('wrong_code')
  const recoveryCodes = newRecoveryCodes()
  const stored = await context.commit(collections.agents, id, (current) => {
    const signIn = current?.body.signIn
    if (signIn?.totpSetup?.sealed !== setup.sealed) throw noSetup()
    const { totpSetup: _, ...rest } = signIn
    const totp = {
      sealed: setup.sealed,
      enabledAt: timestampOf(clock),
      lastStep: step,
      recoveryCodes: recoveryCodes.map((each) => hashOfRecoveryCode(each, id)),
    }
    return { body: { ...current!.body, signIn: { ...rest, totp, epoch: rest.epoch + 1 } } }
  })
  await refund()
  return { agent: stored!, recoveryCodes }
}

/** Other recovery codes in place of those that are left, shown this once. Throws `conflict` where no second factor is on. */
export async function renewRecoveryCodes(agentId: string, context: GatewayContext): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes()
  await context.commit(context.collections.agents, agentId, (current) => {
    const signIn = current?.body.signIn
    if (!signIn?.totp) throw new ServiceError('conflict', { detail: 'The second factor is off.' })
    const totp = { ...signIn.totp, recoveryCodes: recoveryCodes.map((each) => hashOfRecoveryCode(each, agentId)) }
    return { body: { ...current!.body, signIn: { ...signIn, totp } } }
  })
  return recoveryCodes
}

/** Turns the second factor of an agent off. Sessions that there are end. */
export async function removeTotp(agentId: string, context: GatewayContext): Promise<Stored<AgentRecord>> {
  const stored = await context.commit(context.collections.agents, agentId, (current) => {
    const signIn = current?.body.signIn
    if (!signIn) throw new ServiceError('not_found', { detail: 'There is no such agent.' })
    const { totp, totpSetup, ...rest } = signIn
    if (!totp && !totpSetup) return undefined
    return { body: { ...current.body, signIn: { ...rest, epoch: rest.epoch + (totp ? 1 : 0) } } }
  })
  return stored!
}
