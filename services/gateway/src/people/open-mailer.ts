import { ServiceError } from '@frontdesk/contracts'
import { createTransport } from 'nodemailer'

export type MailConfig = {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  PUBLIC_URL?: string | undefined
}

/** One mail of the platform's own: in plain text, to one person. */
export type Mail = { to: string; subject: string; text: string }
export type Mailer = {
  /** Resolves when the mail server has accepted it. Throws what the server said of this mail, `unavailable` when it takes none. */
  send(mail: Mail): Promise<void>
}

const timeoutMs = 20_000

/** Whether the server refused the mail or its recipient for good (RFC 5321, 4.2.1); a login that it refuses is for us to mend. */
const isAboutMail = (error: unknown): boolean => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500
}

/** What sends mails to agents; undefined where no `SMTP_URL` is set. Throws when what it needs beside that is not set. */
export function openMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: MailConfig): Mailer | undefined {
  if (!SMTP_URL) return undefined
  if (!MAIL_FROM) throw new Error('SMTP_URL is set, so MAIL_FROM is needed too: the address that mails come from')
  if (!PUBLIC_URL) throw new Error('SMTP_URL is set, so PUBLIC_URL is needed too: links in mails lead there')
  const transport = createTransport(SMTP_URL, {
    from: MAIL_FROM,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, headers: { 'auto-submitted': 'auto-generated' } })
      } catch (cause) {
        if (isAboutMail(cause)) throw cause
        throw new ServiceError('unavailable', { detail: `The mail server: ${(cause as Error).message}`, cause })
      }
    },
  }
}
