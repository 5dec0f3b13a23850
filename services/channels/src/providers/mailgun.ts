import { createHmac } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { BaseUrls } from './base-urls.ts'
import { isFresh, readUnixSeconds } from './check-age.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { mediaType } from './form-pairs.ts'
import { completeHeaders } from './header-block.ts'
import { claimedBy, claims, mailboxesOf } from './mail-addresses.ts'
import { mailbox, mailCharacters, mailOf, threadHeaders, withoutBrackets } from './mail-headers.ts'
import { type FormField, filesOf, onlyTextOf, readFields, textsOf } from './multipart-form.ts'
import { encodeForm, readFiles } from './outbound-files.ts'
import { parseJson } from './parse-json.ts'
import { postMail } from './post-mail.ts'
import type { Attachment, Inbound, InboundMail, Provider, RawRequest, Receipt } from './provider.ts'
import { receiptTime } from './receipt-time.ts'

/** Of the clocks, and of the time between signing and posting. Tokens are kept as long. */
const ageLimit = { pastMs: 15 * 60_000, futureMs: 5 * 60_000 }

/** 25 MB with everything, encoded: https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-attachments */
const maxFileBytes = 18 * 1024 * 1024

const secrets = z.strictObject({
  /** "HTTP webhook signing key" of the account. */
  signingKey: z.string().min(1),
  apiKey: z.string().min(1).exactOptional(),
  /** The sending domain. */
  domain: z
    .string()
    .regex(/^[\w.-]+$/)
    .exactOptional(),
  /** Where the domain is; `us` unless said otherwise. */
  region: z.enum(['us', 'eu']).exactOptional(),
})
type Secrets = z.infer<typeof secrets>

const text = z.union([z.string(), z.number()]).transform(String)
const signature = z.object({
  timestamp: text,
  token: z.string().min(1).max(256),
  signature: z.string(),
  /** Of the primary account, when the domain belongs to a subaccount. */
  'parent-signature': z.string().optional(),
})
type Signature = z.infer<typeof signature>

