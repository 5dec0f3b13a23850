import { collection } from '@frontdesk/documents'
import { z } from 'zod'

/** A session as it is stored: never its token, only the SHA-256 of it. */
export type SessionRecord = {
  agentId: string
  hash: string
  /** That of the agent's sign-in when it began; the session is over once the agent has another. */
  epoch: number
  createdAt: string
  /** Milliseconds since 1970, as are those below; written at most once a minute. */
  lastUsedAt: number
  /** 30 days after sign-in. */
  endsAt: number
  ip: string
  userAgent: string
  /** The identity provider that signed in, and the issuer that it was then; absent: a password did. */
  provider?: string
  issuer?: string
}

export const sessions = collection<SessionRecord>('gateway-sessions', [
  { fields: ['hash'], acrossTenants: true },
  { fields: ['agentId', 'createdAt'] },
  { fields: ['provider', 'issuer'] },
  { fields: ['lastUsedAt'], acrossTenants: true },
])

const timestamp = z.string().meta({ format: 'date-time' })
/** A session as its agent sees it. */
export const session = z.object({
  id: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  ip: z.string(),
  userAgent: z.string(),
  provider: z
    .string()
    .optional()
    .describe('Id of the identity provider at which the person signed in; absent: with a password'),
  current: z.boolean().describe('Whether this request uses this session'),
})
