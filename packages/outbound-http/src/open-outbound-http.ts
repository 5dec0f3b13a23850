import type { Socket } from 'node:net'
import { type Clock, ServiceError, systemClock } from '@frontdesk/contracts'
import { checkedAddresses, checkMailServer, checkTarget, type Resolver } from './check-target.ts'
import { readRanges } from './classify-address.ts'
import { connectToMailServer } from './connect-to-mail-server.ts'
import { describeFailure } from './describe-failure.ts'
import { openConnections, type Reply } from './request-once.ts'
import { resolveHost } from './resolve-host.ts'

export type OutboundRequest = {
  url: string
  /** Default GET. */
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For everything together: names, connections, redirects, the whole body. */
  timeoutMs: number
  /** Of the body, unpacked. The rest is not read and the reply is marked `truncated`. */
  maxBytes: number
  /** 0: a redirect is the reply. Above: one redirect more than this is `fetch_failed`. */
  maxRedirects: number
  signal?: AbortSignal
}

export type OutboundReply = {
  status: number
  /** Lower-case names; several values of one name are joined with `, `. */
  headers: Record<string, string>
  /** Where the body came from, after redirects. */
  url: string
  body: Uint8Array
  truncated?: true
  durationMs: number
}

/** The only way out to the internet. Any HTTP status is a reply; only what got no reply throws. */
export type OutboundHttp = {
  /**
   * Throws `address_refused` (before any socket is opened) when the URL, a redirect, or an address that a name
   * resolves to may not be reached, and `fetch_failed` with a sentence that says why there is no reply.
   */
  fetch(request: OutboundRequest): Promise<OutboundReply>
  /**
   * A connected socket to a mail server, without TLS, for a client of SMTP that takes one (`connection` of nodemailer):
   * ports 25, 465, 587 and 2525, checked as `fetch` does. `timeoutMs` is for the name and the connection together; after
   * that the socket is the caller's, who bounds and ends it. Throws as `fetch` does.
   */
  connect(server: { host: string; port: number; timeoutMs: number; signal?: AbortSignal }): Promise<Socket>
  /** Throws `address_refused` for a URL that is refused whatever DNS says. Asks nobody. */
  check(url: string): void
  /**
   * Throws `address_refused` for a URL or mail server that may not be reached as things are: refused whatever DNS says, or
   * named so that DNS leads to such an address now. For settings, when they are saved: what they name is checked again
   * whenever it is used. A name that DNS doesn't know, or not within 3 s, is not refused.
   */
  checkNow(target: { url: string } | { host: string; port: number }): Promise<void>
  /** Closes idle connections. Requests in hand end first or by their own limits. */
  close(): Promise<void>
}

export type OutboundHttpOptions = {
  /** CIDRs (or addresses) that may be reached although they are not public, at any port. */
  allow: string[]
  clock?: Clock
  /** Addresses of a host name; none when it does not exist. */
  resolver?: Resolver
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** What may go to another origin: a header that we don't know could be a credential. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
const aboutBody = new Set(['content-type', 'content-encoding', 'content-language'])

type Hop = { url: URL; method: string; headers: Record<string, string>; body: string | Uint8Array | undefined }

const keep = (headers: Record<string, string>, fits: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => fits(name)))

/** The request that a redirect asks for (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
function nextHop(hop: Hop, reply: Reply): Hop {
  const location = reply.headers.location ?? ''
  if (!URL.canParse(location, hop.url.href))
    throw new ServiceError('fetch_failed', { detail: 'The host redirected to something that is not a URL.' })
  const url = new URL(location, hop.url)
  const becomesGet =
    (reply.status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((reply.status === 301 || reply.status === 302) && hop.method === 'POST')
  const kept = url.origin === hop.url.origin ? hop.headers : keep(hop.headers, (name) => harmless.has(name))
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: becomesGet ? keep(kept, (name) => !aboutBody.has(name)) : kept,
    body: becomesGet ? undefined : hop.body,
  }
}

/** Resolves or rejects with the promise, unless the signal aborts first; what is slow may not be interrupted by it itself. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

/**
 * A signal that aborts when the time is over or the caller's signal does, until `end`: what is done by then is not
 * disturbed, and nothing is left of it but garbage.
 */