const event = z.object({
  event: z.string(),
  timestamp: z.number().optional(),
  severity: z.string().optional(),
  reason: z.string().optional(),
  'delivery-status': z
    .object({ code: text.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  envelope: z.object({ sender: z.string().optional() }).optional().catch(undefined),
  message: z.object({ headers: z.object({ 'message-id': z.string().optional(), from: z.string().optional() }) }),
})
type Event = z.infer<typeof event>

const isJson = (request: RawRequest): boolean => mediaType(request.headers) === 'application/json'

function readJson(request: RawRequest): unknown {
  try {
    return parseJson(request.body)
  } catch (cause) {
    throw new ServiceError('invalid_request', { detail: 'The body is not JSON.', cause })
  }
}

/** The fields of the signature, each of which must be there once. */
function readSignature(request: RawRequest): Signature | undefined {
  if (isJson(request)) return signature.safeParse((readJson(request) as { signature?: unknown } | null)?.signature).data
  const fields = readFields(request)
  const given = Object.keys(signature.shape).map((name) => [name, onlyTextOf(fields, name)])
  return signature.safeParse(Object.fromEntries(given)).data
}

const signatureOf = ({ timestamp, token }: Signature, { signingKey }: Secrets): string =>
  createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex')

const readEvent = (request: RawRequest): Event | undefined =>
  event.safeParse((readJson(request) as { 'event-data'?: unknown } | null)?.['event-data']).data

/** Mailgun tries again by itself after a temporary failure; opens are counted by pictures, which say nothing certain. */
function receiptOf({ event, severity, reason, timestamp, message, ...rest }: Event): Receipt[] {
  const id = withoutBrackets(message.headers['message-id'] ?? '')
  const hasFailed = event === 'rejected' || (event === 'failed' && severity !== 'temporary')
  if (id === '' || (event !== 'delivered' && !hasFailed)) return []
  const at = receiptTime((timestamp ?? Number.NaN) * 1_000)
  if (!hasFailed) return [{ type: 'receipt', id, state: 'delivered', ...at }]
  return [{ type: 'receipt', id, state: 'failed', code: rest['delivery-status']?.code ?? reason ?? event, ...at }]
}

/** `message-headers` is JSON of all headers in order; without it, those are headers whose names begin with a capital. */
function headersOf(fields: FormField[]): [name: string, value: string][] {
  const given = onlyTextOf(fields, 'message-headers')
  const listed =
    given === undefined ? undefined : z.array(z.tuple([z.string(), z.string()])).safeParse(parseField(given))
  const headers = listed?.success
    ? listed.data
    : fields
        .filter(({ name, filename }) => filename === undefined && /^[A-Z]/.test(name))
        .map(({ name, bytes }): [string, string] => [name, Buffer.from(bytes).toString('utf8')])
  const [from] = [...textsOf(fields, 'from'), ...textsOf(fields, 'sender')]
  return completeHeaders(headers, [
    ['From', from],
    ['Subject', onlyTextOf(fields, 'subject')],
  ])
}

const parseField = (given: string): unknown => {
  try {
    return parseJson(Buffer.from(given))
  } catch {
    return undefined // the separate fields say the same
  }
}

const attachmentsOf = (fields: FormField[]): Attachment[] =>
  filesOf(fields).map(({ name, filename, contentType, bytes }) => ({
    filename: filename || name,
    contentType: contentType ?? 'application/octet-stream',
    bytes,
  }))

function mailOfForm(fields: FormField[]): InboundMail {
  const recipients = mailboxesOf(textsOf(fields, 'recipient'))
  const sender = textsOf(fields, 'sender')[0]
  const envelope = { ...(sender !== undefined && { from: sender }), to: recipients }
  const raw = fields.find(({ name }) => name === 'body-mime')
  if (raw) return { type: 'mail', mail: { raw: raw.bytes }, envelope }
  const plain = textsOf(fields, 'body-plain')
  const html = textsOf(fields, 'body-html')
  return {
    type: 'mail',
    mail: {
      headers: headersOf(fields),
      ...(plain.length > 0 && { text: plain.join('\n') }),
      ...(html.length > 0 && { html: html.join('\n') }),
      attachments: attachmentsOf(fields),
    },
    envelope,
  }
}

function claimedRecipients(request: RawRequest): string[] {
  if (isJson(request)) {
    const read = readEvent(request)
    return claimedBy([read?.envelope?.sender, read?.message.headers.from])
  }
  const fields = readFields(request)
  return claimedBy(['recipient', 'To', 'Cc'].flatMap((name) => textsOf(fields, name)))
}

/**
 * Mailgun: routes that forward a mail (parsed, or as MIME where the URL ends in `mime`) and webhooks about mails of ours.
 * The signature is over time and token alone, so whoever holds a fresh one that was not used can send any body with it
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks).
 */
export const mailgun = ({
  mailgun: us,
  mailgunEu: eu,
}: Pick<BaseUrls, 'mailgun' | 'mailgunEu'>): Provider<Secrets> => ({
  kind: 'email',
  name: 'mailgun',
  secrets,
  sendsWith: ['apiKey', 'domain'],
  limits: { maxCharacters: mailCharacters, maxFileBytes },

  recipients: (request) => claims(() => claimedRecipients(request)),

  verify(request, secrets, { now }) {
    let given: Signature | undefined
    try {
      given = readSignature(request)
    } catch {
      return { accepted: false, reason: 'unreadable' }
    }
    if (!given) return { accepted: false, reason: 'missing_signature' }
    const expected = signatureOf(given, secrets)
    const isSigned = [given.signature, given['parent-signature'] ?? ''].filter((one) =>
      equalInConstantTime(one, expected),
    )
    if (isSigned.length === 0) return { accepted: false, reason: 'wrong_signature' }
    const signedAt = readUnixSeconds(given.timestamp)
    if (signedAt === undefined || !isFresh(signedAt, now, ageLimit)) return { accepted: false, reason: 'stale' }
    return { accepted: true, once: { key: `mailgun ${given.token}`, until: signedAt + ageLimit.pastMs } }
  },

  async parse(request): Promise<Inbound[]> {
    if (!isJson(request)) return [mailOfForm(readFields(request))]
    const read = readEvent(request)
    return read ? receiptOf(read) : []
  },

  async send(message, { apiKey = '', domain = '', region }, http, signal) {
    const mail = mailOf(message)
    const body = new URLSearchParams({
      from: mailbox(message.from, mail.fromName),
      to: message.to,
      subject: mail.subject,
      text: message.text,
      ...(mail.html && { html: mail.html }),
      'h:Reply-To': mail.replyTo,
      'o:tracking': 'no',
    })
    for (const [name, value] of Object.entries(threadHeaders(mail))) body.set(`h:${name}`, value)
    const files = await readFiles(message.files)
    const encoded =
      files.length > 0
        ? await encodeForm(
            body,
            files.map((file) => ({ ...file, field: 'attachment' })),
          )
        : { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() }
    const reply = await postMail(
      {
        url: `${region === 'eu' ? eu : us}/v3/${encodeURIComponent(domain)}/messages`,
        headers: {
          authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
          ...encoded.headers,
        },
        body: encoded.body,
      },
      (json) => ({ message: z.object({ message: z.string() }).safeParse(json).data?.message }),
      http,
      signal,
    )
    const id = z.object({ id: z.string() }).safeParse(reply.json).data?.id ?? mail.messageId
    return { id: withoutBrackets(id) }
  },
})
