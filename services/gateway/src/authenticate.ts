import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '@frontdesk/contracts'
import { LRUCache } from 'lru-cache'
import { hashOfKey } from './api-key-format.ts'
import type { GatewayContext } from './context.ts'
import { platformTenant, type Scope } from './key-records.ts'

/** Who asks: a key of a tenant, or the holder of the admin token. */
export type Caller = {
  tenant: string
  keyId: string
  scopes: readonly Scope[]
  /** What they showed. Seals stored replies that hold secrets; never stored or logged. */
  presented: string
}

export type Authenticator = {
  /**
   * Throws `unauthenticated` for no key, an unknown, an expired or a revoked one. Answers at once for a key that is
   * known, which is nearly always; a promise otherwise.
   */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>
  /** Forgets what is known of a key, so that its change holds here at once; elsewhere it does within `trustMs`. */
  forget(keyId: string): void
}

/** How long a key that was read is believed. Revoked keys have to end within 2 s everywhere. */
const trustMs = 1_000
const cachedKeys = 10_000

type Known = { caller: Caller; readAt: number; endsAt: number }

/** The key of a request: `x-api-key`, or `Authorization: Bearer`. */
function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  const authorization = headers.authorization
  if (authorization && authorization.slice(0, 7).toLowerCase() === 'bearer ') return authorization.slice(7).trim()
  return undefined
}

/** Whether a caller may use what needs a scope. */
export const mayUse = (caller: Caller, scope: Scope): boolean =>
  caller.scopes.includes(scope) || caller.scopes.includes('admin')

/** Looks keys up by their SHA-256 and remembers them for `trustMs`. */
export function makeAuthenticator(context: GatewayContext): Authenticator {
  const { clock } = context
  const known = new LRUCache<string, Known>({ max: cachedKeys })

  async function lookUp(presented: string): Promise<Known | undefined> {
    const keyHash = hashOfKey(presented)
    const now = clock.now()
    for (const field of ['hash', 'previousHash'] as const) {
      const [found] = await context.collections.apiKeys.findAcrossTenants({ where: { [field]: keyHash }, limit: 1 })
      if (!found || found.body.revokedAt) continue
      const { scopes, expiresAt, previousExpiresAt } = found.body
      const ends = [expiresAt, field === 'previousHash' ? previousExpiresAt : null].flatMap((end) =>
        end ? [Date.parse(end)] : [],
      )
      const caller = { tenant: found.tenant, keyId: found.id, scopes, presented }
      return { caller, readAt: now, endsAt: Math.min(Number.POSITIVE_INFINITY, ...ends) }
    }
    return undefined
  }

  function callerOf(entry: Known | undefined): Caller {
    if (entry && entry.endsAt > clock.now()) return entry.caller
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
      return entry && clock.now() - entry.readAt < trustMs ? callerOf(entry) : read(presented)
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
    throw new ServiceError('forbidden', { detail: 'These routes are closed until the setting ADMIN_TOKEN is given.' })
  }
  const authorization = headers.authorization ?? ''
  const presented = authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : ''
  if (!timingSafeEqual(digest(presented), digest(adminToken))) {
    throw new ServiceError('unauthenticated', { detail: 'Send the admin token as Authorization: Bearer.' })
  }
  return { tenant: platformTenant, keyId: 'admin', scopes: ['admin'], presented }
}
