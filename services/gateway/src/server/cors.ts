import { chat, isFresh } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { GatewayContext } from '../context.ts'

/** How long a tenant's list is believed. */
const trustMs = 5_000
const tenantsKept = 10_000
/** How long a browser may remember what it was allowed. */
const preflightSeconds = 600
/** Headers of replies that pages may read. */
export const exposedHeaders =
  'content-disposition, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, traceparent, x-request-id'

export type Cors = {
  /** Answers a browser that asks whether it may ask; false when it is no such request. */
  answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean
  /** Lets pages of the tenant's origins read the reply. Costs nothing where no browser asks. */
  allow(tenant: string, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
}

/**
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol). A preflight carries no key, so no tenant is
 * known: it allows to ask. What decides is the reply to the request itself, which a page can read only when its origin
 * stands in the settings of the key's tenant. No cookie is ever used, so there is nothing that a foreign page could ride on.
 */
export function makeCors(context: GatewayContext): Cors {
  const { clock } = context
  const known = new LRUCache<string, { origins: string[]; readAt: number }>({ max: tenantsKept })

  async function originsOf(tenant: string): Promise<string[]> {
    const entry = known.get(tenant)
    if (entry && isFresh(entry.readAt, trustMs, clock.now())) return entry.origins
    try {
      const { allowedOrigins } = await context.forTenant(tenant).ask(chat.queries.settingsRead, {})
      known.set(tenant, { origins: allowedOrigins, readAt: clock.now() })
      return allowedOrigins
    } catch (error) {
      context.log.warn({ tenant, err: error }, 'allowed origins could not be read; the last known ones are used')
      return entry?.origins ?? []
    }
  }

  async function allow(tenant: string, origin: string, reply: FastifyReply): Promise<void> {
    const origins = await originsOf(tenant)
    if (!origins.includes(origin) && !origins.includes('*')) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
  }

  return {
    answerPreflight({ method, headers }, reply) {
      const { origin } = headers
      const asksFor = headers['access-control-request-method']
      if (method !== 'OPTIONS' || !origin || !asksFor) return false
      const wanted = headers['access-control-request-headers']
      reply
        .code(204)
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
        .header('access-control-max-age', String(preflightSeconds))
        .header('vary', 'origin, access-control-request-headers')
      if (wanted) reply.header('access-control-allow-headers', wanted)
      reply.send()
      return true
    },
    allow(tenant, { headers }, reply) {
      if (!headers.origin) return undefined
      reply.header('vary', 'origin')
      return allow(tenant, headers.origin, reply)
    },
  }
}
