import { pauseBy } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { Mail } from './open-mailer.ts'

const pauseMs = 5_000
const maxAttempts = 3

type Person = { name: string; email: string }

export const inviteMail = ({ name, email }: Person, tenant: string, url: string): Mail => ({
  to: email,
  subject: `Your invitation to Frontdesk (${tenant})`,
  text: `Hello ${name},

you have been invited to answer customers of ${tenant} in Frontdesk. Choose a password here, within 7 days:

${url}

The link works once. If you did not expect this, ignore it.
`,
})

export const resetMail = ({ name, email }: Person, tenant: string, url: string): Mail => ({
  to: email,
  subject: `Choose a new password for Frontdesk (${tenant})`,
  text: `Hello ${name},

somebody asked for a new password of your account at ${tenant} in Frontdesk. Choose one here, within 30 minutes:

${url}

The link works once. If it was not you, ignore this: your password stays as it is.
`,
})

/** Sends a mail after the reply, in three attempts; what fails then is logged, without the link. */
export function mailLater(mail: Mail, context: GatewayContext): void {
  const { mailer } = context.state
  if (!mailer) return
  context.detach('mail a link to an agent', async ({ log, clock, signal }) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await mailer.send(mail)
      } catch (error) {
        log.warn({ attempt, detail: (error as Error).message }, 'a mail to an agent could not be sent')
        if (attempt === maxAttempts || signal.aborted) return
        await pauseBy(clock, pauseMs * attempt, signal)
      }
    }
  })
}
