import { createHash } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { BaseUrls } from './base-urls.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { completeHeaders, valuesOf } from './header-block.ts'
import { claimedBy, claims, mailboxesOf } from './mail-addresses.ts'
import { mailbox, mailCharacters, mailOf, threadHeaders } from './mail-headers.ts'
import { readFiles } from './outbound-files.ts'
import { parseJson } from './parse-json.ts'
import { type MailFault, postMail } from './post-mail.ts'
import { type Inbound, type InboundMail, type Provider, type RawRequest, type Receipt, SendError } from './provider.ts'
import { receiptTime } from './receipt-time.ts'

const secrets = z.strictObject({
  /** What stands in the webhook's URL before the host: `https://username:password@…`. */
  username: z
    .string()
    .min(1)
    .refine((name) => !name.includes(':'), 'has no colon (RFC 7617)'),
  password: z.string().min(1),
  serverToken: z.string().min(1).exactOptional(),
})
type Secrets = z.infer<typeof secrets>

const optionalText = z.string().nullish()
const addresses = z.array(z.object({ Email: z.string(), Name: optionalText })).nullish()
const inbound = z.object({
  MessageID: optionalText,
  From: optionalText,
  FromFull: z.object({ Email: z.string(), Name: optionalText }).nullish(),
  To: optionalText,
  ToFull: addresses,
  Cc: optionalText,
  CcFull: addresses,
  BccFull: addresses,
  ReplyTo: optionalText,
  OriginalRecipient: optionalText,
  Subject: optionalText,
  Date: optionalText,
  TextBody: optionalText,
  HtmlBody: optionalText,
  RawEmail: optionalText,
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z.array(z.object({ Name: optionalText, Content: z.string(), ContentType: optionalText })).nullish(),
})
type InboundHook = z.infer<typeof inbound>

const hook = z.object({
  RecordType: optionalText,
  MessageID: optionalText,
  Type: optionalText,
  From: optionalText,
  DeliveredAt: optionalText,
  BouncedAt: optionalText,
})
type Hook = z.infer<typeof hook>

/** Bounces that do not say that the mail failed: Postmark goes on trying, or somebody answered. */
const notFailed = new Set([
  'Transient',
  'AutoResponder',
  'AddressChange',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
  'Unsubscribe',
])

function readBody<T>(request: RawRequest, form: z.ZodType<T>): T {
  try {
    return form.parse(parseJson(request.body))
  } catch (cause) {
    throw new ServiceError('invalid_request', { detail: "The body is not one of Postmark's webhooks.", cause })
  }
}

function receiptOf({ RecordType, MessageID, Type, DeliveredAt, BouncedAt }: Hook): Receipt[] {
  if (!MessageID) return []
  const receipt = { type: 'receipt' as const, id: MessageID }
  if (RecordType === 'Delivery')
    return [{ ...receipt, state: 'delivered', ...receiptTime(Date.parse(DeliveredAt ?? '')) }]
  if (RecordType !== 'Bounce' || notFailed.has(Type ?? '')) return []
  return [{ ...receipt, state: 'failed', code: Type ?? 'Bounce', ...receiptTime(Date.parse(BouncedAt ?? '')) }]
}

/** `Headers` leaves out those that Postmark gives as fields. */
function headersOf(mail: InboundHook): [name: string, value: string][] {
  const listed = (mail.Headers ?? []).map(({ Name, Value }): [string, string] => [Name, Value])
  const from = mail.FromFull ? mailbox(mail.FromFull.Email, mail.FromFull.Name ?? undefined) : mail.From
  return completeHeaders(listed, [
    ['From', from],
    ['To', mail.To],
    ['Cc', mail.Cc],
    ['Reply-To', mail.ReplyTo],
    ['Subject', mail.Subject],
    ['Date', mail.Date],
  ])
}

/** A mail that JSON can carry byte for byte; one with other bytes has become a text by now, and its parts are better. */
const isAscii = (text: string): boolean => /^[\0-\x7f]+$/.test(text)

function mailOfHook(mail: InboundHook): InboundMail {
  const headers = headersOf(mail)
  const returnPath = valuesOf(headers, 'return-path')[0]
  const to = mailboxesOf([mail.OriginalRecipient ?? undefined])
  const envelope = { ...(returnPath !== undefined && { from: mailboxesOf([returnPath])[0] ?? '' }), to }
  return {
    type: 'mail',
    ...(mail.MessageID && { id: mail.MessageID }),
    mail:
      mail.RawEmail && isAscii(mail.RawEmail)
        ? { raw: Buffer.from(mail.RawEmail, 'latin1') }
        : {
            headers,
            ...(mail.TextBody && { text: mail.TextBody }),
            ...(mail.HtmlBody && { html: mail.HtmlBody }),
            attachments: (mail.Attachments ?? []).map(({ Name, Content, ContentType }) => ({
              filename: Name || 'attachment',
              contentType: ContentType || 'application/octet-stream',
              bytes: Buffer.from(Content, 'base64'),
            })),
          },
    envelope,
  }
}

