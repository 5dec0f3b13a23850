import {
  chat,
  type GrantedScope,
  grantedScope,
  grantsAll,
  id,
  invalidNamedField,
  pageOf,
  pageRequest,
  ServiceError,
  timestamp,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { requireAgent } from '../agents/require-agent.ts'
import type { GatewayContext } from '../context.ts'
import { makeApiKey } from '../keys/api-key-format.ts'
import type { Caller } from '../keys/caller.ts'
import { issueKey, shownKey, traitsOf } from '../keys/issue-key.ts'
import { type ApiKeyRecord, apiKey, apiKeyWithSecret } from '../keys/key-document.ts'
import { notThisAgent } from '../people/acting-agent.ts'
import { newestFirst } from './newest-first.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', onlyReads: false, tag: 'API keys' } as const
const params = z.object({ keyId: id })

/** How long the old key works beside the new one unless told otherwise: 24 hours; at most 30 days. */
const overlapSeconds = { usual: 24 * 3_600, most: 30 * 24 * 3_600 }

/** Throws `forbidden` for scopes that the caller's own key does not have: no key makes a stronger one. */
function refuseStronger(caller: Caller, scopes: readonly GrantedScope[]): void {
  const missing = scopes.filter((wanted) => !grantsAll(caller.scopes, [wanted]))
  if (missing.length === 0) return
  throw new ServiceError('forbidden', { detail: `Your own key does not have: ${missing.join(', ')}.` })
}

const dayMs = 24 * 3_600_000

/** The latest that a key made now may end; null when the tenant sets no end. */
async function latestEnd(context: GatewayContext): Promise<{ latest: string | null; keyExpiryDays: number | null }> {
  const { keyExpiryDays } = await context.ask(chat.queries.settingsRead, {})
  if (keyExpiryDays === null) return { latest: null, keyExpiryDays }
  return { latest: new Date(context.clock.now() + keyExpiryDays * dayMs).toISOString(), keyExpiryDays }
}

/** The earlier of two ends; null is none. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

/** When the key that the caller showed ends, also when that is the one from before a rotation; null for never. */
const endOf = ({ endsAt }: Caller): string | null => (Number.isFinite(endsAt) ? new Date(endsAt).toISOString() : null)

/** Whether a key that ends at `end` would still work after the caller's own. */
const outlives = (end: string | null, caller: Caller): boolean =>
  (end === null ? Number.POSITIVE_INFINITY : Date.parse(end)) > caller.endsAt

/**
 * When a new key ends: as asked, or as late as the tenant's `keyExpiryDays` and the caller's own key allow. Throws for
 * anything later.
 */
async function withinPolicy(asked: string | null, caller: Caller, context: GatewayContext): Promise<string | null> {
  const { latest, keyExpiryDays } = await latestEnd(context)
  const own = endOf(caller)
  if (asked === null) return earlier(latest, own)
  const tooLate = (message: string) =>
    new ServiceError('invalid_request', { detail: message, errors: [{ path: 'expiresAt', message }] })
  if (latest !== null && asked > latest)
    throw tooLate(`A key of this tenant can be valid for at most ${keyExpiryDays} days.`)
  if (own !== null && asked > own) throw tooLate(`Your own key ends at ${own}; it can’t create a key that ends later.`)
  return asked
}

/**
 * Throws for the keys of others, unless the caller is an admin: `not_this_agent` where its own key is bound to an agent, and
 * `forbidden` where it is bound to none but the other key is, since that one may do what `requireAgentKeys` keeps from it.
 */
function refuseOthersKeys({ agentId, scopes }: Caller, of: string | undefined): void {
  if (of === agentId || scopes.includes('admin')) return
  if (agentId !== undefined) throw notThisAgent()
  throw new ServiceError('forbidden', { detail: 'API keys of an agent other than your own need the scope admin.' })
}

/** The agent that a new key is bound to: whoever acts in the name of one agent makes keys of that agent alone. */
async function boundTo(
  asked: string | undefined,
  caller: Caller,
  context: GatewayContext,
): Promise<string | undefined> {
  const agentId = asked ?? (caller.scopes.includes('admin') ? undefined : caller.agentId)
  refuseOthersKeys(caller, agentId)
  if (agentId !== undefined) await requireAgent(agentId, 'agentId', context)
  return agentId
}

