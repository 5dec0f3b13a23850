import { platformTenant } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'
import { defaultTenant } from '../tenants/tenant-document.ts'
import { hashOfKey, makeApiKey } from './api-key-format.ts'
import { newKeyRecord } from './issue-key.ts'

/** The bootstrap key always has this id, so that another `BOOTSTRAP_API_KEY` takes the place of the one before. */
const bootstrapKeyId = 'key_bootstrap'

/**
 * Makes the tenant `default` and its admin key, if absent. With `BOOTSTRAP_API_KEY` set, that is the key; a value that
 * was revoked through the API stays revoked. Unset, one is generated the first time and answered as `apiKey`: the only
 * time that anyone sees it.
 */
export async function ensureBootstrap(context: GatewayContext): Promise<{ apiKey?: string }> {
  const { tenants, apiKeys } = context.collections
  await tenants.insert(platformTenant, defaultTenant, { name: 'Default', createdAt: timestampOf(context.clock) })

  const given = context.config.BOOTSTRAP_API_KEY
  const key = given ?? makeApiKey()
  const record = newKeyRecord(context, key, { name: 'bootstrap', scopes: ['admin'], operationId: 'bootstrap' })
  let made = false
  await context.forTenant(defaultTenant).commit(apiKeys, bootstrapKeyId, (current) => {
    made = !current || (given !== undefined && current.body.hash !== hashOfKey(given))
    return made ? { body: record } : undefined
  })
  return made && given === undefined ? { apiKey: key } : {}
}
