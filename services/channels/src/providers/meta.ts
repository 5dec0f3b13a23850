import { createHmac } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import { z } from 'zod'
import { callProvider, failureOfStatus, fetchBytes, harmless, type ProviderReply } from './call-provider.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { inboundOf } from './meta-messages.ts'
import { newsFor, numberIdsIn, readNotification } from './meta-notification.ts'
import { encodeForm, readFiles } from './outbound-files.ts'
import { type OutboundFile, type Provider, SendError } from './provider.ts'

const apiVersion = 'v23.0'
/** Free text is taken for 24 hours after the customer's last message. */
const windowMs = 24 * 3_600_000
/** Where the Graph API says that files are. The access token goes to no other host. */
const fileHosts = ['lookaside.fbsbx.com', 'lookaside.facebook.com']

type Secrets = { appSecret: string; verifyToken: string; accessToken?: string }

const secrets = z.strictObject({
  appSecret: z.string().min(1),
  verifyToken: z.string().min(1),
  accessToken: z.string().min(1).exactOptional(),
})

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const graphError = z.object({ error: z.object({ code: z.number(), message: z.string().default('') }) })
const rateLimited = new Set([4, 80007, 130429, 131048, 131056, 133016])
const windowClosed = new Set([470, 131047])
const unauthorized = new Set([0, 3, 10, 190, 131005])
/** Errors of the moment: the API or the number's account is not up, or Meta does not know why itself. */
const forNow = new Set([1, 2, 131000, 131016, 131057, 133004])

function failureOf(reply: ProviderReply): SendError {
  const { data } = graphError.safeParse(reply.json)
  if (data === undefined) return failureOfStatus(reply)
  const { code, message } = data.error
  if (rateLimited.has(code)) return new SendError('again', 'rate_limited', message, reply.retryAfterMs)
  if (forNow.has(code)) return new SendError('again', String(code), message, reply.retryAfterMs)
  if (windowClosed.has(code)) return new SendError('refused', 'window_closed', message)
  // 200 to 299 are permissions that the token lacks.
  if (unauthorized.has(code) || (code >= 200 && code <= 299)) return new SendError('refused', 'unauthorized', message)
  return new SendError('refused', String(code), message)
}

const isSuccess = ({ status }: ProviderReply): boolean => status >= 200 && status <= 299

function bearer({ accessToken }: Secrets): { authorization: string } {
  if (accessToken !== undefined) return { authorization: `Bearer ${accessToken}` }
  throw new SendError('refused', 'unauthorized', 'The channel has no accessToken.')
}

const taken = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })
const place = z.object({ url: z.url({ protocol: /^https?$/ }), file_size: z.coerce.number().default(0) })

/**
 * Whom a message goes to: a number, or a customer's id with this business, which has a field of its own (in `to` it would
 * be taken, read as a number, and lost): https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
const addressed = (to: string): { to: string } | { recipient: string } =>
  /^\+?\d+$/.test(to) ? { to: to.replace(/^\+/, '') } : { recipient: to }

const uploaded = z.object({ id: z.string().min(1) })

/** As what a file is shown, by its type and up to so many bytes; any other is a document (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media). */
const shownAs: [kind: 'image' | 'audio' | 'video', types: RegExp, maxBytes: number][] = [
  ['image', /^image\/(?:jpeg|png)$/, 5 * 1024 * 1024],
  ['audio', /^audio\/(?:aac|amr|mpeg|mp4|ogg)$/, 16 * 1024 * 1024],
  ['video', /^video\/(?:mp4|3gpp)$/, 16 * 1024 * 1024],
]

/** Gives Meta a file, and answers what a message says of it. Nothing is sent by that, so it can always be done again. */
async function uploadFile(number: string, file: OutboundFile, given: Secrets, http: OutboundHttp, signal: AbortSignal) {
  const read = (await readFiles([file])).map((each) => ({ ...each, field: 'file' }))
  const fields: [string, string][] = [
    ['messaging_product', 'whatsapp'],
    ['type', file.contentType],
  ]
  const { headers, body } = await encodeForm(fields, read)
  const request = { url: `${number}/media`, method: 'POST' as const, headers: { ...bearer(given), ...headers }, body }
  const reply = await callProvider(request, http, signal).catch((error) => {
    throw error instanceof SendError ? harmless(error) : error
  })
  if (!isSuccess(reply)) throw harmless(failureOf(reply))
  const { data } = uploaded.safeParse(reply.json)
  if (data === undefined) throw new SendError('again', 'unreadable_reply', 'Meta answered without an id of the file.')
  const found = shownAs.find(([, types, maxBytes]) => types.test(file.contentType) && file.bytes <= maxBytes)
  return found
    ? { type: found[0], [found[0]]: { id: data.id } }
    : { type: 'document', document: { id: data.id, filename: file.filename } }
}

