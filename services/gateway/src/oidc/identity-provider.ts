import { isFresh, ServiceError } from '@frontdesk/contracts'
import * as openid from 'openid-client'
import type { GatewayContext } from '../context.ts'
import { clientSecretOwner, type OidcProvider } from '../sign-in-settings/sign-in-settings-document.ts'
import { type Claims, mergeClaims } from './merge-claims.ts'

const timeoutMs = 10_000
/** Of one reply. Discovery documents and key sets have a few kilobytes. */
const maxBytes = 1_048_576
/** How long the discovery document of an issuer is believed; its keys are read at each sign-in. */
const believedMs = 5 * 60_000

/** Lets `openid-client` out through the guard alone. */
const fetchGuarded =
  ({ outboundHttp }: GatewayContext): openid.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const reply = await outboundHttp.fetch({
      url,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs,
      maxBytes,
      maxRedirects: 0,
      ...(signal && { signal }),
    })
    if (reply.truncated) throw new ServiceError('fetch_failed', { detail: 'Its reply is too long.' })
    if (reply.status >= 500) throw new ServiceError('fetch_failed', { detail: `It answered ${reply.status}.` })
    const type = reply.headers['content-type']
    const isEmpty = reply.status === 204 || reply.status === 304
    const content = isEmpty ? null : new Uint8Array(reply.body)
    return new Response(content, { status: reply.status, headers: type ? { 'content-type': type } : {} })
  }

/** What a failure of `openid-client` was caused by, if it was our guard. */
function guardErrorIn(error: unknown): ServiceError | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth++)
    if (each instanceof ServiceError) return each
  return undefined
}

/** A code of OAuth 2 (RFC 6749, 5.2), fit to be shown. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof openid.ResponseBodyError && /^[a-z_]{1,60}$/.test(error.error) ? error.error : undefined

/**
 * What a failed exchange with a provider is to the person who signs in: `identity_provider_unavailable` where no usable
 * reply came, `identity_unverified` where it proves nothing.
 */
function problemWith({ name }: OidcProvider, error: unknown): ServiceError {
  const guard = guardErrorIn(error)
  if (guard)
    return new ServiceError('identity_provider_unavailable', {
      detail: `${name} can’t be reached: ${guard.message}`,
      cause: error,
    })
  const code = codeOf(error)
  const detail = code ? `${name} did not accept the sign-in: ${code}.` : `The reply of ${name} could not be verified.`
  return new ServiceError('identity_unverified', { detail, cause: error })
}

/** OpenID Connect Core 1.0, 9: basic unless the provider says what it takes. */
function authenticationOf(secret: string | undefined, methods: string[] | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None()
  return methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    ? openid.ClientSecretPost(secret)
    : openid.ClientSecretBasic(secret)
}

async function discover({ issuer, clientId }: OidcProvider, context: GatewayContext): Promise<openid.ServerMetadata> {
  const { state, clock } = context
  const known = state.knownIssuers.get(issuer)
  if (known && isFresh(known.readAt, believedMs, clock.now())) return known.metadata
  const isPlain = issuer.startsWith('http:')
  const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    [openid.customFetch]: fetchGuarded(context),
    timeout: timeoutMs / 1_000,
    ...(isPlain && { execute: [openid.allowInsecureRequests] }),
  })
  const metadata = found.serverMetadata()
  // An issuer that stands for many (`{tenantid}`) would let in people of all of them.
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error(`the discovery document names another issuer: ${metadata.issuer}`)
  state.knownIssuers.set(issuer, { metadata, readAt: clock.now() })
  return metadata
}

async function configure(provider: OidcProvider, context: GatewayContext): Promise<openid.Configuration> {
  const { issuer, clientId, id, sealed } = provider
  const metadata = await discover(provider, context)
  const secret = sealed && context.state.vault.open(sealed, clientSecretOwner(context.tenant, id))
  const authentication = authenticationOf(secret, metadata.token_endpoint_auth_methods_supported)
  const configuration = new openid.Configuration(metadata, clientId, undefined, authentication)
  configuration[openid.customFetch] = fetchGuarded(context)
  configuration.timeout = timeoutMs / 1_000
  openid.enableNonRepudiationChecks(configuration)
  if (issuer.startsWith('http:')) openid.allowInsecureRequests(configuration)
  return configuration
}

/** What ties the reply of a provider to the request that was made. */
export type Checks = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

/** The address at a provider that a browser is sent to. Throws `identity_provider_unavailable` and `identity_unverified`. */
export async function authorizationUrl(
  provider: OidcProvider,
  { state, nonce, codeVerifier, redirectUri }: Checks,
  context: GatewayContext,
): Promise<string> {
  try {
    const configuration = await configure(provider, context)
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...new Set(['openid', ...provider.scopes])].join(' '),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return url.href
  } catch (error) {
    throw problemWith(provider, error)
  }
}

/**
 * Exchanges the code of a callback for what the provider says of the person: of the ID token, whose signature, issuer,
 * audience, time and nonce are checked, and of userinfo for what is not in it. Throws as `authorizationUrl`.
 */
export async function claimsOf(
  provider: OidcProvider,
  query: Record<string, string>,
  { state, nonce, codeVerifier, redirectUri }: Checks,
  context: GatewayContext,
): Promise<Claims> {
  try {
    const configuration = await configure(provider, context)
    const callback = new URL(redirectUri)
    callback.search = new URLSearchParams(query).toString()
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return mergeClaims(claims, more)
  } catch (error) {
    throw problemWith(provider, error)
  }
}
