/** Where a browser starts to sign in at a provider. */
export const startPathOf = (providerId: string): string => `/api/session/oidc/${providerId}`

/**
 * Where the provider sends it back to: an address that no other provider of any tenant has. A provider of somebody else could
 * otherwise send people on to this one and get what it answers (RFC 9700, 4.4).
 */
export const callbackPathOf = (tenant: string, providerId: string): string =>
  `${startPathOf(providerId)}/callback/${tenant}`
