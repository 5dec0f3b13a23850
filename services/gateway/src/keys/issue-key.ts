import { derivedId, type GrantedScope } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { hashOfKey, makeApiKey } from './api-key-format.ts'
import type { ApiKeyRecord, apiKey, apiKeyWithSecret } from './key-document.ts'

type Wanted = { name: string; scopes: GrantedScope[]; expiresAt?: string | null; agentId?: string | undefined }

/** What the API shows of a stored key. */
export const shownKey = (id: string, record: ApiKeyRecord): z.output<typeof apiKey> => ({
  id,
  name: record.name,
  scopes: record.scopes,
  ...(record.agentId !== undefined && { agentId: record.agentId }),
  hint: record.hint,
  createdAt: record.createdAt,
  expiresAt: record.expiresAt,
})

/** The fields of a record that come from the key itself. */
export const traitsOf = (key: string): Pick<ApiKeyRecord, 'hash' | 'hint'> => ({
  hash: hashOfKey(key),
  hint: key.slice(-4),
})

/** A record of a new key, not stored yet. */
export const newKeyRecord = (
  context: GatewayContext,
  key: string,
  wanted: Wanted & { operationId: string },
): ApiKeyRecord => ({
  name: wanted.name,
  scopes: wanted.scopes,
  ...(wanted.agentId !== undefined && { agentId: wanted.agentId }),
  ...traitsOf(key),
  createdAt: timestampOf(context.clock),
  expiresAt: wanted.expiresAt ?? null,
  revokedAt: null,
  previousHash: null,
  previousExpiresAt: null,
  operationId: wanted.operationId,
})

/**
 * Makes a key of the context's tenant and answers it with itself, this once. The same operation asked again makes
 * another key in place of the first, which nobody has seen.
 */
export async function issueKey(
  context: GatewayContext,
  operationId: string,
  wanted: Wanted,
): Promise<z.output<typeof apiKeyWithSecret>> {
  const id = derivedId('key', operationId)
  const key = makeApiKey()
  const stored = await context.commit(context.collections.apiKeys, id, (current) => ({
    body: current ? { ...current.body, ...traitsOf(key) } : newKeyRecord(context, key, { ...wanted, operationId }),
  }))
  return { ...shownKey(id, stored!.body), key }
}
