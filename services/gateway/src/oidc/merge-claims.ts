/** What a provider says of somebody who signed in there. */
export type Claims = Record<string, unknown> & { iss: string; sub: string }

/**
 * The claims of the ID token, and those of userinfo that it lacks. `email_verified` is taken only from a source that names
 * the address too: what userinfo says of another address would verify one that nobody has verified. Where it is said of
 * another address or of none, the address counts as not verified, also with `trustsEmail`.
 */
export function mergeClaims(token: Claims, userinfo: Record<string, unknown>): Claims {
  const merged = { ...userinfo, ...token }
  if (merged.email_verified === undefined) return merged
  const { email } = merged
  const source = [token, userinfo].find((each) => each.email === email && each.email_verified !== undefined)
  return { ...merged, email_verified: source ? source.email_verified : false }
}
