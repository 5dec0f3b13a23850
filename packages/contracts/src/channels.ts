import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { attachment, pageOf, pageRequest, timestamp } from './records.ts'

export const channelKind = z.enum(['email', 'whatsapp', 'sms'])
export type ChannelKind = z.output<typeof channelKind>

/**
 * The secrets of each provider, by the kind of channel: those that verify what comes in are required, those that only
 * sending needs may be given later.
 */
export const channelSecrets = {
  email: {
    mailgun: { required: ['signingKey'], optional: ['apiKey', 'domain', 'region'] },
    sendgrid: { required: ['publicKey'], optional: ['apiKey', 'region'] },
    postmark: { required: ['username', 'password'], optional: ['serverToken'] },
    raw: { required: ['secret'], optional: ['smtpUrl'] },
  },
  whatsapp: {
    meta: { required: ['appSecret', 'verifyToken'], optional: ['accessToken'] },
    twilio: { required: ['authToken'], optional: ['accountSid'] },
  },
  sms: {
    twilio: { required: ['authToken'], optional: ['accountSid'] },
    vonage: { required: ['signatureSecret'], optional: ['apiKey', 'apiSecret', 'signatureMethod'] },
  },
} as const satisfies Record<ChannelKind, Record<string, { required: string[]; optional: string[] }>>

/** The names of a provider's secrets; undefined when there is no such provider of that kind. */
export const secretsOf = (kind: ChannelKind, provider: string) => {
  const ofKind: Record<string, { required: readonly string[]; optional: readonly string[] }> = channelSecrets[kind]
  return Object.hasOwn(ofKind, provider) ? ofKind[provider] : undefined
}

export const channelProvider = z.enum(['mailgun', 'sendgrid', 'postmark', 'raw', 'meta', 'twilio', 'vonage'])

/** A channel as the API shows it: never its secrets, only the names of those that were given. */
export const channelAccount = z.object({
  id: z.string(),
  kind: channelKind,
  provider: channelProvider,
  address: z
    .string()
    .describe(
      'In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than ' +
        '21 characters before the `@` has no room for the token that names the conversation in the reply address',
    ),
  name: z.string().optional().describe('The name that answers are sent under'),
  enabled: z.boolean().describe('False: nothing is taken in and nothing goes out'),
  secrets: z.array(z.string()).describe('The names of the secrets that it has'),
  canSend: z.boolean().describe('Whether it has every secret that sending needs'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type ChannelAccount = z.output<typeof channelAccount>

export const channelInput = z.object({
  kind: channelKind,
  provider: channelProvider,
  address: z.string().trim().min(1).max(254),
  name: z.string().trim().min(1).max(200).optional(),
})
export const channelPatch = z.object({
  name: channelInput.shape.name,
  enabled: z.boolean().optional(),
})

/** Secrets as JSON, sealed for the letterbox of `channels` and the owner `<tenant>/<channelId>`. */
const letter = z
  .string()
  .min(1)
  .max(64 * 1024)

/** The public key that whoever has secrets for `channels` seals them with, so that none crosses the bus in the clear. */
export const letterboxRead = query(
  'query.channels.letterbox.read.v1',
  z.object({}),
  z.object({ publicKey: z.string() }),
)

/** Makes a channel, once for an operation. Throws `conflict` when the address belongs to another one, of whoever it is. */
export const channelCreate = query(
  'query.channels.channel.create.v1',
  z.object({ operationId, channelId: id, channel: channelInput, letter }),
  channelAccount,
)
export const channelList = query('query.channels.channel.list.v1', pageRequest, pageOf(channelAccount))
export const channelRead = query('query.channels.channel.read.v1', z.object({ channelId: id }), channelAccount)
/** `letter` replaces the secrets that it names and leaves the others as they are. */
export const channelUpdate = query(
  'query.channels.channel.update.v1',
  z.object({ channelId: id, patch: channelPatch, letter: letter.optional() }),
  channelAccount,
)
export const channelDelete = query('query.channels.channel.delete.v1', z.object({ channelId: id }), z.object({}))

/** Bytes that a provider's request may have: mails bring their attachments, 25 MB of them and more in base64. */
export const maxRequestBytes = {
  email: 40 * 1024 * 1024,
  whatsapp: 1024 * 1024,
  sms: 1024 * 1024,
} as const satisfies Record<ChannelKind, number>

/** Who opens the letter that a provider's request comes in. */
export const requestLetterOwner = 'provider request'

/** What a letter about a provider's request holds: its headers may be secrets themselves (basic auth, a verify token). */
export const requestHead = z.object({
  method: z.enum(['GET', 'POST']),
  target: z.string(),
  headers: z.record(z.string(), z.string()),
})

/**
 * A provider's request, as it came: its head sealed for the letterbox, its body in base64 or, when large, as a blob of
 * the platform's. What is accepted is stored when this replies. Every refusal is a 401 without a reason.
 */
export const requestReceive = query(
  'query.channels.request.receive.v1',
  z.object({
    kind: channelKind,
    channelId: id.optional(),
    head: letter,
    body: z.union([z.object({ base64: z.string() }), z.object({ blobId: z.string() })]),
  }),
  z.object({ status: z.number().int(), contentType: z.string().optional(), body: z.string().optional() }),
  { timeoutMs: 30_000, maxInFlight: 64 },
)

/** A verified request is stored and wants to be read; in order for each sender. */
export const requestAccepted = event(
  'event.channels.request.accepted.v1',
  z.object({ channelId: id, requestId: id, lane: id.describe('Whose part of the request it is') }),
)

/** Where the bytes of an attachment are. Throws `not_found`. */
export const attachmentRead = query(
  'query.channels.attachment.read.v1',
  z.object({ conversationId: id, attachmentId: id }),
  attachment.extend({ blobId: z.string() }),
)

/** Messages that came in (`count`) and went out (`sent`) by channels, by the days on which there were any. Both days count. */
export const channelUsage = query(
  'query.channels.usage.read.v1',
  z.object({ from: z.iso.date(), to: z.iso.date() }),
  z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int(), sent: z.number().int() })) }),
)
