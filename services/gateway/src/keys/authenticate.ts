import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { errorCodes, grants, isFresh, platformTenant, type Scope, ServiceError, scope } from '@frontdesk/contracts'
import { LRUCache } from 'lru-cache'
import type { GatewayContext } from '../context.ts'
import { makeSessionReader } from '../people/sessions.ts'
import { makeVisitorReader } from '../visitors/visitor-sessions.ts'
import { makeWidgetReader } from '../widgets/widget-reader.ts'
import { hashOfKey } from './api-key-format.ts'
import type { Authenticator, Caller } from './caller.ts'

/** How long a key that was read is believed. Revoked keys have to end within 2 s everywhere. */
const trustMs = 1_000
const cachedKeys = 10_000

type Known = { caller: Caller; readAt: number }

/** The key of a request: `x-api-key`, or `Authorization: Bearer`. */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  return presentedBearer(headers)
}

/** What a request shows as `Authorization: Bearer`. */
export function presentedBearer({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization && authorization.slice(0, 7).toLowerCase() === 'bearer ') return authorization.slice(7).trim()
  return undefined
}

/** Whether a caller may use what needs a scope; with `'read'`, whether they may read it. */
export const mayUse = ({ scopes }: Caller, scope: Scope, only?: 'read'): boolean => grants(scopes, scope, only)

/** The whole scopes of a caller, for a service that decides by what they hold. */
export const heldBy = ({ scopes }: Caller): Scope[] =>
  scopes.filter((each): each is Scope => scope.options.includes(each as Scope))

/** Looks keys up by their SHA-256 and remembers them for `trustMs`. */
export function makeAuthenticator(context: GatewayContext): Authenticator {
  const { clock } = context
  const known = new LRUCache<string, Known>({ max: cachedKeys })
  const sessions = makeSessionReader(context)
  const widgets = makeWidgetReader(context)
  const visitors = makeVisitorReader(context, widgets)

  /** Keys of an agent hold while there is that agent, who is not disabled. */
  async function isAtWork(tenant: string, agentId: string): Promise<boolean> {
    const agent = await context.collections.agents.get(tenant, agentId)
    return agent !== undefined && agent.body.status !== 'disabled'
  }

  async function lookUp(presented: string): Promise<Known | undefined> {
    const keyHash = hashOfKey(presented)
    const now = clock.now()
    for (const field of ['hash', 'previousHash'] as const) {
      const [found] = await context.collections.apiKeys.findAcrossTenants({ where: { [field]: keyHash }, limit: 1 })
      if (!found || found.body.revokedAt) continue
      const { scopes, expiresAt, previousExpiresAt, agentId } = found.body
      if (agentId !== undefined && !(await isAtWork(found.tenant, agentId))) continue
      const ends = [expiresAt, field === 'previousHash' ? previousExpiresAt : null].flatMap((end) =>
        end ? [Date.parse(end)] : [],
      )
      const endsAt = Math.min(Number.POSITIVE_INFINITY, ...ends)
      const own = { ...(agentId !== undefined && { agentId }), endsAt, presented }
      return { caller: { tenant: found.tenant, keyId: found.id, kind: 'key', scopes, ...own }, readAt: now }
    }
    return undefined
  }

  function callerOf(entry: Known | undefined): Caller {
    if (entry && entry.caller.endsAt > clock.now()) return entry.caller
    throw new ServiceError('unauthenticated', { detail: 'This API key is not valid.' })
  }

  async function read(presented: string): Promise<Caller> {
    known.delete(presented)
    const entry = await lookUp(presented)
    if (entry) known.set(presented, entry)
    return callerOf(entry)
  }

  return {
    authenticate(headers) {
      const presented = presentedKey(headers)
      if (!presented) {
        throw new ServiceError('unauthenticated', {
          detail: 'Send an API key as x-api-key, or as Authorization: Bearer.',
        })
      }
      const entry = known.get(presented)
      return entry && isFresh(entry.readAt, trustMs, clock.now()) ? callerOf(entry) : read(presented)
    },
    sessions,
    widgets,
    visitors,
    async recheck({ kind, presented, lacksTotp }) {
      if (kind === 'visitor') await visitors.read(presented)
      else if (kind === 'session') {
        const now = await sessions.read(presented, { isUse: false })
        if (now.lacksTotp && !lacksTotp)
          throw new ServiceError('unauthenticated', { detail: errorCodes.totp_setup_required.title })
      } else await this.authenticate({ 'x-api-key': presented })
    },
    forget(keyId) {
      for (const [presented, { caller }] of known) if (caller.keyId === keyId) known.delete(presented)
    },
  }
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Whether the request shows the admin token, compared in constant time. Throws `forbidden` when none is configured,
 * for then nothing opens these routes.
 */
export function authenticateAdmin(headers: IncomingHttpHeaders, adminToken: string | undefined): Caller {
  if (!adminToken) {
    throw new ServiceError('forbidden', { detail: "These routes can't be used until ADMIN_TOKEN is set." })
  }
  const authorization = headers.authorization ?? ''
  const presented = authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : ''
  if (!timingSafeEqual(digest(presented), digest(adminToken))) {
    throw new ServiceError('unauthenticated', { detail: 'Send the admin token as Authorization: Bearer.' })
  }
  return {
    tenant: platformTenant,
    keyId: 'admin',
    kind: 'admin-token',
    scopes: ['admin'],
    endsAt: Number.POSITIVE_INFINITY,
    presented,
  }
}
