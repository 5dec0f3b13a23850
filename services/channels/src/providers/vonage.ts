import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { countSegments } from '../outbound/count-segments.ts'
import { callProvider, failureOfStatus, type ProviderReply } from './call-provider.ts'
import { isFresh, readUnixSeconds } from './check-age.ts'
import { phoneNumber } from './phone-number.ts'
import { type Inbound, type Provider, type Receipt, SendError, type Sent } from './provider.ts'
import {
  isSigned,
  readParameters,
  type SignatureMethod,
  signatureMethods,
  textOf,
  type VonageParameters,
} from './vonage-signature.ts'

/** Clocks of servers differ by seconds; what is on its way for longer is not on its way for the first time. */
const ageLimit = { pastMs: 5 * 60_000, futureMs: 5 * 60_000 }

type Secrets = { signatureSecret: string; signatureMethod?: SignatureMethod; apiKey?: string; apiSecret?: string }

const secrets = z.strictObject({
  signatureSecret: z.string().min(1),
  /** Accepts this method alone. Without it each one of them is, for what an account signs with is a setting of Vonage's. */
  signatureMethod: z.enum(signatureMethods).exactOptional(),
  apiKey: z.string().min(1).exactOptional(),
  apiSecret: z.string().min(1).exactOptional(),
})

/** RFC 3339 of `2026-11-21 10:00:00`, which is in UTC. */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** When a request was signed, in milliseconds. `timestamp` is left out where `message-timestamp` says the same. */
function signedAt(parameters: VonageParameters): number | undefined {
  const timestamp = textOf(parameters, 'timestamp')
  if (timestamp !== undefined) return readUnixSeconds(timestamp)
  const written = timeOf(textOf(parameters, 'message-timestamp'))
  return written === undefined ? undefined : Date.parse(written)
}

const states: Record<string, Receipt['state'] | 'pending' | undefined> = {
  accepted: 'sent',
  submitted: 'sent',
  delivered: 'delivered',
  expired: 'failed',
  failed: 'failed',
  rejected: 'failed',
  buffered: 'pending',
  unknown: 'pending',
}

function receiptOf(parameters: VonageParameters, id: string, status: string): Receipt | undefined {
  const state = Object.hasOwn(states, status) ? states[status] : 'pending'
  if (state === undefined || state === 'pending') return undefined
  const code = state === 'failed' ? textOf(parameters, 'err-code') : undefined
  const at = timeOf(textOf(parameters, 'message-timestamp'))
  return { type: 'receipt', id, state, ...(code && { code }), ...(at && { at }) }
}

const partNumber = (text: string | undefined): number => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : 0)

/** Which part of a long message this is, when it is one and says so completely. */
function partOf(parameters: VonageParameters): { ref: string; index: number; total: number } | undefined {
  const ref = textOf(parameters, 'concat-ref')
  const index = partNumber(textOf(parameters, 'concat-part'))
  const total = partNumber(textOf(parameters, 'concat-total'))
  if (textOf(parameters, 'concat') !== 'true' || !ref || index < 1 || total < 2 || index > total) return undefined
  return { ref, index, total }
}

/** https://developer.vonage.com/en/messaging/sms/guides/inbound-sms and …/delivery-receipts */
function inboundOf(parameters: VonageParameters): Inbound[] {
  const id = textOf(parameters, 'messageId')
  const from = textOf(parameters, 'msisdn')
  if (!id || !from) throw new ServiceError('invalid_request', { detail: 'This is not a message from Vonage.' })
  const status = textOf(parameters, 'status')
  if (status !== undefined) return [receiptOf(parameters, id, status)].filter((receipt) => receipt !== undefined)
  // Data for a SIM or a program on the phone: nothing that anybody wrote.
  if (textOf(parameters, 'type') === 'binary') return []
  const sentAt = timeOf(textOf(parameters, 'message-timestamp'))
  const part = partOf(parameters)
  return [
    {
      type: 'text',
      id,
      from: phoneNumber(from),
      text: textOf(parameters, 'text') ?? '',
      attachments: [],
      ...(sentAt && { sentAt }),
      ...(part && { part }),
    },
  ]
}

