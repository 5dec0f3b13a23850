import { toWireError } from '@frontdesk/contracts'
import { LostLease } from '@frontdesk/jobs'
import { type OutboundHttp, readRetryAfter } from '@frontdesk/outbound-http'
import { ConnectorError } from './helpdesk.ts'

const timeoutMs = 20_000
const maxBytes = 8 * 1024 * 1024
/** First characters of what the other side said, for people who look for the fault. */
const shownCharacters = 300

export type ApiCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: unknown
  signal: AbortSignal
  /** Statuses beside 2xx that the caller can read. */
  also?: number[]
}
export type ApiReply = { status: number; body: unknown }

/** Asks a JSON API. Throws `ConnectorError` for no reply, for a status that is neither 2xx nor expected, for no JSON. */
export async function callApi(http: Pick<OutboundHttp, 'fetch'>, now: () => number, call: ApiCall): Promise<ApiReply> {
  const reply = await http
    .fetch({
      url: call.url,
      method: call.method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...call.headers },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      timeoutMs,
      maxBytes,
      maxRedirects: 0,
      signal: call.signal,
    })
    .catch((error) => {
      if (call.signal.aborted) throw error
      if (error instanceof LostLease) throw error
      throw new ConnectorError('unavailable', toWireError(error).message, { isUndone: neverLeft(error) })
    })
  const text = new TextDecoder().decode(reply.body)
  const { status } = reply
  if ((status >= 200 && status <= 299) || call.also?.includes(status)) return { status, body: parse(text, status) }
  const said = `It answered ${status}${text === '' ? '' : `: ${text.slice(0, shownCharacters)}`}`
  const retryAfterMs = readRetryAfter(reply.headers['retry-after'], now())
  if (status === 401 || status === 403) throw new ConnectorError('unauthorized', said, { status, isUndone: true })
  if (status === 429) throw new ConnectorError('rate_limited', said, { status, retryAfterMs, isUndone: true })
  if (status >= 500 || status === 408 || status === 423)
    throw new ConnectorError('unavailable', said, { status, retryAfterMs })
  throw new ConnectorError('rejected', said, { status, isUndone: true })
}

/** Names that were not found, connections that were not made. */
const beforeItLeft = new Set(
  'ENOTFOUND ETIMEOUT ESERVFAIL EAI_AGAIN ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT'.split(
    ' ',
  ),
)
function neverLeft(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] }
  if (code === 'address_refused' || beforeItLeft.has(String(code))) return true
  return errors ? errors.length > 0 && errors.every(neverLeft) : neverLeft(cause)
}

function parse(text: string, status: number): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new ConnectorError('unreadable', `Its reply is not JSON: ${text.slice(0, shownCharacters)}`, { status })
  }
}
