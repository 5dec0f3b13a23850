import type { Role } from '@frontdesk/contracts'
import type { OidcProvider } from '../sign-in-settings/sign-in-settings-document.ts'
import type { Claims } from './merge-claims.ts'

const highestFirst: Role[] = ['admin', 'manager', 'agent']

/** A claim by its name, or by a path into it: `realm_access.roles`. */
function claimNamed(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}

/**
 * The role that a provider gives somebody. `decided`: it follows from the claim, and so holds at every sign-in; otherwise it
 * is only for those who become an agent. Null: they may not sign in (`decided`), or not become an agent.
 */
export function roleOf(
  { rolesClaim, roles, defaultRole }: OidcProvider,
  claims: Claims,
): { role: Role | null; isDecided: boolean } {
  if (rolesClaim === undefined) return { role: defaultRole, isDecided: false }
  const claim = claimNamed(claims, rolesClaim)
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  const given = values.flatMap((value) =>
    typeof value === 'string' && Object.hasOwn(roles, value) ? [roles[value]!] : [],
  )
  return { role: highestFirst.find((role) => given.includes(role)) ?? defaultRole, isDecided: true }
}
