import type { OutboundHttp } from '@frontdesk/outbound-http'
import { callProvider, type ProviderReply } from './call-provider.ts'
import { SendError } from './provider.ts'

/** What a provider's own error says; `outcome` where it means another thing than the status does. */
export type MailFault = { code?: string; message?: string; outcome?: SendError['outcome'] }

/**
 * Of a status that is no 2xx. A server error may come after the mail was taken, but a mail goes again with the Message-ID
 * it had, by which the recipient's program knows it; so it is worth another try.
 */
const outcomeOfStatus = (status: number): SendError['outcome'] =>
  status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'

const ownCodes: Record<number, string> = { 401: 'unauthorized', 403: 'unauthorized', 429: 'rate_limited' }

/** How long to wait: `Retry-After`, or the time that SendGrid and Mailgun give in `X-RateLimit-Reset`, by their clock. */
function waitMsOf({ headers, retryAfterMs }: ProviderReply): number | undefined {
  const reset = headers['x-ratelimit-reset']?.trim() ?? ''
  if (retryAfterMs !== undefined || !/^\d{10}$/.test(reset)) return retryAfterMs
  const waitMs = Number(reset) * 1_000 - Date.parse(headers.date ?? '')
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/**
 * Posts a mail to a provider's API. Answers 2xx replies; throws `SendError` for the rest, with the provider's own code where
 * `faultOf` finds one in the reply's JSON.
 */
export async function postMail(
  request: { url: string; headers: Record<string, string>; body: string | Uint8Array },
  faultOf: (json: unknown) => MailFault,
  http: OutboundHttp,
  signal: AbortSignal,
): Promise<ProviderReply> {
  const reply = await callProvider({ ...request, method: 'POST' }, http, signal)
  if (reply.status >= 200 && reply.status < 300) return reply
  const fault = faultOf(reply.json)
  const outcome = fault.outcome ?? outcomeOfStatus(reply.status)
  const code = ownCodes[reply.status] ?? fault.code ?? `http_${reply.status}`
  const message = fault.message ?? `The provider answered with status ${reply.status}.`
  throw new SendError(outcome, code, message, outcome === 'again' ? waitMsOf(reply) : undefined)
}
