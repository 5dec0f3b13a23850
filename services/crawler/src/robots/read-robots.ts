import { STATUS_CODES } from 'node:http'
import { isFresh, toWireError } from '@frontdesk/contracts'
import type { CrawlerContext } from '../context.ts'
import { productToken } from '../page/read-directives.ts'
import { requestHeaders } from '../page/request-headers.ts'
import { maxRobotsBytes, parseRobots, type RobotsRules } from './parse-robots.ts'

/** RFC 9309, 2.3.1.2: at least five, over any hosts; then it counts as not there. */
const maxRedirects = 5

/** What a host says of its pages; or that it can't be known, so that no page may be fetched (RFC 9309, 2.3.1.4). */
export type Robots =
  | { kind: 'rules'; rules: RobotsRules; readAt: number }
  | { kind: 'unreachable'; code: string; message: string; retryable: boolean; retryAfterMs?: number }

const everything: RobotsRules = { rules: [], sitemaps: [] }

/** Reads the robots.txt of a host (`https://host:port`). What the host does wrong is an answer, not an error. */
async function readRobots(origin: string, context: CrawlerContext, signal: AbortSignal): Promise<Robots> {
  const { outboundHttp, config, clock } = context
  const known = (rules: RobotsRules): Robots => ({ kind: 'rules', rules, readAt: clock.now() })
  let url = `${origin}/robots.txt`
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    let reply: Awaited<ReturnType<typeof outboundHttp.fetch>>
    try {
      reply = await outboundHttp.fetch({
        url,
        headers: requestHeaders(config.PUBLIC_URL, 'text/plain'),
        timeoutMs: config.CRAWL_TIMEOUT_MS,
        // One byte more than is read tells that there is more.
        maxBytes: maxRobotsBytes + 1,
        maxRedirects: 0,
        signal,
      })
    } catch (error) {
      signal.throwIfAborted()
      const { code, message, retryable } = toWireError(error)
      return { kind: 'unreachable', code, message, retryable }
    }
    const { status, headers, body } = reply
    if (status >= 200 && status < 300) return known(parseRobots(body, productToken))
    if (status >= 300 && status < 400) {
      const target = headers.location && URL.parse(headers.location, url)
      if (!target) return known(everything)
      url = target.href
    } else if (status >= 400 && status < 500 && status !== 429) return known(everything)
    else {
      const sentence = `${new URL(url).host}/robots.txt answered ${status} ${STATUS_CODES[status] ?? ''}`.trim()
      const message = `${sentence}, so no page may be fetched.`
      return { kind: 'unreachable', code: 'fetch_failed', message, retryable: true }
    }
  }
  return known(everything)
}

/** A copy is used this long (RFC 9309, 2.4). */
const keptMs = 24 * 60 * 60 * 1_000

/** What hosts said in the course of one crawl. A host that could not be read is asked again. */
export function openRobotsCache(context: CrawlerContext, signal: AbortSignal) {
  const copies = new Map<string, Robots & { kind: 'rules' }>()
  const recall = (url: string): RobotsRules | undefined => {
    const copy = copies.get(new URL(url).origin)
    return copy && isFresh(copy.readAt, keptMs, context.clock.now()) ? copy.rules : undefined
  }
  return {
    /** What is known of an address's host without asking it. */
    recall,
    async of(url: string): Promise<Robots> {
      const rules = recall(url)
      if (rules) return { kind: 'rules', rules, readAt: context.clock.now() }
      const { origin } = new URL(url)
      const read = await readRobots(origin, context, signal)
      if (read.kind === 'rules') copies.set(origin, read)
      return read
    },
  }
}
export type RobotsCache = ReturnType<typeof openRobotsCache>
