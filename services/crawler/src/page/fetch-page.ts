import { STATUS_CODES } from 'node:http'
import { limits, toWireError } from '@frontdesk/contracts'
import { readRetryAfter } from '@frontdesk/outbound-http'
import type { CrawlerContext } from '../context.ts'
import type { Failure, PageContent } from '../crawl/crawl-document.ts'
import { acceptedTypes, contentTypeOf } from './content-type.ts'
import { requestHeaders } from './request-headers.ts'

/** What one request for a page brought. `complained`: the site wants fewer of them. */
export type Fetched = { tookMs: number; complained: boolean; retryAfterMs?: number } & (
  | { kind: 'body'; httpStatus: number; body: Uint8Array; headers: Record<string, string>; contentType?: string }
  | { kind: 'redirect'; httpStatus: number; location: string }
  | { kind: 'unchanged'; httpStatus: number; headers: Record<string, string> }
  | { kind: 'failed'; httpStatus?: number; failure: Failure; retryable: boolean }
)

/** Statuses that speak of the moment, not of the page (RFC 9110, RFC 8470, RFC 6585). */
const passing = new Set([408, 425, 429])
const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Asks only for what changed since. */
const conditions = ({ etag, lastModified }: Partial<PageContent> = {}): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
})

/** The sentence for a type that can't be read. */
export const unreadableType = (headers: Record<string, string>): Failure => {
  const named = headers['content-type']?.slice(0, 100) ?? 'no type'
  const message = `The page has the type ${named}; HTML, PDF, DOCX, plain text, Markdown and CSV can be read.`
  return { code: 'unsupported_media_type', message }
}

/**
 * Asks for one page, once: a redirect is an answer, as is whatever goes wrong. `before` is what it was at the last crawl.
 * Throws only the signal's reason.
 */
export async function fetchPage(
  url: string,
  before: PageContent | undefined,
  context: Pick<CrawlerContext, 'outboundHttp' | 'config' | 'clock'>,
  signal: AbortSignal,
): Promise<Fetched> {
  const { outboundHttp, config, clock } = context
  const startedAt = performance.now()
  let reply: Awaited<ReturnType<typeof outboundHttp.fetch>>
  try {
    reply = await outboundHttp.fetch({
      url,
      headers: { ...requestHeaders(config.PUBLIC_URL, acceptedTypes), ...conditions(before) },
      timeoutMs: config.CRAWL_TIMEOUT_MS,
      maxBytes: limits.fileBytes,
      maxRedirects: 0,
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    const { code, message, retryable } = toWireError(error)
    const tookMs = performance.now() - startedAt
    return { kind: 'failed', failure: { code, message }, retryable, tookMs, complained: false }
  }
  const { status: httpStatus, headers, body, truncated } = reply
  const retryAfterMs = readRetryAfter(headers['retry-after'], clock.now())
  const shared = {
    httpStatus,
    tookMs: performance.now() - startedAt,
    complained: httpStatus === 429 || httpStatus === 503,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  if (httpStatus === 304 && before) return { ...shared, kind: 'unchanged', headers }
  if (isRedirect(httpStatus) && headers.location !== undefined)
    return { ...shared, kind: 'redirect', location: headers.location }
  const failed = (failure: Failure, retryable = false): Fetched => ({ ...shared, kind: 'failed', failure, retryable })
  if (httpStatus < 200 || httpStatus > 299) {
    const message = `The page answered ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`.trim().concat('.')
    return failed({ code: 'fetch_failed', message }, httpStatus >= 500 || passing.has(httpStatus))
  }
  if (truncated) {
    const message = `The page is larger than ${limits.fileBytes / 1024 / 1024} MB.`
    return failed({ code: 'payload_too_large', message })
  }
  const contentType = contentTypeOf(headers['content-type'], url)
  return { ...shared, kind: 'body', body, headers, ...(contentType !== undefined && { contentType }) }
}
