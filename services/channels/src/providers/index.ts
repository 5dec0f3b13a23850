import type { BaseUrls } from './base-urls.ts'
import { mailgun } from './mailgun.ts'
import { meta } from './meta.ts'
import { postmark } from './postmark.ts'
import type { Provider } from './provider.ts'
import { raw } from './raw.ts'
import { sendgrid } from './sendgrid.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

/** What the providers reach the world with, beside the outbound HTTP that `send` is given. */
export type Ways = {
  baseUrls: BaseUrls
}

/** Secrets are parsed by their provider's schema when they are given, and go to that provider alone. */
const withAnySecrets = <Secrets extends Record<string, string>>(provider: Provider<Secrets>): Provider =>
  provider as unknown as Provider

/** Every provider there is: the table that a channel's kind and provider are looked up in. */
export function allProviders({ baseUrls }: Ways): Provider[] {
  return [
    withAnySecrets(mailgun(baseUrls)),
    withAnySecrets(sendgrid(baseUrls)),
    withAnySecrets(postmark(baseUrls)),
    withAnySecrets(raw()),
    meta(baseUrls.meta),
    twilio('whatsapp', baseUrls.twilio),
    twilio('sms', baseUrls.twilio),
    vonage(baseUrls.vonage),
  ]
}

/** The provider of that kind and name, if there is one. */
export const findProvider = (providers: Provider[], kind: string, name: string): Provider | undefined =>
  providers.find((provider) => provider.kind === kind && provider.name === name)
