import { type GrantedScope, grantedScope } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { z } from 'zod'

/** A key as it is stored: never the key itself, only its SHA-256. */
export type ApiKeyRecord = {
  name: string
  scopes: GrantedScope[]
  /** The agent in whose name alone it writes. */
  agentId?: string
  /** SHA-256 in hex of the key. */
  hash: string
  /** The last four characters, so that people recognise it. */
  hint: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  /** The key from before the last rotation, which still works until `previousExpiresAt`. */
  previousHash: string | null
  previousExpiresAt: string | null
  /** The operation that made `hash`: asked again (a retry after a crash), it may replace what nobody has seen. */
  operationId: string
}

/** A presented key is found by its hash, whichever tenant it belongs to. */
export const apiKeys = collection<ApiKeyRecord>('gateway-api-keys', [
  { fields: ['hash'], acrossTenants: true },
  { fields: ['previousHash'], acrossTenants: true },
  { fields: ['createdAt'] },
])

/** A key as the API lists it. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(grantedScope),
  agentId: z.string().optional().describe('The only agent as which the key can act'),
  hint: z.string().describe('The last four characters of the key'),
  createdAt: z.string().meta({ format: 'date-time' }),
  expiresAt: z.string().meta({ format: 'date-time' }).nullable(),
})

/** A key as the API shows it once. */
export const apiKeyWithSecret = apiKey.extend({ key: z.string().describe('Shown only in this reply') })