function claimedRecipients(request: RawRequest): string[] {
  const { RecordType, From } = readBody(request, hook)
  if (RecordType && RecordType !== 'Inbound') return claimedBy([From ?? undefined])
  const { OriginalRecipient, ToFull, CcFull, BccFull } = readBody(request, inbound)
  const full = [ToFull, CcFull, BccFull].flatMap((list) => list ?? []).map(({ Email }) => Email)
  return claimedBy([OriginalRecipient ?? undefined, ...full])
}

/** 10 MB with everything, encoded: https://postmarkapp.com/developer/user-guide/send-email-with-api/send-a-single-email */
const maxFileBytes = 7 * 1024 * 1024

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const apiError = z.object({ ErrorCode: z.number(), Message: z.string().default('') })

/** https://postmarkapp.com/developer/api/overview#error-codes */
function faultOf(json: unknown): MailFault {
  const { data } = apiError.safeParse(json)
  if (!data) return {}
  const fault = { message: data.Message }
  if (data.ErrorCode === 10) return { ...fault, code: 'unauthorized', outcome: 'refused' }
  if (data.ErrorCode === 429) return { ...fault, code: 'rate_limited', outcome: 'again' }
  // 100 is maintenance.
  return { ...fault, code: String(data.ErrorCode), ...(data.ErrorCode === 100 && { outcome: 'again' as const }) }
}

const accepted = z.object({ MessageID: z.string(), ErrorCode: z.literal(0) })

/**
 * Postmark: inbound mail as JSON and webhooks about mails of ours. Nothing is signed; the webhook's URL holds a user name
 * and password, which come as basic authentication (https://postmarkapp.com/developer/webhooks/webhooks-overview).
 */
export const postmark = ({ postmark: baseUrl }: Pick<BaseUrls, 'postmark'>): Provider<Secrets> => ({
  kind: 'email',
  name: 'postmark',
  secrets,
  sendsWith: ['serverToken'],
  limits: { maxCharacters: mailCharacters, maxFileBytes },

  recipients: (request) => claims(() => claimedRecipients(request)),

  verify({ headers }, { username, password }) {
    const given = headers.authorization
    if (!given) return { accepted: false, reason: 'missing_signature' }
    // The scheme's name is in any case (RFC 9110, 11.1). Digests are of one length, whatever the password's is.
    const [scheme = '', credentials = ''] = given.split(/ +(.*)/s)
    const expected = Buffer.from(`${username}:${password}`).toString('base64')
    const isRight = equalInConstantTime(digest(credentials), digest(expected)) && scheme.toLowerCase() === 'basic'
    return isRight ? { accepted: true } : { accepted: false, reason: 'wrong_signature' }
  },

  async parse(request): Promise<Inbound[]> {
    const read = readBody(request, hook)
    if (read.RecordType && read.RecordType !== 'Inbound') return receiptOf(read)
    return [mailOfHook(readBody(request, inbound))]
  },

  async send(message, { serverToken = '' }, http, signal) {
    const { from, to, text } = message
    const mail = mailOf(message)
    const files = await readFiles(message.files)
    // By default Postmark makes a Message-ID of its own, and this says to keep ours.
    const headers = { ...threadHeaders(mail), 'X-PM-KeepID': 'true' }
    const reply = await postMail(
      {
        url: `${baseUrl}/email`,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-postmark-server-token': serverToken,
        },
        body: JSON.stringify({
          From: mailbox(from, mail.fromName),
          To: to,
          ReplyTo: mail.replyTo,
          Subject: mail.subject,
          TextBody: text,
          ...(mail.html && { HtmlBody: mail.html }),
          ...(files.length > 0 && {
            Attachments: files.map(({ filename, contentType, content }) => ({
              Name: filename,
              Content: content.toString('base64'),
              ContentType: contentType,
            })),
          }),
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          TrackOpens: false,
          TrackLinks: 'None',
        }),
      },
      faultOf,
      http,
      signal,
    )
    const { data } = accepted.safeParse(reply.json)
    if (data) return { id: data.MessageID }
    const fault = faultOf(reply.json)
    throw fault.code === undefined
      ? new SendError('unknown', 'unreadable_reply', 'The reply names no message.')
      : new SendError(fault.outcome ?? 'refused', fault.code, fault.message ?? '')
  },
})
