import { collection } from '@frontdesk/documents'

/** What a link is for: the first admin of a tenant, a new agent, a new password. */
export type LinkKind = 'setup' | 'invite' | 'reset'

/** A link that lets a person choose a password, as it is stored: never its token, only the SHA-256 of it. */
export type SignInLinkRecord = {
  kind: LinkKind
  hash: string
  /** Absent for `setup`, which makes its agent. */
  agentId?: string
  /** Hash of its agent's address and role when it was made; it holds for no others. Absent for `setup`. */
  madeFor?: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** A link is removed when it was used. */
export const signInLinks = collection<SignInLinkRecord>('gateway-sign-in-links', [
  { fields: ['hash'], acrossTenants: true },
  { fields: ['agentId'] },
  { fields: ['expiresAt'], acrossTenants: true },
])
