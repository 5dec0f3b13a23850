import type { channelSecrets } from '@frontdesk/contracts/channel-secrets'
import { screenTexts } from '../../../app/language.tsx'

type OfProvider<Kind> = {
  [P in keyof Kind]: Kind[P] extends {
    required: infer R extends readonly string[]
    optional: infer O extends readonly string[]
  }
    ? R[number] | O[number]
    : never
}[keyof Kind]
/** The names of all secrets of all providers. */
export type SecretName = {
  [K in keyof typeof channelSecrets]: OfProvider<(typeof channelSecrets)[K]>
}[keyof typeof channelSecrets]

/** What the providers call their secrets; the words of the field, which no language translates. */
const names: Record<SecretName, string> = {
  signingKey: 'Signing key',
  apiKey: 'API key',
  domain: 'Domain',
  publicKey: 'Public key',
  username: 'Username',
  password: 'Password',
  serverToken: 'Server token',
  secret: 'Secret',
  smtpUrl: 'SMTP URL',
  appSecret: 'App secret',
  verifyToken: 'Verify token',
  accessToken: 'Access token',
  accountSid: 'Account SID',
  authToken: 'Auth token',
  region: 'Region',
  signatureMethod: 'Signature method',
  signatureSecret: 'Signature secret',
  apiSecret: 'API secret',
}
const en = {
  provider: 'Channel and provider',
  address: 'Address',
  addressHint: 'The email address or phone number of your business; for Meta the phone number ID.',
  nameHint: 'For colleagues.',
  secret: (name: SecretName) => names[name],
  isSet: 'Set. Enter another to replace it; it is never shown.',
  isNotSet: 'Not set.',
  sends: 'Receives and sends',
  receivesOnly: 'Receives only',
  create: 'New channel',
  empty: 'No channels yet. Customers reach you through the API and the website.',
  removeText: 'Messages to it are no longer accepted. Its conversations stay.',
  webhook: 'Address to enter at the provider',
}
const sv: typeof en = {
  provider: 'Kanal och leverantör',
  address: 'Adress',
  addressHint: 'Företagets e-postadress eller telefonnummer; för Meta telefonnumrets ID.',
  nameHint: 'För kollegor.',
  secret: (name) => names[name],
  isSet: 'Satt. Skriv en ny för att byta; den visas aldrig.',
  isNotSet: 'Inte satt.',
  sends: 'Tar emot och skickar',
  receivesOnly: 'Tar bara emot',
  create: 'Ny kanal',
  empty: 'Inga kanaler än. Kunder når er genom API:et och webbplatsen.',
  removeText: 'Meddelanden dit tas inte längre emot. Konversationerna finns kvar.',
  webhook: 'Adress att ange hos leverantören',
}
export const useChannelTexts = screenTexts({ en, sv })