function limitedBy(timeoutMs: number, signal: AbortSignal | undefined) {
  const limit = new AbortController()
  let isTimeout = false
  const cancel = () => limit.abort(signal!.reason)
  const timer = setTimeout(() => {
    isTimeout = true
    limit.abort(new DOMException('The time is over.', 'TimeoutError'))
  }, timeoutMs)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  return {
    signal: limit.signal,
    isTimeout: () => isTimeout,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    },
  }
}

/** How long whoever saves a setting waits for DNS. */
const lookUpMs = 3_000

/** Opens outbound HTTP. Throws when a CIDR of `allow` can't be read. */
export function openOutboundHttp({
  allow,
  clock = systemClock,
  resolver = resolveHost,
}: OutboundHttpOptions): OutboundHttp {
  const ranges = readRanges(allow)
  const connections = openConnections()

  async function hopOnce(hop: Hop, limits: { maxBytes: number; signal: AbortSignal }): Promise<Reply & { url: URL }> {
    const target = checkTarget(hop.url.href, ranges)
    const addresses =
      target.address !== undefined
        ? [target.address]
        : await unlessAborted(checkedAddresses(target, ranges, resolver), limits.signal)
    // A connection that is being made, TLS with it, can't be interrupted: nobody waits for it any longer than they said.
    const request = connections.requestOnce({ ...hop, url: target.url, addresses, ...limits })
    const reply = await unlessAborted(request, limits.signal)
    return { ...reply, url: target.url }
  }

  async function follow(first: Hop, maxRedirects: number, limits: { maxBytes: number; signal: AbortSignal }) {
    let hop = first
    for (let redirects = 0; ; redirects++) {
      const reply = await hopOnce(hop, limits)
      if (maxRedirects === 0 || !isRedirect(reply.status) || reply.headers.location === undefined) return reply
      if (redirects === maxRedirects)
        throw new ServiceError('fetch_failed', { detail: `The host redirected more than ${maxRedirects} times.` })
      hop = nextHop({ ...hop, url: reply.url }, reply)
    }
  }

  return {
    async fetch({ url, method = 'GET', headers = {}, body, timeoutMs, maxBytes, maxRedirects, signal }) {
      const startedAt = clock.now()
      const limit = limitedBy(timeoutMs, signal)
      const limits = { maxBytes, signal: limit.signal }
      const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      try {
        const first: Hop = { url: checkTarget(url, ranges).url, method, headers: lowerCase, body }
        const reply = await follow(first, maxRedirects, limits)
        return { ...reply, url: reply.url.href, durationMs: clock.now() - startedAt }
      } catch (error) {
        if (signal?.aborted)
          throw new ServiceError('fetch_failed', { detail: 'The request was cancelled.', cause: error })
        if (limit.isTimeout())
          throw new ServiceError('fetch_failed', {
            detail: `The host did not answer completely within ${timeoutMs / 1_000} s (timeout).`,
            cause: error,
          })
        throw describeFailure(error)
      } finally {
        limit.end()
      }
    },
    async connect({ host, port, timeoutMs, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const either = signal ? AbortSignal.any([timeout, signal]) : timeout
      try {
        return await unlessAborted(connectToMailServer({ host, port, signal: either }, ranges, resolver), either)
      } catch (error) {
        if (signal?.aborted)
          throw new ServiceError('fetch_failed', { detail: 'The request was cancelled.', cause: error })
        if (timeout.aborted)
          throw new ServiceError('fetch_failed', {
            detail: `The host did not accept the connection within ${timeoutMs / 1_000} s (timeout).`,
            cause: error,
          })
        throw describeFailure(error)
      }
    },
    check(url) {
      checkTarget(url, ranges)
    },
    async checkNow(given) {
      const target = 'url' in given ? checkTarget(given.url, ranges) : checkMailServer(given.host, given.port, ranges)
      const limit = limitedBy(lookUpMs, undefined)
      try {
        await unlessAborted(checkedAddresses(target, ranges, resolver), limit.signal)
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'address_refused') throw error
      } finally {
        limit.end()
      }
    },
    close: () => connections.close(),
  }
}
