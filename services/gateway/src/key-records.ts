import { z } from 'zod'

/** What a key may do. `admin` is all of the others. */
export const scope = z.enum([
  'chat',
  'knowledge',
  'policies',
  'conversations',
  'contacts',
  'analytics',
  'settings',
  'admin',
])
export type Scope = z.output<typeof scope>

/** Tenants are kept under this name, for none of them owns the list. */
export { platformTenant } from '@frontdesk/contracts'

/** The tenant of the bootstrap key. */
export const defaultTenant = 'default'

/** `erasure`: the job that removes the tenant; nothing of it can be used any more. */
export type TenantRecord = { name: string; createdAt: string; erasure?: string }

/** A key as it is stored: never the key itself, only its SHA-256. */
export type ApiKeyRecord = {
  name: string
  scopes: Scope[]
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

/** A tenant as the API shows it. */
export const tenant = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string().meta({ format: 'date-time' }),
  erasure: z.string().optional().describe('The job that erases it'),
})

/** A key as the API lists it. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  hint: z.string().describe('The last four characters of the key'),
  createdAt: z.string().meta({ format: 'date-time' }),
  expiresAt: z.string().meta({ format: 'date-time' }).nullable(),
})

/** A key as the API shows it once. */
export const apiKeyWithSecret = apiKey.extend({ key: z.string().describe('Shown this once') })

/** What the API shows of a stored key. */
export const shownKey = (id: string, record: ApiKeyRecord): z.output<typeof apiKey> => ({
  id,
  name: record.name,
  scopes: record.scopes,
  hint: record.hint,
  createdAt: record.createdAt,
  expiresAt: record.expiresAt,
})
