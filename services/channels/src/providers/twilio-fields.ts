import { filenameOf } from './filename-of.ts'
import { fromBytes, mediaType, readObject, readPairs } from './form-pairs.ts'
import { phoneNumber } from './phone-number.ts'
import type { Attachment, Inbound, InboundText, RawRequest, Receipt } from './provider.ts'

/** What a request of Twilio's says, by the names of https://www.twilio.com/docs/messaging/guides/webhook-request. */
export type TwilioFields = Record<string, string | undefined>

function readJson(body: Uint8Array): TwilioFields | undefined {
  const texts = readObject(body)?.filter((field): field is [string, string] => typeof field[1] === 'string')
  return texts && Object.fromEntries(texts)
}

/** What says whose message it is. */
const identifying = new Set([
  'AccountSid',
  'From',
  'To',
  'MessageSid',
  'SmsMessageSid',
  'SmsSid',
  'MessageStatus',
  'SmsStatus',
])

/**
 * The fields of a form or of JSON, of repeated ones the first value; undefined when they can't be read. What identifies a
 * message has one value: names and values are signed without anything between them, so that a second `From` could be the
 * words of a customer, cut off in another place.
 */
export function readFields({ headers, body }: RawRequest): TwilioFields | undefined {
  if (mediaType(headers) === 'application/json') return readJson(body)
  const pairs = readPairs(body)
  if (pairs === undefined) return undefined
  const fields = new Map<string, string>()
  for (const [bytes, value] of pairs) {
    const name = fromBytes(bytes)
    if (!fields.has(name)) fields.set(name, fromBytes(value))
    else if (identifying.has(name) && fields.get(name) !== fromBytes(value)) return undefined
  }
  return Object.fromEntries(fields)
}

const states: Record<string, Receipt['state'] | 'pending' | undefined> = {
  accepted: 'pending',
  scheduled: 'pending',
  queued: 'pending',
  sending: 'pending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}
/** The state of our message that a status callback tells; undefined for a customer's message. */
function stateOf({ MessageStatus, SmsStatus }: TwilioFields): Receipt['state'] | 'pending' | undefined {
  const status = MessageStatus ?? SmsStatus ?? ''
  return Object.hasOwn(states, status) ? states[status] : undefined
}

/** Our own address, as Twilio writes it: where a message went, or where the one came from whose state is told. */
export const ownAddressIn = (fields: TwilioFields): string | undefined =>
  stateOf(fields) === undefined ? fields.To : fields.From

/** Twilio passes on ten files with a message at most. */
const maxFiles = 10

function attachmentsOf(fields: TwilioFields): Attachment[] {
  const count = /^\d{1,2}$/.test(fields.NumMedia ?? '') ? Math.min(Number(fields.NumMedia), maxFiles) : 0
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const reference = fields[`MediaUrl${index}`]
    if (!reference) return []
    const contentType = fields[`MediaContentType${index}`] || 'application/octet-stream'
    return [{ filename: filenameOf(`file-${index + 1}`, contentType), contentType, reference }]
  })
}

function textOf({ Body, ButtonText, Latitude, Longitude, Label, Address }: TwilioFields): string {
  const place = Latitude && Longitude ? [Label, Address, `${Latitude}, ${Longitude}`] : []
  return [Body || ButtonText, ...place].filter(Boolean).join('\n')
}

/** The message or receipt in the fields; undefined when they are neither, null when it is of no interest. */
export function inboundOf(fields: TwilioFields): Inbound | null | undefined {
  const id = fields.MessageSid || fields.SmsMessageSid || fields.SmsSid
  if (!id) return undefined
  const state = stateOf(fields)
  if (state === 'pending') return null
  if (state !== undefined) {
    const code = state === 'failed' ? fields.ErrorCode : undefined
    return { type: 'receipt', id, state, ...(code && { code }) } satisfies Receipt
  }
  if (!fields.From) return undefined
  const name = fields.ProfileName
  return {
    type: 'text',
    id,
    from: phoneNumber(fields.From),
    ...(name && { name }),
    text: textOf(fields),
    attachments: attachmentsOf(fields),
  } satisfies InboundText
}
