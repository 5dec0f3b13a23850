import { newId, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import * as openid from 'openid-client'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { countRefusal, countTry, isTold, takeTryBack } from '../people/count-tries.ts'
import { logSignIn } from '../people/log-sign-in.ts'
import { hashOfToken, isToken, randomToken } from '../people/random-token.ts'
import type { OidcProvider } from '../sign-in-settings/sign-in-settings-document.ts'
import { openProviders } from '../sign-in-settings/sign-in-settings-store.ts'
import { findAgent } from './find-agent.ts'
import { authorizationUrl, type Checks, claimsOf } from './identity-provider.ts'
import type { Claims } from './merge-claims.ts'

/** How long somebody has to sign in at the provider. */
const livesMs = 10 * 60_000

const expired = () => new ServiceError('sign_in_expired')

async function openProvider(tenant: string, id: string, context: GatewayContext): Promise<OidcProvider | undefined> {
  return (await openProviders(tenant, context)).find((provider) => provider.id === id)
}

/** The part of a sign-in's `state` that its cookie is named by, so that two tabs don't disturb each other. */
export const cookiePurposeOf = (state: string): string => `oidc_${state.slice(0, 12)}`

type Start = { tenant: string; provider: string; returnPath: string; redirectUri: string; network: string }

/**
 * Starts a sign-in at a provider: where the browser goes, and the token that it keeps until it comes back. Throws
 * `not_found`, `rate_limited`, and what keeps the provider from being asked.
 */
export async function startOidcSignIn(
  { tenant, provider: id, returnPath, redirectUri, network }: Start,
  context: GatewayContext,
): Promise<{ location: string; state: string; browserToken: string }> {
  await countTry('oidc', { network }, context)
  const provider = await openProvider(tenant, id, context)
  if (!provider) throw new ServiceError('not_found', { detail: 'This tenant has no such identity provider.' })
  const own = context.forTenant(tenant)
  const { issuer, clientId } = provider
  const state = randomToken()
  const browserToken = randomToken()
  const codeVerifier = openid.randomPKCECodeVerifier()
  const nonce = openid.randomNonce()
  const location = await authorizationUrl(provider, { state, nonce, codeVerifier, redirectUri }, own)
  await own.collections.oidcSignIns.insert(tenant, newId('oid'), {
    hash: hashOfToken(state),
    browserHash: hashOfToken(browserToken),
    provider: id,
    issuer,
    clientId,
    redirectUri,
    codeVerifier,
    nonce,
    returnPath,
    network,
    expiresAt: own.clock.now() + livesMs,
  })
  return { location, state, browserToken }
}

type Callback = {
  /** As the address says to which the provider sent the browser. */
  tenant: string
  provider: string
  query: Record<string, string>
  /** What the browser has kept for this `state`; empty for nothing. */
  browserToken: string
}

/**
 * Finishes a sign-in: the agent who it is, their tenant, and where the browser goes. Throws `sign_in_expired` for one that
 * this browser has not started, that is too old or was finished already; `sign_in_refused` for somebody who may not sign
 * in; and what the provider's reply lacks.
 */
export async function finishOidcSignIn(
  { tenant, provider: id, query, browserToken }: Callback,
  context: GatewayContext,
): Promise<{ agent: Stored<AgentRecord>; returnPath: string; provider: OidcProvider }> {
  const { state = '' } = query
  if (!isToken(state) || browserToken === '') throw expired()
  const where = { hash: hashOfToken(state) }
  const [started] = await context.collections.oidcSignIns.findAcrossTenants({ where, limit: 1 })
  const isTheirs =
    started?.tenant === tenant && started.body.provider === id && started.body.browserHash === hashOfToken(browserToken)
  if (!isTheirs) throw expired()
  const { body } = started
  const own = context.forTenant(tenant)
  // Of several that come at once, one goes on.
  const isFirst = await own.collections.oidcSignIns.remove(tenant, started.id)
  const provider = await openProvider(tenant, id, own)
  const isSame = provider?.issuer === body.issuer && provider.clientId === body.clientId
  if (!isFirst || body.expiresAt <= own.clock.now() || !provider || !isSame) throw expired()
  try {
    const claims = await answerOf(provider, query, { ...body, state }, own)
    const agent = await findAgent(provider, claims, own)
    await takeTryBack('oidc', { network: body.network }, own)
    return { agent, returnPath: body.returnPath, provider }
  } catch (error) {
    own.detach('log a refused sign-in', (later) => logRefusal(provider, error, later))
    throw error
  }
}

/** What the provider says of the person. Throws `sign_in_refused` where it signed nobody in, and as `claimsOf`. */
async function answerOf(
  provider: OidcProvider,
  query: Record<string, string>,
  checks: Checks,
  context: GatewayContext,
): Promise<Claims> {
  // RFC 9207: a reply of another issuer than the one that was asked. Also where the provider never said that it sends this.
  if (query.iss !== undefined && `${query.iss}/` !== `${provider.issuer}/` && query.iss !== `${provider.issuer}/`)
    throw new ServiceError('identity_unverified', { detail: `The reply is not from ${provider.name}.` })
  if (query.error !== undefined) throw refusedThere(provider, query.error)
  return claimsOf(provider, query, checks, context)
}

/** Told to the tenant's log ever more rarely, as wrong passwords are, and each time to whoever runs the gateway. */
async function logRefusal({ id, issuer }: OidcProvider, error: unknown, context: GatewayContext): Promise<void> {
  const { code, cause, message } = error as ServiceError
  const reason = cause instanceof Error ? cause.message : undefined
  context.log.warn({ provider: id, issuer, code, detail: message, reason }, 'somebody could not sign in at a provider')
  const failed = await countRefusal('oidc-refused', context.tenant, context)
  if (!isTold(failed)) return
  await logSignIn({ kind: 'session', actor: { kind: 'system' }, action: 'refuse_oidc', failed }, context)
}

/** The provider sent the person back without a code (RFC 6749, 4.1.2.1). */
const refusedThere = ({ name }: OidcProvider, error: string): ServiceError =>
  new ServiceError('sign_in_refused', {
    detail: `${name} did not sign you in${/^[a-z_]{1,60}$/.test(error) ? `: ${error}` : ''}.`,
  })
