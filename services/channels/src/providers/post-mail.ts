import type { OutboundHttp, OutboundReply } from '@frontdesk/outbound-http'
import { SendError } from '../provider.ts'
import { noReply, retryAfter } from './call-provider.ts'

/** The signal bounds a send; this is for callers whose signal never aborts. */
const timeoutMs = 60_000
/** Replies are a few fields of JSON. */
const maxBytes = 256 * 1_024

/** What a provider answered; `json` is undefined when the body is none. */
export type MailReply = OutboundReply & { json: unknown }

/** What a provider's own error says; `outcome` where it means another thing than the status does. */
export type MailFault = { code?: string; message?: string; outcome?: SendError['outcome'] }

const readJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined // proxies answer in HTML; the status says enough
  }
}

/**
 * Of a status that is no 2xx. A server error may come after the mail was taken, but a mail goes again with the Message-ID
 * it had, by which the recipient's program knows it; so it is worth another try.
 */
const outcomeOfStatus = (status: number): SendError['outcome'] =>
  status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'

const ownCodes: Record<number, string> = { 401: 'unauthorized', 403: 'unauthorized', 429: 'rate_limited' }

/** How long to wait: `Retry-After`, or the time that SendGrid and Mailgun give in `X-RateLimit-Reset`, by their clock. */
function waitMsOf({ headers }: OutboundReply): number | undefined {
  const after = retryAfter(headers)
  const reset = headers['x-ratelimit-reset']?.trim() ?? ''
  if (after !== undefined || !/^\d{10}$/.test(reset)) return after
  const waitMs = Number(reset) * 1_000 - Date.parse(headers.date ?? '')
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/**
 * Posts a mail to a provider's API, once and without redirects. Answers 2xx replies; throws `SendError` for the rest, with
 * the provider's own code where `faultOf` finds one in the reply's JSON.
 */
export async function postMail(
  request: { url: string; headers: Record<string, string>; body: string },
  faultOf: (json: unknown) => MailFault,
  http: OutboundHttp,
  signal: AbortSignal,
): Promise<MailReply> {
  const reply = await http
    .fetch({ ...request, method: 'POST', timeoutMs, maxBytes, maxRedirects: 0, signal })
    .catch((error: unknown) => {
      throw noReply(error)
    })
  const json = readJson(reply.body)
  if (reply.status >= 200 && reply.status < 300) return { ...reply, json }
  const fault = faultOf(json)
  const outcome = fault.outcome ?? outcomeOfStatus(reply.status)
  const code = ownCodes[reply.status] ?? fault.code ?? String(reply.status)
  const message = fault.message ?? `The provider answered ${reply.status}.`
  throw new SendError(outcome, code, message, outcome === 'again' ? waitMsOf(reply) : undefined)
}
