import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { BaseUrls } from './base-urls.ts'
import { isFresh, readUnixSeconds } from './check-age.ts'
import { decodeCharset } from './decode-charset.ts'
import { mediaType } from './form-pairs.ts'
import { completeHeaders, readHeaderBlock } from './header-block.ts'
import { claimedBy, claims, mailboxesOf } from './mail-addresses.ts'
import { mailCharacters, mailOf, threadHeaders, withoutBrackets } from './mail-headers.ts'
import { type FormField, filesOf, onlyTextOf, readFields, textsOf } from './multipart-form.ts'
import { readFiles } from './outbound-files.ts'
import { parseJson } from './parse-json.ts'
import { type MailFault, postMail } from './post-mail.ts'
import type { Attachment, Inbound, InboundMail, Provider, RawRequest, Receipt } from './provider.ts'
import { receiptTime } from './receipt-time.ts'

/** 30 MB with everything, encoded: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/limitations */
const maxFileBytes = 21 * 1024 * 1024

const ageLimit = { pastMs: 10 * 60_000, futureMs: 5 * 60_000 }
const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timestampHeader = 'x-twilio-email-event-webhook-timestamp'

/** The key as SendGrid shows it, base64 of a SubjectPublicKeyInfo in DER; in PEM, too. */
function readPublicKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, ''), 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined // bytes that are no key
  }
}

const readPublicKeys = (text: string): (KeyObject | undefined)[] => text.split(',').map(readPublicKey)

const secrets = z.strictObject({
  /**
   * "Verification key" of the webhook's security policy; several with commas between them, for the Event Webhook has
   * another than Inbound Parse, and a new one is there before the old one goes.
   */
  publicKey: z
    .string()
    .refine(
      (text) => readPublicKeys(text).every((key) => key !== undefined),
      'must be an ECDSA P-256 public key: base64 of its DER form',
    ),
  apiKey: z.string().min(1).exactOptional(),
  /** Of the account; `global` unless said otherwise. */
  region: z.enum(['global', 'eu']).exactOptional(),
})
type Secrets = z.infer<typeof secrets>

const event = z.object({
  event: z.string(),
  sg_message_id: z.string(),
  timestamp: z.number().optional(),
  status: z.string().optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
})

const parseText = (text: string | undefined): unknown => {
  try {
    return parseJson(Buffer.from(text ?? ''))
  } catch {
    return undefined // the field is left out, or as if it were
  }
}

/** One text has one base64 form here: Node reads others, too. */
const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text

/** The id that `send` answered is what comes before the receiving host's name: `<id>.filter0001...`, `<id>.recvd-...`. */
const messageIdOf = (sgMessageId: string): string => {
  const end = sgMessageId.search(/\.(?:filter|recvd)/)
  return end === -1 ? sgMessageId : sgMessageId.slice(0, end)
}

/** `deferred` is tried again by SendGrid; opens are counted by pictures, which say nothing certain. */
function receiptsOf(given: unknown): Receipt[] {
  if (!Array.isArray(given)) throw new ServiceError('invalid_request', { detail: 'The body is not a list of events.' })
  return given.flatMap((one): Receipt[] => {
    const { data } = event.safeParse(one)
    if (!data) return []
    const receipt = {
      type: 'receipt' as const,
      id: messageIdOf(data.sg_message_id),
      ...receiptTime((data.timestamp ?? Number.NaN) * 1_000),
    }
    if (data.event === 'delivered') return [{ ...receipt, state: 'delivered' }]
    if (data.event !== 'bounce' && data.event !== 'dropped') return []
    return [{ ...receipt, state: 'failed', code: data.status ?? data.reason ?? data.event }]
  })
}

const envelopeForm = z.object({ from: z.string().optional(), to: z.array(z.string()) })
const attachmentForm = z.object({
  filename: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
})
const charsetsForm = z.record(z.string(), z.string())

function envelopeOf(fields: FormField[]): { from?: string; to: string[] } | undefined {
  const { data } = envelopeForm.safeParse(parseText(onlyTextOf(fields, 'envelope')))
  return (
    data && {
      to: mailboxesOf(data.to),
      ...(data.from !== undefined && { from: data.from }),
    }
  )
}

function attachmentsOf(fields: FormField[]): Attachment[] {
  const described = z.record(z.string(), z.unknown()).safeParse(parseText(onlyTextOf(fields, 'attachment-info'))).data
  return filesOf(fields).map((field) => {
    const { data } = attachmentForm.safeParse(described?.[field.name])
    return {
      filename: data?.filename || data?.name || field.filename || field.name,
      contentType: data?.type || field.contentType || 'application/octet-stream',
      bytes: field.bytes,
    }
  })
}

