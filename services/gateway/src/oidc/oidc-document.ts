import { derivedId } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A sign-in at an OpenID provider that was started and has not come back yet. It is removed when it does. */
export type OidcSignInRecord = {
  /** SHA-256 of `state`. */
  hash: string
  /** SHA-256 of what the browser that started it keeps in a cookie. */
  browserHash: string
  provider: string
  /** Of the provider when it was started; with others it is over. */
  issuer: string
  clientId: string
  redirectUri: string
  codeVerifier: string
  nonce: string
  returnPath: string
  /** Counts as a try of this network until it comes back. */
  network: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export const oidcSignIns = collection<OidcSignInRecord>('gateway-oidc-sign-ins', [
  { fields: ['hash'], acrossTenants: true },
  { fields: ['expiresAt'], acrossTenants: true },
])

/** That a person of an OpenID provider is an agent of the tenant. Only issuer and subject together name a person. */
export type OidcLinkRecord = {
  agentId: string
  issuer: string
  subject: string
  /** By which provider of the settings it was made. */
  provider: string
  createdAt: string
}

export const oidcLinks = collection<OidcLinkRecord>('gateway-oidc-links', [{ fields: ['agentId'] }])

/** The id of a person's link, one in each tenant. */
export const linkIdOf = (issuer: string, subject: string): string => derivedId('oln', issuer, subject)
