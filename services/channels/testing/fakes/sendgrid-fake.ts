import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type Answer, type Received, startLoopback } from './loopback.ts'

/** A key pair of a webhook's security policy; `publicKey` as SendGrid shows it. */
export function sendgridKeys(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

type Posted = { headers: Record<string, string>; body: Uint8Array }

/** The request with the headers that SendGrid signs it by. */
export function sendgridSigned({ headers, body }: Posted, privateKey: KeyObject, timestamp: string | number): Posted {
  const signed = Buffer.concat([Buffer.from(String(timestamp)), body])
  return {
    headers: {
      ...headers,
      'x-twilio-email-event-webhook-signature': sign('sha256', signed, privateKey).toString('base64'),
      'x-twilio-email-event-webhook-timestamp': String(timestamp),
    },
    body,
  }
}

/** Names that `headers` of a mail may not have. */
const reserved =
  /^(?:x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i

type Personalization = { to?: { email?: string }[] }

function faultOf(mail: Record<string, any>): { message: string; field: string } | undefined {
  const isAddress = (given: unknown): boolean => /^[^@\s]+@[^@\s]+$/.test(String((given as { email?: string })?.email))
  const personalizations: Personalization[] = mail.personalizations ?? []
  if (personalizations.length === 0 || !personalizations.every(({ to = [] }) => to.length > 0 && to.every(isAddress)))
    return { message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email' }
  if (!isAddress(mail.from)) return { message: 'Does not contain a valid address.', field: 'from.email' }
  if (typeof mail.subject !== 'string' || mail.subject === '')
    return { message: 'The subject is required.', field: 'subject' }
  if (!mail.content?.[0]?.value) return { message: 'The content value must be a string.', field: 'content.0.value' }
  const wrong = Object.keys(mail.headers ?? {}).find((name) => reserved.test(name))
  return wrong === undefined ? undefined : { message: `The header ${wrong} is reserved.`, field: 'headers' }
}

/** SendGrid's v3 Mail Send, with the checks of the real one. */
export async function startSendgridFake({ apiKey }: { apiKey: string }) {
  const failures: Answer[] = []
  const taken: string[] = []
  const refused = (status: number, message: string, field: string | null = null): Answer => ({
    status,
    body: { errors: [{ message, field, help: null }] },
  })

  function answer({ method, path, headers, body }: Received): Answer {
    const failure = failures.shift()
    if (failure !== undefined) return failure
    if (headers.authorization !== `Bearer ${apiKey}`)
      return refused(401, 'The provided authorization grant is invalid, expired, or revoked')
    if (method !== 'POST' || path !== '/v3/mail/send') return refused(404, 'not found')
    if (headers['content-type'] !== 'application/json') return refused(415, 'Content-Type should be application/json.')
    const fault = faultOf(JSON.parse(body.toString('utf8')))
    if (fault) return refused(400, fault.message, fault.field)
    const id = randomBytes(16).toString('base64url')
    taken.push(id)
    return { status: 202, headers: { 'x-message-id': id }, body: '' }
  }

  const server = await startLoopback(answer)
  return {
    ...server,
    /** The next requests get these instead. */
    failures,
    /** The ids of the mails that were taken. */
    taken,
    mails: () => server.received.map(({ body }) => JSON.parse(body.toString('utf8'))),
  }
}
