import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isFresh, readUnixSeconds } from './check-age.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { readHeaderBlock, valuesOf } from './header-block.ts'
import { claimedBy } from './mail-addresses.ts'
import { mailCharacters, mailOf, withoutBrackets } from './mail-headers.ts'
import type { Provider } from './provider.ts'
import { composeMail, readSmtpUrl, sendBySmtp } from './send-by-smtp.ts'

const ageLimit = { pastMs: 5 * 60_000, futureMs: 5 * 60_000 }
/** A signature for each live secret: two while one is replaced. */
const maxSignatures = 10

const secrets = z.strictObject({
  secret: z.string().min(1),
  /** `smtp://user:password@host:587` (STARTTLS where the server has it), `smtps://…:465`. */
  smtpUrl: z
    .string()
    .refine(
      (text) => readSmtpUrl(text) !== undefined,
      'must be smtp://… or smtps://…, with nothing after it but ?requireTLS=true or ?requireTLS=false',
    )
    .exactOptional(),
})
type Secrets = z.infer<typeof secrets>

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`. Parts with other names are for versions to come. */
function readSignature(header: string): { timestamp: string; signatures: string[] } | undefined {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const valuesOfPart = (name: string) =>
    parts.filter((part) => part.length === 2 && part[0] === name).map((part) => part[1]!)
  const [timestamps, signatures] = [valuesOfPart('t'), valuesOfPart('v1')]
  if (timestamps.length !== 1 || signatures.length === 0 || signatures.length > maxSignatures) return undefined
  return { timestamp: timestamps[0]!, signatures }
}

/** Headers in which mail servers and their rules say whom a copy was for, beside To and Cc. */
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'to', 'cc']

/**
 * A MIME message as it came, posted by a mail server of the tenant's own and signed as our events are: the HMAC-SHA256 of
 * `<t>.<body>` keyed with the UTF-8 bytes of the secret. Replies go by SMTP.
 */
export const raw = (): Provider<Secrets> => ({
  kind: 'email',
  name: 'raw',
  secrets,
  sendsWith: ['smtpUrl'],
  servers: ({ smtpUrl }) => {
    const server = smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl)
    return server ? [{ host: server.host, port: server.port, secret: 'smtpUrl' }] : []
  },
  limits: { maxCharacters: mailCharacters },

  recipients: ({ body }) => claimedBy(valuesOf(readHeaderBlock(body), ...recipientHeaders)),

  verify({ headers, body }, { secret }, { now }) {
    const header = headers['x-signature']
    if (!header) return { accepted: false, reason: 'missing_signature' }
    const given = readSignature(header)
    const signedAt = given && readUnixSeconds(given.timestamp)
    if (!given || signedAt === undefined) return { accepted: false, reason: 'unreadable' }
    const expected = createHmac('sha256', secret).update(`${given.timestamp}.`).update(body).digest('hex')
    const right = given.signatures.filter((signature) => equalInConstantTime(signature, expected))
    if (right.length === 0) return { accepted: false, reason: 'wrong_signature' }
    return isFresh(signedAt, now, ageLimit) ? { accepted: true } : { accepted: false, reason: 'stale' }
  },

  parse: async ({ body }) => [{ type: 'mail', mail: { raw: body } }],

  async send(message, { smtpUrl = '' }, http, signal) {
    const mail = mailOf(message)
    const envelope = { from: message.from, to: message.to }
    await sendBySmtp(smtpUrl, envelope, await composeMail(message, mail), http, signal)
    return { id: withoutBrackets(mail.messageId) }
  },
})
