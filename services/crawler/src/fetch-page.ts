import { STATUS_CODES } from 'node:http'
import { derivedId, limits, toWireError } from '@frontdesk/contracts'
import packageJson from '../package.json' with { type: 'json' }
import { acceptedTypes, contentTypeOf } from './content-type.ts'
import type { CrawlerContext } from './context.ts'
import type { Page } from './crawl-document.ts'

export type Fetched =
  | { kind: 'fetched'; httpStatus: number; content: NonNullable<Page['content']> }
  | {
      kind: 'failed'
      httpStatus?: number
      failure: { code: string; message: string }
      /** Whether the same may go better later, and how long the server asked us to wait. */
      retryable: boolean
      retryAfterMs?: number
    }

const maxRedirects = 5
/** Statuses that speak of the moment, not of the page (RFC 9110, RFC 8470, RFC 6585). */
const passing = new Set([408, 425, 429])

/** Says who asks, honestly, and where to read about it when the operator said so. */
const userAgent = (publicUrl: string | undefined): string =>
  `Frontdesk/${packageJson.version} (${publicUrl ? `+${publicUrl}` : 'customer-support knowledge crawler'})`

function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

const failed = (code: string, message: string, more: Partial<Fetched & { kind: 'failed' }> = {}): Fetched => ({
  kind: 'failed',
  failure: { code, message },
  retryable: false,
  ...more,
})

/**
 * Fetches one page and stores its body as a blob whose id follows from the crawl and the URL, so fetching it twice leaves
 * one. What goes wrong with the page is an answer; what goes wrong on our side (the blob store) is thrown.
 */
export async function fetchPage(crawlId: string, url: string, context: CrawlerContext): Promise<Fetched> {
  const { outboundHttp, blobs, tenant, config, clock, signal } = context
  let reply: Awaited<ReturnType<typeof outboundHttp.fetch>>
  try {
    reply = await outboundHttp.fetch({
      url,
      headers: { 'user-agent': userAgent(config.PUBLIC_URL), accept: acceptedTypes },
      timeoutMs: config.CRAWL_TIMEOUT_MS,
      maxBytes: limits.fileBytes,
      maxRedirects,
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    const { code, message, retryable } = toWireError(error)
    return failed(code, message, { retryable })
  }

  const httpStatus = reply.status
  if (httpStatus < 200 || httpStatus > 299) {
    const wait = retryAfterMs(reply.headers['retry-after'], clock.now())
    return failed(
      'fetch_failed',
      `The page answered ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`.trim().concat('.'),
      {
        httpStatus,
        retryable: httpStatus >= 500 || passing.has(httpStatus),
        ...(wait !== undefined && { retryAfterMs: wait }),
      },
    )
  }
  const contentType = contentTypeOf(reply.headers['content-type'], reply.url)
  if (contentType === undefined) {
    const named = reply.headers['content-type']?.slice(0, 100) ?? 'no type'
    const sentence = `The page has the type ${named}; HTML, PDF, DOCX, plain text, Markdown and CSV can be read.`
    return failed('unsupported_media_type', sentence, { httpStatus })
  }
  if (reply.truncated)
    return failed('payload_too_large', `The page is larger than ${limits.fileBytes / 1024 / 1024} MB.`, { httpStatus })

  const { id: blobId, bytes, sha256 } = await blobs.put(tenant, blobIdOf(crawlId, url), reply.body)
  return { kind: 'fetched', httpStatus, content: { url: reply.url, blobId, contentType, bytes, sha256 } }
}

/** The blob of a page of a crawl, the same each time. */
export const blobIdOf = (crawlId: string, url: string): string => derivedId('crl', crawlId, url)
