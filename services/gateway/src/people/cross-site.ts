import { ServiceError } from '@frontdesk/contracts'
import type { FastifyRequest } from 'fastify'

/** Whether an `Origin` is this host, as the request names it. */
export function isThisHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: theirs } = new URL(origin)
  if (!/^https?:$/.test(protocol) || !URL.canParse(`${protocol}//${host}`)) return false
  return new URL(`${protocol}//${host}`).host === theirs
}

type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'host'>

/**
 * Throws `cross_site` for a request that may be another site's: `Sec-Fetch-Site` says so, or, where a browser sends none,
 * the `Origin` is not this host. GET and HEAD change nothing. A request with neither header is refused only when it carries
 * a session (`hasSession`): no browser would send it so, and a program that signs in has no cookie yet.
 */
export function refuseCrossSite({ method, headers, host }: Asked, { hasSession }: { hasSession: boolean }): void {
  if (method === 'GET' || method === 'HEAD') return
  const { 'sec-fetch-site': site, origin } = headers
  const isOwn =
    site !== undefined ? site === 'same-origin' : origin !== undefined ? isThisHost(origin, host) : !hasSession
  if (!isOwn) throw new ServiceError('cross_site')
}

/**
 * Throws `cross_site` for a navigation that another site began, where a browser says so: a sign-in that somebody did not ask
 * for could leave them in another person's account.
 */
export function refuseForeignNavigation({ site }: { site: string }): void {
  if (site !== '' && site !== 'same-origin' && site !== 'none') throw new ServiceError('cross_site')
}
