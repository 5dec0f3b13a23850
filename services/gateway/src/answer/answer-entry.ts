import type { Cause } from '@frontdesk/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../keys/caller.ts'
import { networkOf } from '../people/network-of.ts'
import { cookieFor, cookieOf, insecureConnection, setCookie, tokenIn } from '../people/session-cookie.ts'
import { parseInput } from '../requests/parse-input.ts'
import type { EntryRoute } from '../routes/route.ts'
import { type Answering, headerOf } from './exchange.ts'
import { problemType } from './problem.ts'

/** How long a browser keeps what is only for a sign-in. */
const keptSeconds = 600

/**
 * Answers a request that begins or ends a session. Throws `insecure_connection` before anything is done where no cookie
 * could be set that keeps a session.
 */
export async function answerEntry(
  { context, authenticator }: Answering,
  route: EntryRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cookie = cookieOf(request, { insecureCookies: context.config.INSECURE_COOKIES === '1' })
  if (!cookie) throw insecureConnection()
  const parsed = parseInput(route, request)
  const traced = context.forTenant('', request.getDecorator<Cause>('cause')).trace(`${route.method} ${route.url}`)
  reply.raw.once('close', () => traced.end())
  reply.header('traceparent', traced.context.cause.traceparent).header('cache-control', 'no-store')
  const {
    status = route.status,
    body,
    session,
    browserToken: kept,
    location,
  } = await route.enter({
    ...parsed,
    context: traced.context,
    caller: request.getDecorator<Caller | null>('caller') ?? undefined,
    browser: {
      origin: context.config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`,
      site: headerOf(request, 'sec-fetch-site'),
      wantsPage: headerOf(request, 'accept').includes('text/html'),
      token: (purpose) => tokenIn(request.headers.cookie, cookieFor(purpose, cookie)),
    },
    client: { ip: request.ip, network: networkOf(request.ip), userAgent: headerOf(request, 'user-agent') },
    authenticator,
  })
  const cookies = [
    ...(session !== undefined ? [setCookie(cookie, session ?? undefined)] : []),
    ...(kept ? [setCookie(cookieFor(kept.purpose, cookie), kept.token ?? undefined, keptSeconds)] : []),
  ]
  if (cookies.length > 0) reply.header('set-cookie', cookies.length === 1 ? cookies[0] : cookies)
  if (location !== undefined) reply.header('location', location).header('referrer-policy', 'no-referrer')
  reply.code(status)
  return body === undefined
    ? reply.send()
    : reply
        .header('content-type', status < 400 ? 'application/json; charset=utf-8' : problemType)
        .send(JSON.stringify(body))
}
