import { ServiceError } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticator, authenticateAdmin, type Caller, mayUse } from './authenticate.ts'
import type { GatewayContext } from './context.ts'
import type { Cors } from './cors.ts'
import { type Quota, quotaHeader, type RateLimit } from './rate-limit.ts'
import { answersWithStream, type Route } from './route.ts'
import { eventStreamHeaders, frame } from './server-sent-events.ts'

/** Makes the door of a route: it lets a request in as its caller, or answers it (no key, no quota left, no scope). */
export function makeAdmit(
  { config }: GatewayContext,
  { authenticator, rateLimit, cors }: { authenticator: Authenticator; rateLimit: RateLimit; cors: Cors },
): (route: Route) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return (route) => async (request, reply) => {
    const { access } = route
    // Its signature is verified by the service that has the secret; `answerProvider` bounds it until then.
    if (access === 'provider') return undefined
    const found =
      access === 'admin-token'
        ? authenticateAdmin(request.headers, config.ADMIN_TOKEN)
        : authenticator.authenticate(request.headers)
    const caller: Caller = found instanceof Promise ? await found : found
    const allowing = cors.allow(caller.tenant, request, reply)
    if (allowing) await allowing
    const taken = rateLimit.take(caller)
    const quota: Quota = taken instanceof Promise ? await taken : taken
    reply.header('ratelimit-policy', rateLimit.policy).header('ratelimit', quotaHeader(quota))
    if (!quota.isAllowed) return refuse(route, quota, request, reply)
    if (access !== 'admin-token' && !mayUse(caller, access)) {
      throw new ServiceError('forbidden', { detail: `This needs the scope ${access}.` })
    }
    request.setDecorator('caller', caller)
    return undefined
  }
}

/** Where a stream is asked for, the refusal is one too, so that its reader needs one way to read. */
function refuse(route: Route, { resetSeconds }: Quota, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds })
  if (route.method !== 'POST' || !answersWithStream(route, request.headers.accept ?? '')) throw refused
  const data = { type: 'error', message: refused.message, code: refused.code }
  reply.code(refused.status).headers(eventStreamHeaders).header('retry-after', String(resetSeconds))
  return reply.send(frame({ event: 'error', id: '0', data }))
}
