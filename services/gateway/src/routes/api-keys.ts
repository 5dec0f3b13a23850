import { id, pageRequest, ServiceError, settingsRead, timestamp } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { makeApiKey } from '../api-key-format.ts'
import { type Caller, mayUse } from '../authenticate.ts'
import type { GatewayContext } from '../context.ts'
import { issueKey, traitsOf } from '../issue-key.ts'
import { type ApiKeyRecord, apiKey, apiKeyWithSecret, type Scope, scope, shownKey } from '../key-records.ts'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'API keys' } as const
const params = z.object({ keyId: id })

/** How long the old key works beside the new one unless told otherwise: 24 hours; at most 30 days. */
const overlapSeconds = { usual: 24 * 3_600, most: 30 * 24 * 3_600 }

/** Throws `forbidden` for scopes that the caller's own key does not have: no key makes a stronger one. */
function refuseStronger(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((wanted) => !mayUse(caller, wanted))
  if (missing.length === 0) return
  throw new ServiceError('forbidden', { detail: `Your own key does not have: ${missing.join(', ')}.` })
}

const dayMs = 24 * 3_600_000

/** The latest that a key made now may end; null when the tenant sets no end. */
async function latestEnd(context: GatewayContext): Promise<{ latest: string | null; keyExpiryDays: number | null }> {
  const { keyExpiryDays } = await context.ask(settingsRead, {})
  if (keyExpiryDays === null) return { latest: null, keyExpiryDays }
  return { latest: new Date(context.clock.now() + keyExpiryDays * dayMs).toISOString(), keyExpiryDays }
}

/** When a new key ends: as asked, or as late as the tenant's `keyExpiryDays` allows. Throws for anything later. */
async function withinPolicy(expiresAt: string | null, context: GatewayContext): Promise<string | null> {
  const { latest, keyExpiryDays } = await latestEnd(context)
  if (latest === null) return expiresAt
  if (expiresAt === null || expiresAt <= latest) return expiresAt ?? latest
  const errors = [{ path: 'expiresAt', message: `A key of this tenant lives at most ${keyExpiryDays} days.` }]
  throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const isLive = (record: ApiKeyRecord | undefined): record is ApiKeyRecord => record !== undefined && !record.revokedAt

/** Keys of a tenant. */
export const apiKeyRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/api-keys',
    summary: 'List API keys',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: z.object({ items: z.array(apiKey), nextCursor: z.string().nullable() }),
    async handle({ context, query: { limit, cursor } }) {
      const { items, nextCursor } = await context.collections.apiKeys.find(context.tenant, {
        where: { revokedAt: null },
        sort: { field: 'createdAt', direction: 'desc' },
        limit,
        ...(cursor && { cursor }),
      })
      return { items: items.map(({ id, body }) => shownKey(id, body)), nextCursor }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/api-keys',
    summary: 'Make an API key',
    description:
      'The reply shows the `key`, this once. A key can only give scopes that it has itself. Without `expiresAt` it ends when the setting `keyExpiryDays` says.',
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      scopes: z.array(scope).min(1).max(scope.options.length),
      expiresAt: z.iso.datetime({ offset: true }).optional(),
    }),
    status: 201,
    reply: apiKeyWithSecret,
    showsSecret: true,
    async handle({ context, caller, body, operationId }) {
      refuseStronger(caller, body.scopes)
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null
      if (expiresAt && Date.parse(expiresAt) <= context.clock.now()) {
        const errors = [{ path: 'expiresAt', message: 'Must be in the future.' }]
        throw new ServiceError('invalid_request', { detail: 'expiresAt: Must be in the future.', errors })
      }
      const ends = await withinPolicy(expiresAt, context)
      return issueKey(context, operationId, { name: body.name, scopes: [...new Set(body.scopes)], expiresAt: ends })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/api-keys/:keyId/rotate',
    summary: 'Rotate an API key',
    description:
      'The reply shows the new `key`, this once. The old one works beside it for `overlapSeconds` (default 24 hours) but no longer than it would have; one from before an earlier rotation ends at once. One that ends gets its full time again where the setting `keyExpiryDays` is given.',
    params,
    body: z.strictObject({ overlapSeconds: z.number().int().min(0).max(overlapSeconds.most).optional() }).optional(),
    status: 201,
    reply: apiKeyWithSecret.extend({ previousExpiresAt: timestamp }),
    showsSecret: true,
    async handle({ context, caller, params: { keyId }, body, operationId, authenticator }) {
      const key = makeApiKey()
      const overlapMs = (body?.overlapSeconds ?? overlapSeconds.usual) * 1_000
      const { latest } = await latestEnd(context)
      const stored = await context.commit(context.collections.apiKeys, keyId, (current) => {
        if (!isLive(current?.body)) throw new ServiceError('not_found')
        refuseStronger(caller, current.body.scopes)
        const isRetry = current.body.operationId === operationId
        const overlapEnds = new Date(context.clock.now() + overlapMs).toISOString()
        const { hash, expiresAt: ends } = current.body
        const previousExpiresAt = ends !== null && ends < overlapEnds ? ends : overlapEnds
        const previous = isRetry ? {} : { previousHash: hash, previousExpiresAt }
        const expiresAt = ends === null ? null : (latest ?? ends)
        return { body: { ...current.body, ...traitsOf(key), ...previous, expiresAt, operationId } }
      })
      authenticator.forget(keyId)
      const { body: record } = stored!
      return { ...shownKey(keyId, record), key, previousExpiresAt: record.previousExpiresAt }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/api-keys/:keyId',
    summary: 'Revoke an API key',
    description: 'It ends everywhere within 2 seconds, and so does the one before its last rotation.',
    params,
    status: 204,
    async handle({ context, params: { keyId }, authenticator }) {
      await context.commit(context.collections.apiKeys, keyId, (current) => {
        if (!isLive(current?.body)) throw new ServiceError('not_found')
        return { body: { ...current.body, revokedAt: timestampOf(context.clock) } }
      })
      authenticator.forget(keyId)
    },
  }),
]