/** What a message of ours in the reply says of itself: https://developer.vonage.com/en/api-errors/sms */
const taken = z.object({
  messages: z
    .array(
      z.object({
        status: z.coerce.string(),
        'message-id': z.string().exactOptional(),
        'error-text': z.string().default(''),
      }),
    )
    .min(1),
})
const rateLimited = new Set(['1', '10'])
const unauthorized = new Set(['4', '8', '14', '32'])
const internalError = '5'

function failureOf(status: string, message: string): SendError {
  if (rateLimited.has(status)) return new SendError('again', 'rate_limited', message)
  if (unauthorized.has(status)) return new SendError('refused', 'unauthorized', message)
  return new SendError(status === internalError ? 'again' : 'refused', status, message)
}

function sentOf(reply: ProviderReply): Sent {
  const { data } = taken.safeParse(reply.json)
  if (data === undefined) {
    if (reply.status < 200 || reply.status > 299) throw failureOfStatus(reply)
    throw new SendError('unknown', 'unreadable_reply', 'Vonage answered without a status.')
  }
  const bad = data.messages.find(({ status }) => status !== '0')
  const first = data.messages.find(({ status }) => status === '0')
  if (bad === undefined && first?.['message-id']) {
    const otherIds = data.messages.slice(1).flatMap((each) => each['message-id'] ?? [])
    return { id: first['message-id'], parts: data.messages.length, ...(otherIds.length > 0 && { otherIds }) }
  }
  // Some parts of a long text are on their way: sending it again would send those twice.
  if (bad === undefined || first !== undefined)
    throw new SendError(
      'unknown',
      bad?.status ?? 'unreadable_reply',
      bad?.['error-text'] || 'The provider did not accept all parts.',
    )
  throw failureOf(bad.status, bad['error-text'])
}

/** SMS by Vonage. Its numbers have no plus sign. */
export const vonage = (baseUrl: string): Provider => ({
  kind: 'sms',
  name: 'vonage',
  secrets,
  sendsWith: ['apiKey', 'apiSecret'],
  limits: { maxCharacters: 1_600 },

  recipients(request) {
    const to = textOf(readParameters(request) ?? new Map(), 'to')
    return to === undefined ? [] : [phoneNumber(to)]
  },

  verify(request, { signatureSecret, signatureMethod }: Secrets, { now, address }) {
    if (request.method !== 'POST') return { accepted: false, reason: 'wrong_type' }
    const parameters = readParameters(request)
    if (parameters === undefined) return { accepted: false, reason: 'unreadable' }
    if (!parameters.has('sig')) return { accepted: false, reason: 'missing_signature' }
    const methods = signatureMethod === undefined ? signatureMethods : [signatureMethod]
    if (!isSigned(parameters, signatureSecret, methods)) return { accepted: false, reason: 'wrong_signature' }
    const time = signedAt(parameters)
    if (time === undefined || !isFresh(time, now, ageLimit)) return { accepted: false, reason: 'stale' }
    // Of a receipt, too, `to` is our number: what the message was sent from.
    return phoneNumber(textOf(parameters, 'to') ?? '') === phoneNumber(address)
      ? { accepted: true }
      : { accepted: false, reason: 'wrong_address' }
  },

  async parse(request) {
    return inboundOf(readParameters(request) ?? new Map())
  },

  async send({ from, to, text, receiptUrl }, { apiKey, apiSecret }: Secrets, http, signal) {
    if (apiKey === undefined || apiSecret === undefined)
      throw new SendError('refused', 'unauthorized', 'The channel has no apiKey and apiSecret.')
    const form = new URLSearchParams({
      api_key: apiKey,
      api_secret: apiSecret,
      from: from.replace(/^\+/, ''),
      to: to.replace(/^\+/, ''),
      text,
      type: countSegments(text).encoding === 'gsm-7' ? 'text' : 'unicode',
    })
    if (receiptUrl !== undefined) form.set('callback', receiptUrl)
    const request = {
      url: `${baseUrl}/sms/json`,
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }
    return sentOf(await callProvider(request, http, signal))
  },
})