const isLive = (record: ApiKeyRecord | undefined): record is ApiKeyRecord => record !== undefined && !record.revokedAt

/** Keys of a tenant. */
export const apiKeyRoutes = [
  jsonRoute('GET /api/api-keys', {
    ...common,
    name: 'listApiKeys',
    summary: 'List API keys',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(apiKey),
    async handle({ context, query }) {
      const { items, nextCursor } = await context.collections.apiKeys.find(
        context.tenant,
        newestFirst(query, { revokedAt: null }),
      )
      return { items: items.map(({ id, body }) => shownKey(id, body)), nextCursor }
    },
  }),
  jsonRoute('POST /api/api-keys', {
    ...common,
    name: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Only this reply shows the `key`. A key can grant only scopes that it has, and can’t create a key that ends later than itself. `agentId` of an agent other than the caller’s own needs the scope `admin`. Without `expiresAt`, the new key ends according to the setting `keyExpiryDays`, or with the creating key, whichever is earlier.',
    body: z.strictObject({
      name: z.string().max(200).trim().min(1),
      scopes: z.array(grantedScope).min(1).max(grantedScope.options.length),
      agentId: id.optional().describe('The only agent as which the key can act'),
      expiresAt: z.iso.datetime({ offset: true }).optional(),
    }),
    status: 201,
    reply: apiKeyWithSecret,
    showsSecret: true,
    async handle({ context, caller, body, operationId }) {
      refuseStronger(caller, body.scopes)
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null
      if (expiresAt && Date.parse(expiresAt) <= context.clock.now())
        throw invalidNamedField('expiresAt', 'Must be in the future.')
      const ends = await withinPolicy(expiresAt, caller, context)
      const agentId = await boundTo(body.agentId, caller, context)
      const wanted = { name: body.name, scopes: [...new Set(body.scopes)], expiresAt: ends, agentId }
      return issueKey(context, operationId, wanted)
    },
  }),
  jsonRoute('POST /api/api-keys/:keyId/rotate', {
    ...common,
    name: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Only this reply shows the new `key`. The old one still works for `overlapSeconds` (default 24 hours), but not longer than before. A key from an earlier rotation ends immediately. If the setting `keyExpiryDays` is set, a key with an end gets its full time again, but ends no later than the caller’s key. The caller’s key must have the scopes of the rotated key and must not end before it. A key of an agent other than the caller’s own needs the scope `admin`.',
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
        refuseOthersKeys(caller, current.body.agentId)
        const isRetry = current.body.operationId === operationId
        // A retry may show the secret that its first attempt replaced, and that ends soon.
        if (!isRetry && outlives(current.body.expiresAt, caller)) {
          throw new ServiceError('forbidden', { detail: `Your own key ends at ${endOf(caller)}, before this one.` })
        }
        const overlapEnds = new Date(context.clock.now() + overlapMs).toISOString()
        const { hash, expiresAt: ends } = current.body
        const previousExpiresAt = ends !== null && ends < overlapEnds ? ends : overlapEnds
        const previous = isRetry ? {} : { previousHash: hash, previousExpiresAt }
        const expiresAt = isRetry || ends === null ? ends : earlier(latest ?? ends, endOf(caller))
        return { body: { ...current.body, ...traitsOf(key), ...previous, expiresAt, operationId } }
      })
      authenticator.forget(keyId)
      const { body: record } = stored!
      return { ...shownKey(keyId, record), key, previousExpiresAt: record.previousExpiresAt }
    },
  }),
  jsonRoute('DELETE /api/api-keys/:keyId', {
    ...common,
    name: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'The key, and the one before its last rotation, stop working everywhere within 2 seconds. The caller’s key must have the scopes of the revoked key. A key of an agent other than the caller’s own needs the scope `admin`.',
    params,
    async handle({ context, caller, params: { keyId }, authenticator }) {
      await context.commit(context.collections.apiKeys, keyId, (current) => {
        if (!isLive(current?.body)) throw new ServiceError('not_found')
        refuseStronger(caller, current.body.scopes)
        refuseOthersKeys(caller, current.body.agentId)
        return { body: { ...current.body, revokedAt: timestampOf(context.clock) } }
      })
      authenticator.forget(keyId)
    },
  }),
]
