import { z } from 'zod'

/** Where the providers' APIs are. A tenant in the providers' European regions says so with the channel's `region`. */
const defaults = {
  mailgun: 'https://api.mailgun.net',
  mailgunEu: 'https://api.eu.mailgun.net',
  sendgrid: 'https://api.sendgrid.com',
  sendgridEu: 'https://api.eu.sendgrid.com',
  postmark: 'https://api.postmarkapp.com',
  meta: 'https://graph.facebook.com',
  twilio: 'https://api.twilio.com',
  vonage: 'https://rest.nexmo.com',
}

/** Base URLs of the providers' APIs, without a slash at the end. */
export type BaseUrls = Record<keyof typeof defaults, string>

const overrides = z.partialRecord(
  z.enum(Object.keys(defaults) as [keyof BaseUrls, ...(keyof BaseUrls)[]]),
  z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
)

/**
 * The setting `CHANNEL_PROVIDER_URLS`: a JSON object of the base URLs that differ, for a proxy or a test, for instance
 * `{"twilio":"http://127.0.0.1:9001"}`. A name that is no provider's or a value that is no URL is an error.
 */
export const baseUrlsSetting = z
  .string()
  .optional()
  .transform((text, context): BaseUrls => {
    try {
      return { ...defaults, ...overrides.parse(JSON.parse(text || '{}')) }
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON'
      context.addIssue({ code: 'custom', message: `must be a JSON object of base URLs by provider: ${why}` })
      return z.NEVER
    }
  })
