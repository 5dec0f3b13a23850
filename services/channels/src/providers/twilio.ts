import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { callProvider, failureOfStatus, fetchBytes, type ProviderReply } from './call-provider.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { phoneNumber } from './phone-number.ts'
import { type Provider, SendError } from './provider.ts'
import { inboundOf, ownAddressIn, readFields } from './twilio-fields.ts'
import { refuseSignature } from './twilio-signature.ts'

const apiVersion = '2010-04-01'
/** What a message's Body holds (https://www.twilio.com/docs/messaging/api/message-resource). */
const maxCharacters = 1_600
/** https://www.twilio.com/docs/whatsapp/guidance-whatsapp-media-messages */
const maxFileBytes = 16 * 1024 * 1024
/** WhatsApp takes free text for 24 hours after the customer's last message. */
const windowMs = 24 * 3_600_000

/** The token alone signs. The account is needed to send, and where it is known it is held against what a request says. */
type Secrets = { accountSid?: string; authToken: string }

const secrets = z.strictObject({
  accountSid: z
    .string()
    .regex(/^\w{1,64}$/, 'must be an account SID: AC and 32 characters')
    .exactOptional(),
  authToken: z.string().min(1),
})

/** https://www.twilio.com/docs/api/errors */
const twilioError = z.object({ code: z.number(), message: z.string().default('') })
/** Too many requests, too many queued, too fast for the carrier, too fast for WhatsApp. */
const rateLimited = new Set([20429, 14107, 21611, 30022, 63018])
const windowClosed = new Set([63016])
const unauthorized = new Set([20003, 20005, 20006, 20403])

function failureOf(reply: ProviderReply): SendError {
  const { data } = twilioError.safeParse(reply.json)
  if (data === undefined) return failureOfStatus(reply)
  const { code, message } = data
  if (rateLimited.has(code) || reply.status === 429)
    return new SendError('again', 'rate_limited', message, reply.retryAfterMs)
  if (windowClosed.has(code)) return new SendError('refused', 'window_closed', message)
  if (unauthorized.has(code) || reply.status === 401) return new SendError('refused', 'unauthorized', message)
  // With a code of its own the API says that it did not take the message.
  if (reply.status >= 500) return new SendError('again', String(code), message, reply.retryAfterMs)
  return new SendError('refused', String(code), message)
}

const taken = z.object({ sid: z.string().min(1), num_segments: z.coerce.number().catch(0) })

/** The account's part of the API, and what opens it. */
function accountOf({ accountSid, authToken }: Secrets) {
  if (accountSid === undefined) throw new SendError('refused', 'unauthorized', 'The channel has no accountSid.')
  const token = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return { path: `/${apiVersion}/Accounts/${accountSid}/`, headers: { authorization: `Basic ${token}` } }
}

/** SMS or WhatsApp by Twilio. */
export const twilio = (kind: 'sms' | 'whatsapp', baseUrl: string): Provider => {
  const prefix = kind === 'whatsapp' ? 'whatsapp:' : ''
  /** The number, when it is written as this kind is: the same one may have a channel of either kind. */
  const ownNumber = (address: string | undefined): string | undefined =>
    address !== undefined && address.startsWith('whatsapp:') === (kind === 'whatsapp')
      ? phoneNumber(address)
      : undefined

  return {
    kind,
    name: 'twilio',
    secrets,
    sendsWith: ['accountSid', 'authToken'],
    reply: { contentType: 'text/xml', body: '<Response/>' },
    limits: { maxCharacters, ...(kind === 'whatsapp' && { windowMs, maxFileBytes }) },

    recipients(request) {
      const number = ownNumber(ownAddressIn(readFields(request) ?? {}))
      return number === undefined ? [] : [number]
    },

    verify(request, { accountSid, authToken }: Secrets, { address, urls }) {
      if (request.method !== 'POST') return { accepted: false, reason: 'wrong_type' }
      const refusal = refuseSignature(request, urls, authToken)
      if (refusal !== undefined) return { accepted: false, reason: refusal }
      const fields = readFields(request)
      if (fields === undefined) return { accepted: false, reason: 'unreadable' }
      const isOurAccount =
        fields.AccountSid === undefined ||
        accountSid === undefined ||
        equalInConstantTime(fields.AccountSid, accountSid)
      return isOurAccount && ownNumber(ownAddressIn(fields)) === phoneNumber(address)
        ? { accepted: true }
        : { accepted: false, reason: 'wrong_address' }
    },

    async parse(request) {
      const inbound = inboundOf(readFields(request) ?? {})
      if (inbound === undefined)
        throw new ServiceError('invalid_request', { detail: 'This is not a message from Twilio.' })
      return inbound === null ? [] : [inbound]
    },

    async send({ from, to, text, files = [], receiptUrl }, given: Secrets, http, signal) {
      const form = new URLSearchParams({ From: prefix + from, To: prefix + to })
      if (text !== '') form.set('Body', text)
      for (const { url } of files) {
        // It fetches files itself.
        if (url === undefined)
          throw new SendError('refused', 'not_configured', 'To send files by Twilio, set PUBLIC_URL.')
        form.append('MediaUrl', url)
      }
      if (receiptUrl !== undefined) form.set('StatusCallback', receiptUrl)
      const account = accountOf(given)
      const request = {
        url: `${baseUrl}${account.path}Messages.json`,
        method: 'POST' as const,
        headers: { ...account.headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      }
      const reply = await callProvider(request, http, signal)
      if (reply.status < 200 || reply.status > 299) throw failureOf(reply)
      const { data } = taken.safeParse(reply.json)
      if (data === undefined) throw new SendError('unknown', 'unreadable_reply', 'Twilio answered without a SID.')
      return { id: data.sid, ...(data.num_segments > 0 && { parts: data.num_segments }) }
    },

    async fetchAttachment(reference, given: Secrets, http, limits) {
      // Whatever host the reference names, the credentials go to the API's alone; it redirects to where the file is.
      const account = accountOf(given)
      const path = URL.canParse(reference) ? new URL(reference).pathname : ''
      if (!path.startsWith(`${account.path}Messages/`))
        throw new SendError('refused', 'address_refused', 'The file does not belong to this Twilio account.')
      return fetchBytes({ url: baseUrl + path, headers: account.headers }, http, limits)
    },
  }
}
