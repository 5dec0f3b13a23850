import { ServiceError } from '@frontdesk/contracts'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isToken } from './random-token.ts'

/**
 * The cookie of a session on one connection. Over https its name has the prefix `__Host-`, which browsers take only with
 * `Secure`, for this host and for every path (RFC 6265bis, 4.1.3.2): no other host can set it.
 */
export type SessionCookie = { name: string; isSecure: boolean }

/** A cookie of the same connection for something else that a browser keeps for a while. */
export const cookieFor = (purpose: string, { isSecure }: SessionCookie): SessionCookie => ({
  name: `${isSecure ? '__Host-' : ''}fd_${purpose}`,
  isSecure,
})

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** The cookie that this connection may have; undefined for plain http from elsewhere, unless `INSECURE_COOKIES` allows it. */
export function cookieOf(request: FastifyRequest, { insecureCookies }: { insecureCookies: boolean }) {
  if (request.protocol === 'https') return { name: '__Host-fd_session', isSecure: true } satisfies SessionCookie
  const isLocal = isLoopback(request.socket.remoteAddress) && isLoopback(request.ip)
  return isLocal || insecureCookies ? ({ name: 'fd_session', isSecure: false } satisfies SessionCookie) : undefined
}

/** The token in the cookie of that name; empty when there is none, when it is none of ours, and when two contradict. */
export function tokenIn(header: string | undefined, { name }: SessionCookie): string {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [token = ''] = values
  return isToken(token) && values.every((value) => value === token) ? token : ''
}

const maxAgeSeconds = 30 * 24 * 3_600

/** `Set-Cookie` that keeps a token, or without one removes it. */
export const setCookie = (
  { name, isSecure }: SessionCookie,
  token: string | undefined,
  keptSeconds = maxAgeSeconds,
): string =>
  [
    `${name}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${token === undefined ? 0 : keptSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')

/** For a connection that no session can live on. */
export const insecureConnection = (): ServiceError => new ServiceError('insecure_connection')
