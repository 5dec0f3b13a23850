import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { ServiceError } from '@frontdesk/contracts'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { readFiles } from './outbound-files.ts'
import { type Outbound, SendError } from './provider.ts'

const connectTimeoutMs = 15_000
/** Of silence. RFC 5321, 4.5.3.2 allows servers ten minutes after the message; the signal ends a send long before. */
const idleTimeoutMs = 60_000

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte. */
  secure: boolean
  auth?: { user: string; pass: string }
  /** Whether to go on without TLS; as is safe when the URL does not say. */
  requireTls?: boolean
}

/**
 * The server that `smtp://` or `smtps://` names; undefined for what is no such URL. `?requireTLS=true|false` may follow, in
 * any case, and nothing else: what was meant to protect a password and is not understood must not be ignored.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.hostname === '' || !/^\/?$/.test(url.pathname)) return undefined
  const secure = url.protocol === 'smtps:'
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`.toLowerCase())
  if (parameters.some((each) => !/^requiretls=(?:true|false)$/.test(each)) || parameters.length > 1) return undefined
  try {
    const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      ...(auth.user !== '' && { auth }),
      ...(parameters.length > 0 && { requireTls: parameters[0] === 'requiretls=true' }),
    }
  } catch {
    return undefined // a percent sign that escapes nothing
  }
}

/** The mail as it goes over the wire, with our Message-ID and what threads it. */
export const composeMail = async (
  { from, to, text, files }: Outbound,
  { subject, fromName, replyTo, messageId, inReplyTo, references, html, headers }: NonNullable<Outbound['mail']>,
): Promise<Buffer> =>
  new MailComposer({
    from: { name: fromName ?? '', address: from },
    to: { name: '', address: to },
    replyTo,
    subject,
    text,
    html,
    messageId,
    inReplyTo,
    references,
    headers,
    attachments: await readFiles(files),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/** `5.1.1` of `550 5.1.1 No such user` (RFC 2034), else `550`. */
const statusOf = ({ response = '', responseCode }: SmtpError): string =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? String(responseCode)

/** What OpenSSL and Node say of a connection with TLS, and what it means to whoever set the channel up. */
const tlsFaults: [RegExp, string][] = [
  [
    /self-signed certificate|unable to (?:verify|get) /,
    "The mail server's certificate is not signed by a known authority. For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate.",
  ],
  [/certificate has expired/, "The mail server's certificate has expired: renew it there."],
  [
    /certificate is not yet valid/,
    "The mail server's certificate is not valid yet: compare the clocks of both machines.",
  ],
  [
    /does not match certificate's altnames/,
    "The mail server's certificate is for another name than the host of the URL.",
  ],
  [
    /SSL routines/,
    'No secure connection could be made (TLS): the mail server has another version of TLS, or none on that port.',
  ],
]

const sentenceOf = (message: string): string => tlsFaults.find(([pattern]) => pattern.test(message))?.[1] ?? message

/** What an error means for the mail. `hasLeft`: the server had begun to take it, so that only its word says it has not. */
function failureOf(error: SmtpError, hasLeft: boolean): SendError {
  const { code, responseCode, message } = error
  const isLogin = code === 'EAUTH' || code === 'ENOAUTH'
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 500)
    return new SendError('again', statusOf(error), message)
  // 530, 534 and 535 are answers to one who should have logged in, and better (RFC 4954, 6).
  if (isLogin || [530, 534, 535].includes(responseCode ?? 0)) return new SendError('refused', 'unauthorized', message)
  if (responseCode !== undefined && responseCode >= 500) return new SendError('refused', statusOf(error), message)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new SendError('refused', code.toLowerCase().slice(1), message)
  const ownCode = code === 'ETIMEDOUT' ? 'timeout' : hasLeft ? 'connection_lost' : 'unreachable'
  return new SendError(hasLeft ? 'unknown' : 'again', ownCode, sentenceOf(message))
}

async function connect({ host, port }: SmtpServer, http: OutboundHttp, signal: AbortSignal): Promise<Socket> {
  try {
    return await http.connect({ host, port, timeoutMs: connectTimeoutMs, signal })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const isRefused = error.code === 'address_refused'
    throw new SendError(isRefused ? 'refused' : 'again', isRefused ? error.code : 'unreachable', error.message)
  }
}

const isLoopback = (address = ''): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address)

/**
 * Hands a mail to a mail server, over a connection that `http` checked and made. A password goes over TLS only, but to this
 * machine itself and where the URL says otherwise. Throws `SendError`: 4xx is `again`, 5xx `refused`, and what ends
 * without an answer is `unknown` once the mail was on its way.
 */
export async function sendBySmtp(
  smtpUrl: string,
  envelope: { from: string; to: string },
  mail: Uint8Array,
  http: OutboundHttp,
  signal: AbortSignal,
): Promise<void> {
  const server = readSmtpUrl(smtpUrl)
  if (!server)
    throw new SendError(
      'refused',
      'invalid_smtp_url',
      'The URL is not smtp://… or smtps://…, with ?requireTLS=true|false or nothing.',
    )
  const { host, port, secure, auth } = server
  const socket = await connect(server, http, signal)
  const smtp = new SMTPConnection({
    host,
    port,
    secure,
    connection: socket,
    requireTLS: server.requireTls ?? (auth !== undefined && !isLoopback(socket.remoteAddress)),
    name: envelope.from.slice(envelope.from.lastIndexOf('@') + 1),
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
  })
  let hasLeft = false
  // Read for the first time when the server has said that it takes the mail (354).
  const body = Readable.from(
    (function* () {
      hasLeft = true
      yield mail
    })(),
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (error: SmtpError): void => reject(failureOf(error, hasLeft))
  const abort = (): void => fail(Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' }))
  const send = (): void =>
    smtp.send({ from: envelope.from, to: [envelope.to] }, body, (error) => (error ? fail(error) : resolve()))
  signal.addEventListener('abort', abort, { once: true })
  smtp.on('error', fail)
  smtp.connect((error) => {
    if (error) return fail(error)
    if (!auth) return send()
    smtp.login({ user: auth.user, credentials: auth }, (refused) => (refused ? fail(refused) : send()))
  })
  if (signal.aborted) abort()
  try {
    await promise
    smtp.quit()
  } catch (error) {
    smtp.close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