/** WhatsApp by Meta's Cloud API. The address of a channel is its phone number id. */
export const meta = (baseUrl: string): Provider => ({
  kind: 'whatsapp',
  name: 'meta',
  secrets,
  sendsWith: ['accessToken'],
  isForSeveral: true,
  limits: { maxCharacters: 4_096, windowMs },

  recipients({ body }) {
    const notification = readNotification(body)
    return notification === undefined ? [] : numberIdsIn(notification)
  },

  verify({ method, headers, body }, { appSecret }: Secrets, { address }) {
    if (method !== 'POST') return { accepted: false, reason: 'wrong_type' }
    const given = headers['x-hub-signature-256']
    if (given === undefined) return { accepted: false, reason: 'missing_signature' }
    // The bytes are signed as they are sent, characters beyond ASCII as \uXXXX: nothing may be read and written again.
    const expected = createHmac('sha256', appSecret).update(body).digest('hex')
    if (!equalInConstantTime(given, `sha256=${expected}`)) return { accepted: false, reason: 'wrong_signature' }
    const notification = readNotification(body)
    if (notification === undefined) return { accepted: false, reason: 'unreadable' }
    const ids = numberIdsIn(notification)
    // Without any number it is of the account (templates, reviews): nothing to do, and nothing for Meta to send again.
    return ids.length === 0 || ids.includes(address) ? { accepted: true } : { accepted: false, reason: 'wrong_address' }
  },

  async parse({ body }, address) {
    const notification = readNotification(body)
    if (notification === undefined)
      throw new ServiceError('invalid_request', { detail: 'This is not a notification from WhatsApp.' })
    return newsFor(notification, address).flatMap(inboundOf)
  },

  challenge(query, { verifyToken }: Secrets) {
    const challenge = query.get('hub.challenge') ?? ''
    const isMeta = equalInConstantTime(query.get('hub.verify_token') ?? '', verifyToken)
    return isMeta && query.get('hub.mode') === 'subscribe' && challenge !== '' ? challenge : undefined
  },

  async send({ from, to, text, files: [file] = [] }, given: Secrets, http, signal) {
    const number = `${baseUrl}/${apiVersion}/${encodeURIComponent(from)}`
    const content = file ? await uploadFile(number, file, given, http, signal) : { type: 'text', text: { body: text } }
    const request = {
      url: `${number}/messages`,
      method: 'POST' as const,
      headers: { ...bearer(given), 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...addressed(to),
        ...content,
      }),
    }
    const reply = await callProvider(request, http, signal)
    if (!isSuccess(reply)) throw failureOf(reply)
    const { data } = taken.safeParse(reply.json)
    if (data === undefined) throw new SendError('unknown', 'unreadable_reply', 'Meta answered without an id.')
    return { id: data.messages[0]!.id }
  },

  async fetchAttachment(reference, given: Secrets, http, limits) {
    const headers = bearer(given)
    const url = `${baseUrl}/${apiVersion}/${encodeURIComponent(reference)}`
    const reply = await callProvider({ url, method: 'GET', headers }, http, limits.signal).catch((error) => {
      throw error instanceof SendError ? harmless(error) : error
    })
    if (!isSuccess(reply)) throw harmless(failureOf(reply))
    const { data } = place.safeParse(reply.json)
    if (data === undefined) throw new SendError('refused', 'unreadable_reply', 'Meta did not say where the file is.')
    if (data.file_size > limits.maxBytes)
      throw new SendError('refused', 'too_large', `The attachment is larger than ${limits.maxBytes} bytes.`)
    const file = new URL(data.url)
    const isMetas = file.protocol === 'https:' && fileHosts.includes(file.host)
    if (!isMetas && file.origin !== new URL(baseUrl).origin)
      throw new SendError('refused', 'address_refused', `${file.host} is not a host of WhatsApp files.`)
    return fetchBytes({ url: file.href, headers }, http, limits)
  },
})