/** `headers` are those of the mail as they came; every other field is in the charset that `charsets` has for it. */
function mailOfForm(fields: FormField[]): InboundMail {
  const envelope = envelopeOf(fields)
  const raw = fields.find(({ name }) => name === 'email')
  if (raw) return { type: 'mail', mail: { raw: raw.bytes }, ...(envelope && { envelope }) }
  const charsets = charsetsForm.safeParse(parseText(onlyTextOf(fields, 'charsets'))).data ?? {}
  const decoded = (name: string): string | undefined => {
    const field = fields.find((one) => one.name === name && one.filename === undefined)
    return field && decodeCharset(field.bytes, charsets[name])
  }
  const headers = readHeaderBlock(fields.find(({ name }) => name === 'headers')?.bytes ?? new Uint8Array())
  const fieldHeaders = ['From', 'To', 'Cc', 'Subject'].map((name): [string, string | undefined] => [
    name,
    decoded(name.toLowerCase()),
  ])
  const [text, html] = [decoded('text'), decoded('html')]
  return {
    type: 'mail',
    mail: {
      headers: completeHeaders(headers, fieldHeaders),
      ...(text !== undefined && { text }),
      ...(html !== undefined && { html }),
      attachments: attachmentsOf(fields),
    },
    ...(envelope && { envelope }),
  }
}

const isEvents = (request: RawRequest): boolean => mediaType(request.headers) === 'application/json'

/** Events name no address of ours. */
function claimedRecipients(request: RawRequest): string[] {
  if (isEvents(request)) return []
  const fields = readFields(request)
  return claimedBy([...(envelopeOf(fields)?.to ?? []), ...textsOf(fields, 'to'), ...textsOf(fields, 'cc')])
}

const errors = z.object({ errors: z.array(z.object({ message: z.string(), field: z.string().nullish() })).min(1) })

function faultOf(json: unknown): MailFault {
  const first = errors.safeParse(json).data?.errors[0]
  return { message: first && (first.field ? `${first.field}: ${first.message}` : first.message) }
}

/**
 * SendGrid: Inbound Parse with a security policy that signs (the whole mail or its fields), and the signed Event Webhook.
 * ECDSA on P-256 with SHA-256 over the time, as it stands in the header, and the body, byte for byte
 * (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks).
 */
export const sendgrid = ({
  sendgrid: global,
  sendgridEu: eu,
}: Pick<BaseUrls, 'sendgrid' | 'sendgridEu'>): Provider<Secrets> => ({
  kind: 'email',
  name: 'sendgrid',
  secrets,
  sendsWith: ['apiKey'],
  limits: { maxCharacters: mailCharacters, maxFileBytes },

  recipients: (request) => claims(() => claimedRecipients(request)),

  verify({ headers, body }, { publicKey }, { now }) {
    const { [signatureHeader]: signature, [timestampHeader]: timestamp } = headers
    if (!signature || !timestamp) return { accepted: false, reason: 'missing_signature' }
    const signed = Buffer.concat([Buffer.from(timestamp), body])
    const isSignedBy = (key: KeyObject | undefined): boolean =>
      key !== undefined && verifySignature('sha256', signed, key, Buffer.from(signature, 'base64'))
    if (!isBase64(signature) || !readPublicKeys(publicKey).some(isSignedBy))
      return { accepted: false, reason: 'wrong_signature' }
    const signedAt = readUnixSeconds(timestamp)
    const isTimely = signedAt !== undefined && isFresh(signedAt, now, ageLimit)
    return isTimely ? { accepted: true } : { accepted: false, reason: 'stale' }
  },

  async parse(request): Promise<Inbound[]> {
    if (!isEvents(request)) return [mailOfForm(readFields(request))]
    return receiptsOf(parseText(Buffer.from(request.body).toString('utf8')))
  },

  async send(message, { apiKey = '', region }, http, signal) {
    const { from, to, text } = message
    const mail = mailOf(message)
    const files = await readFiles(message.files)
    const reply = await postMail(
      {
        url: `${region === 'eu' ? eu : global}/v3/mail/send`,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          personalizations: [{ to: [{ email: to }] }],
          from: { email: from, ...(mail.fromName && { name: mail.fromName }) },
          reply_to: { email: mail.replyTo },
          subject: mail.subject,
          content: [
            { type: 'text/plain', value: text },
            ...(mail.html ? [{ type: 'text/html', value: mail.html }] : []),
          ],
          ...(files.length > 0 && {
            attachments: files.map(({ filename, contentType, content }) => ({
              content: content.toString('base64'),
              filename,
              type: contentType,
              disposition: 'attachment',
            })),
          }),
          headers: threadHeaders(mail),
          tracking_settings: {
            click_tracking: { enable: false, enable_text: false },
            open_tracking: { enable: false },
          },
        }),
      },
      faultOf,
      http,
      signal,
    )
    return { id: reply.headers['x-message-id'] ?? withoutBrackets(mail.messageId) }
  },
})
