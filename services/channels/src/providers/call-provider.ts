import { ServiceError, systemClock } from '@frontdesk/contracts'
import { type OutboundHttp, type OutboundReply, readRetryAfter } from '@frontdesk/outbound-http'
import { SendError } from './provider.ts'

/** The caller's signal bounds a call; this is for callers whose signal never aborts. */
const timeoutMs = 60_000
/** What an API answers is a few fields of JSON. */
const replyMaxBytes = 256 * 1_024

/** What an API answered. */
export type ProviderReply = {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
  retryAfterMs?: number | undefined
}

/** One call of an API. */
export type ProviderRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** Failures that are over before a request could leave: names, connections, certificates. */
const beforeRequest =
  /^(?:ENOTFOUND|EAI_AGAIN|ETIMEOUT|ESERVFAIL|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/

/** Codes of an error and of what caused it, to any depth that errors really have. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 8) return []
  const { code, syscall, cause, errors } = error as Record<'code' | 'syscall' | 'cause' | 'errors', unknown>
  const own = code === 'ETIMEDOUT' && syscall === 'connect' ? 'EHOSTUNREACH' : code
  return [
    ...(typeof own === 'string' ? [own] : []),
    ...codesOf(cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((one) => codesOf(one, depth + 1)) : []),
  ]
}

/** Why there is no reply: whether the request can have reached the provider decides the outcome. */
function noReply(error: unknown): SendError {
  if (!(error instanceof ServiceError)) throw error
  if (error.code === 'address_refused') return new SendError('refused', 'address_refused', error.message)
  // Without a cause it was DNS that knew no such name.
  if (error.cause === undefined || codesOf(error.cause).some((code) => beforeRequest.test(code)))
    return new SendError('again', 'unreachable', error.message)
  return new SendError('unknown', 'timeout', error.message)
}

/** The wait that `Retry-After` asks for: from now by the clock of who named the time, if it tells. */
function retryAfter(headers: Record<string, string>): number | undefined {
  const theirs = Date.parse(headers.date ?? '')
  return readRetryAfter(headers['retry-after'], Number.isNaN(theirs) ? systemClock.now() : theirs)
}

function readJson({ body, truncated }: OutboundReply): unknown {
  if (truncated) return undefined
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined // proxies answer in HTML; the status says enough
  }
}

/** Asks a provider's API, without redirects. Any status is a reply; throws `SendError` when there is none. */
export async function callProvider(
  request: ProviderRequest,
  http: OutboundHttp,
  signal: AbortSignal,
): Promise<ProviderReply> {
  if (signal.aborted) throw new SendError('again', 'timeout', 'There was no time left for a request to the provider.')
  const limits = { timeoutMs, maxBytes: replyMaxBytes, maxRedirects: 0, signal }
  const reply = await http.fetch({ ...request, ...limits }).catch((error: unknown) => {
    throw noReply(error)
  })
  const { status, headers } = reply
  const retryAfterMs = retryAfter(headers)
  return { status, headers, json: readJson(reply), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** What a status means that came without an error of the provider's own. */
export function failureOfStatus({ status, retryAfterMs }: Pick<ProviderReply, 'status' | 'retryAfterMs'>): SendError {
  const message = `The provider answered with status ${status}.`
  if (status === 401 || status === 403) return new SendError('refused', 'unauthorized', message)
  if (status === 429) return new SendError('again', 'rate_limited', message, retryAfterMs)
  if (status === 503) return new SendError('again', 'http_503', message, retryAfterMs)
  // A gateway in front of the provider may say so although the message went through it.
  return new SendError(status >= 500 || status < 400 ? 'unknown' : 'refused', `http_${status}`, message)
}

/**
 * Fetches the bytes of an attachment, with redirects (which take no credentials to another origin). Throws `SendError`:
 * `again` for what may be there later, for nothing is lost by fetching twice; `too_large` above `maxBytes`.
 */
export async function fetchBytes(
  request: { url: string; headers: Record<string, string> },
  http: OutboundHttp,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const reply = await http.fetch({ ...request, timeoutMs, maxBytes, maxRedirects: 3, signal }).catch((error) => {
    throw harmless(noReply(error))
  })
  if (reply.status < 200 || reply.status > 299)
    throw harmless(failureOfStatus({ status: reply.status, retryAfterMs: retryAfter(reply.headers) }))
  if (reply.truncated) throw new SendError('refused', 'too_large', `The attachment is larger than ${maxBytes} bytes.`)
  return reply.body
}

/** What is only read can always be read again. */
export const harmless = (error: SendError): SendError =>
  error.outcome === 'unknown' ? new SendError('again', error.code, error.message, error.retryAfterMs) : error
