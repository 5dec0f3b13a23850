import { hash } from 'node:crypto'
import { platformTenant, ServiceError } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusedStream } from '../answer/refused-stream.ts'
import type { GatewayContext } from '../context.ts'
import { authenticateAdmin, mayUse, presentedBearer, presentedKey } from '../keys/authenticate.ts'
import type { Authenticator, Caller } from '../keys/caller.ts'
import { requireReading } from '../keys/require-reading.ts'
import { agentNamedBy, requireAgentKey } from '../people/acting-agent.ts'
import { refuseCrossSite } from '../people/cross-site.ts'
import { networkOf } from '../people/network-of.ts'
import { cookieOf, tokenIn } from '../people/session-cookie.ts'
import { answersWithStream, onlyReads, type Route } from '../routes/route.ts'
import type { Cors } from '../server/cors.ts'
import { exposeToPage, requireWidgetOrigin } from '../visitors/visitor-origin.ts'
import { type Quota, quotaHeader, type RateLimit } from './rate-limit.ts'

/** Makes the door of a route: it lets a request in as its caller, or answers it (no key, no quota left, no scope). */
export function makeAdmit(
  context: GatewayContext,
  {
    authenticator,
    rateLimit,
    visitorRateLimit,
    cors,
  }: { authenticator: Authenticator; rateLimit: RateLimit; visitorRateLimit: RateLimit; cors: Cors },
): (route: Route) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const { config } = context
  const insecureCookies = config.INSECURE_COOKIES === '1'

  /** By its API key; by its cookie only where it has none. */
  function callerOf(request: FastifyRequest): Caller | Promise<Caller> {
    const cookie = presentedKey(request.headers) === undefined ? cookieOf(request, { insecureCookies }) : undefined
    const token = cookie && tokenIn(request.headers.cookie, cookie)
    if (!token) return authenticator.authenticate(request.headers)
    refuseCrossSite(request, { hasSession: true })
    return authenticator.sessions.read(token)
  }

  /** By their token alone: whatever key or cookie comes with it opens nothing here. */
  async function admitVisitor(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store')
    exposeToPage(request, reply)
    const caller = await authenticator.visitors.read(presentedBearer(request.headers))
    const visitor = caller.visitor!
    requireWidgetOrigin(visitor.widget.body, request, reply)
    const quota = await consumeQuota(caller, reply)
    if (!quota.isAllowed) return refuse(route, quota, request, reply)
    request.setDecorator('caller', { ...caller, visitor: { ...visitor, network: networkOf(request.ip) } })
    return undefined
  }

  /** Nobody yet: counted by where it comes from. The widget and the origin are looked at when it is answered. */
  async function admitPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    exposeToPage(request, reply)
    const keyId = `net_${hash('sha256', networkOf(request.ip), 'hex').slice(0, 32)}`
    const quota = await consumeQuota({ tenant: platformTenant, keyId }, reply)
    if (!quota.isAllowed) throw new ServiceError('rate_limited', { retryAfterSeconds: quota.resetSeconds })
  }

  async function consumeQuota(caller: Pick<Caller, 'tenant' | 'keyId'>, reply: FastifyReply): Promise<Quota> {
    const quota = await visitorRateLimit.take(caller)
    reply.header('ratelimit-policy', visitorRateLimit.policy).header('ratelimit', quotaHeader(quota))
    return quota
  }

  return (route) => async (request, reply) => {
    const { access } = route
    // Its signature is verified by the service that has the secret; `answerProvider` bounds it until then.
    if (access === 'provider') return undefined
    if (access === 'visitor') return admitVisitor(route, request, reply)
    if (access === 'widget') return admitPage(request, reply)
    if (access === 'public') return refuseCrossSite(request, { hasSession: false })
    const found = access === 'admin-token' ? authenticateAdmin(request.headers, config.ADMIN_TOKEN) : callerOf(request)
    const caller: Caller = found instanceof Promise ? await found : found
    // Nothing that a session reads is for the pages of others; what it reads is for no cache either.
    if (caller.kind === 'session') reply.header('cache-control', 'no-store')
    else await cors.allow(caller.tenant, request, reply)
    const taken = rateLimit.take(caller)
    const quota: Quota = taken instanceof Promise ? await taken : taken
    reply.header('ratelimit-policy', rateLimit.policy).header('ratelimit', quotaHeader(quota))
    if (!quota.isAllowed) return refuse(route, quota, request, reply)
    refuseWithoutScope(route, caller)
    if (caller.lacksTotp && !route.isOpenWithoutTotp) throw new ServiceError('totp_setup_required')
    const { 'x-agent-id': named = '' } = request.headers
    if (named.length > maxAgentIdLength)
      throw new ServiceError('invalid_request', { detail: 'x-agent-id is too long.' })
    const agentId = agentNamedBy(caller, String(named))
    if (agentId !== '' && route.method !== 'GET') await requireAgentKey(caller, context)
    request.setDecorator('agentId', agentId)
    request.setDecorator('caller', caller)
    return undefined
  }
}

/** As the OpenAPI document says. */
const maxAgentIdLength = 128

/** Throws `forbidden` for a caller who may not use a route. */
function refuseWithoutScope(route: Route, caller: Caller): void {
  const { access } = route
  if (access === 'admin-token' || access === 'public' || access === 'provider') return
  if (access === 'visitor' || access === 'widget') return
  if (access === 'session') {
    if (caller.kind !== 'session')
      throw new ServiceError('forbidden', { detail: 'This route is only for people who are signed in.' })
  } else if (!mayUse(caller, access, onlyReads(route) ? 'read' : undefined)) {
    throw new ServiceError('forbidden', { detail: `This needs the scope ${access}.` })
  }
  for (const each of route.alsoReads ?? []) requireReading(caller, each, 'its reply holds such data')
}

function refuse(route: Route, { resetSeconds }: Quota, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = new ServiceError('rate_limited', { retryAfterSeconds: resetSeconds })
  if (route.method !== 'POST' || !answersWithStream(route, request.headers.accept ?? '')) throw refused
  return sendRefusedStream(refused, reply)
}
