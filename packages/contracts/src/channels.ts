import { z } from 'zod'
import { channelSecrets } from './channel-secrets.ts'
import { event, owner, query } from './define.ts'
import { copiesErase } from './erasure.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { attachment, messageDelivery, pageOf, pageRequest, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

export const channelKind = z.enum(['email', 'whatsapp', 'sms'])
export type ChannelKind = z.output<typeof channelKind>

type OfProviders = Record<string, { required: readonly string[]; optional: readonly string[] }>
const secretsByKind: Record<ChannelKind, OfProviders> = channelSecrets

/** The names of a provider's secrets; undefined when there is no such provider of that kind. */
export const secretsOf = (kind: ChannelKind, provider: string) => {
  const ofKind = secretsByKind[kind]
  return Object.hasOwn(ofKind, provider) ? ofKind[provider] : undefined
}

export const channelProvider = z.enum(['mailgun', 'sendgrid', 'postmark', 'raw', 'meta', 'twilio', 'vonage'])
export type ChannelProvider = z.output<typeof channelProvider>

/** A channel as the API shows it: never its secrets, only the names of those that were given. */
export const channelAccount = z.object({
  id: z.string(),
  kind: channelKind,
  provider: channelProvider,
  address: z
    .string()
    .describe(
      'In normal form: an e-mail address, a phone number in E.164, Meta’s phone number id. An e-mail address with more than ' +
        '21 characters before the `@` has no room for the token that identifies the conversation in the reply address',
    ),
  name: z.string().optional().describe('The sender name of answers'),
  enabled: z.boolean().describe('false: messages are neither received nor sent'),
  secrets: z.array(z.string()).describe('The names of the secrets that it has'),
  canSend: z.boolean().describe('Whether it has every secret that sending needs'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type ChannelAccount = z.output<typeof channelAccount>

export const channelInput = z.object({
  kind: channelKind,
  provider: channelProvider,
  address: z.string().max(254).trim().min(1),
  name: z.string().max(200).overwrite(oneLineName).min(1).optional(),
})
export const channelPatch = z.object({
  name: channelInput.shape.name,
  enabled: z.boolean().optional(),
})

/** Secrets as JSON, sealed with the public key of `channels` for the owner `<tenant>/<channelId>`. */
const sealedText = z
  .string()
  .min(1)
  .max(64 * 1024)

/** Bytes that a provider's request may have: mails bring their attachments, 25 MB of them and more in base64. */
export const maxRequestBytes = {
  email: 40 * 1024 * 1024,
  whatsapp: 1024 * 1024,
  sms: 1024 * 1024,
} as const satisfies Record<ChannelKind, number>

/** The owner that the head of a provider's request is sealed for. */
export const sealedRequestOwner = 'provider request'

/** The sealed head of a provider's request: its headers may be secrets themselves (basic auth, a verify token). */
export const requestHead = z.object({
  method: z.enum(['GET', 'POST']),
  target: z.string(),
  headers: z.record(z.string(), z.string()),
})

/** A file that was uploaded to go out with a message; it is gone at `expiresAt` unless a message has it by then. */
export const uploadedAttachment = attachment.extend({ expiresAt: timestamp })

/** Why an e-mail became no message. */
export const filterReason = z.enum(['auto_reply', 'bounce', 'own', 'no_sender', 'empty'])
export type FilterReason = z.output<typeof filterReason>

/** Filtered e-mails that a channel keeps, and bytes of them; the oldest give way. */
export const filteredEmailLimits = { count: 1_000, bytes: 200 * 1024 * 1024 } as const

/** An e-mail that became no message, or only after it was restored. */
export const filteredEmail = z.object({
  id: identifier,
  channelId: identifier,
  reason: filterReason,
  sender: z.string().describe('The address that an answer would go to; empty if the e-mail names none'),
  senderName: z.string().optional(),
  subject: z.string(),
  receivedAt: timestamp,
  bytes: z.number().int().describe('Size of the original e-mail'),
  restored: z
    .object({ at: timestamp, conversationId: identifier, messageId: identifier })
    .optional()
    .describe('The message that it became'),
})
export type FilteredEmail = z.output<typeof filteredEmail>
const filteredEmailId = z.object({ filteredEmailId: id })

/** Everything that channels answers and tells. */
export const channels = owner('channels', {
  queries: {
    /** The public key that whoever has secrets for `channels` seals them with, so that none crosses the bus in the clear. */
    publicKeyRead: query('query.channels.letterbox.read.v1', z.object({}), z.object({ publicKey: z.string() })),
    /** Makes a channel, once for an operation. Throws `conflict` when the address belongs to another one, of whoever it is. */
    channelCreate: query(
      'query.channels.channel.create.v1',
      z.object({ operationId, channelId: id, channel: channelInput, letter: sealedText }),
      channelAccount,
    ),
    channelList: query('query.channels.channel.list.v1', pageRequest, pageOf(channelAccount)),
    channelRead: query('query.channels.channel.read.v1', z.object({ channelId: id }), channelAccount),
    /** `letter` replaces the secrets that it names and leaves the others as they are. */
    channelUpdate: query(
      'query.channels.channel.update.v1',
      z.object({ channelId: id, patch: channelPatch, letter: sealedText.optional() }),
      channelAccount,
    ),
    channelDelete: query('query.channels.channel.delete.v1', z.object({ channelId: id }), z.object({})),
    /**
     * A provider's request, as it came: its head sealed with the public key of `channels`, its body in base64 or, when
     * large, as a blob of the platform. What is accepted is stored when this replies. Every refusal is a 401 without a
     * reason.
     */
    requestReceive: query(
      'query.channels.request.receive.v1',
      z.object({
        kind: channelKind,
        channelId: id.optional(),
        head: sealedText,
        body: z.union([z.object({ base64: z.string() }), z.object({ blobId: z.string() })]),
      }),
      z.object({ status: z.number().int(), contentType: z.string().optional(), body: z.string().optional() }),
      { timeoutMs: 30_000, maxInFlight: 64 },
    ),
    /** Where the bytes of an attachment are. Throws `not_found`. */
    attachmentRead: query(
      'query.channels.attachment.read.v1',
      z.object({ conversationId: id, attachmentId: id }),
      attachment.extend({ blobId: z.string() }),
    ),
    /**
     * Where the bytes of a small picture (WebP, at most 640 pixels wide and high) of an attachment are; made when it is asked
     * for the first time. Throws `not_found`, `unsupported_media_type` for what is not a picture, `damaged_document` and
     * `document_too_complex` for one that has too many pixels.
     */
    attachmentPreview: query(
      'query.channels.attachment.preview.v1',
      z.object({ conversationId: id, attachmentId: id }),
      attachment.extend({ blobId: z.string() }),
      { timeoutMs: 30_000, maxInFlight: 64 },
    ),
    /** A file by its id alone, and whose it is. Throws `not_found`. */
    attachmentFind: query(
      'query.channels.attachment.find.v1',
      z.object({ attachmentId: id }),
      attachment.extend({
        blobId: z.string(),
        conversationId: id.optional(),
        messageId: id.optional().describe('The message that it goes out with'),
        owner: id.optional(),
      }),
    ),
    /**
     * Takes an upload, a blob of the tenant, as a file to send: its type is that of its content, pictures lose their metadata.
     * The blob is gone when this replies. Throws `unsupported_media_type` for pictures whose metadata can't be removed.
     */
    attachmentAdd: query(
      'query.channels.attachment.add.v1',
      z.object({
        operationId,
        blobId: id,
        filename: z.string().max(255),
        owner: id.optional().describe('The visitor of a chat widget who uploads it; only this visitor can send it'),
        types: z.array(z.string()).min(1).optional().describe('Content types that it may have'),
      }),
      uploadedAttachment,
      { timeoutMs: 60_000, maxInFlight: 16 },
    ),
    /**
     * Gives uploads to a message that is about to be written, all of them or none. The same message again gets the same. Throws
     * `invalid_request` for those that are not there, expired or of another message, and for more bytes than a message has.
     */
    attachmentsClaim: query(
      'query.channels.attachments.claim.v1',
      z.object({
        conversationId: id,
        messageId: id,
        ids: z.array(id).min(1).max(limits.messageAttachments),
        owner: id.optional().describe('The visitor whose uploads they must be'),
      }),
      z.object({ attachments: z.array(attachment) }),
    ),
    /** The message was not written: its uploads may go with another one. */
    attachmentsRelease: query(
      'query.channels.attachments.release.v1',
      z.object({ messageId: id, ids: z.array(id).max(limits.messageAttachments) }),
      z.object({}),
    ),
    /** The file that a link for a provider names, of whichever tenant. Throws `unverified` for a link that is wrong or over. */
    sharedAttachmentRead: query(
      'query.channels.shared-attachment.read.v1',
      z.object({ token: z.string().max(1_024) }),
      attachment.extend({ tenant: id, blobId: z.string() }),
    ),
    /** Messages that came in (`count`) and went out (`sent`) by channels, by the days on which there were any. Both days count. */
    usageRead: query(
      'query.channels.usage.read.v1',
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int(), sent: z.number().int() })) }),
    ),
    /**
     * Sends a message again that failed, or of which nobody knows whether it left. Throws `not_found`, and `conflict` for one
     * that is on its way or arrived.
     */
    messageResend: query(
      'query.channels.message.resend.v1',
      z.object({ operationId, conversationId: id, messageId: id, actor }),
      messageDelivery,
    ),
    /** E-mails that became no message, the newest first; `senders`: those that say they are from one of these addresses. */
    filteredEmailList: query(
      'query.channels.filtered-email.list.v1',
      pageRequest.extend({
        channelId: id.optional(),
        reason: filterReason.optional(),
        senders: z.array(z.string().max(320)).min(1).max(100).optional(),
      }),
      pageOf(filteredEmail),
    ),
    /** Throws `not_found`. */
    filteredEmailRead: query('query.channels.filtered-email.read.v1', filteredEmailId, filteredEmail),
    /**
     * Makes a message of one, once; people answer it, not the AI. Throws `not_found`, and `conflict` if its channel was deleted.
     */
    filteredEmailRestore: query('query.channels.filtered-email.restore.v1', filteredEmailId, filteredEmail, {
      timeoutMs: 90_000,
      maxInFlight: 4,
    }),
    /** Throws `not_found`, also for one that was restored. */
    filteredEmailDelete: query('query.channels.filtered-email.delete.v1', filteredEmailId, z.object({})),
    /** Where the bytes of an e-mail are, as it came: of a filtered one, or of a message. Throws `not_found`. */
    originalEmailRead: query(
      'query.channels.original-email.read.v1',
      z.union([filteredEmailId, z.object({ conversationId: id, messageId: id })]),
      z.object({ blobId: z.string(), bytes: z.number().int() }),
    ),
    copiesErase: copiesErase('channels'),
  },
  events: {
    /** A verified request is stored and wants to be read; in order for each sender. */
    requestAccepted: event(
      'event.channels.request.accepted.v1',
      z.object({ channelId: id, requestId: id, lane: id.describe('Whose part of the request it is') }),
    ),
    /**
     * What became of a message on its way out by its channel. `round` counts the times that it was asked to be sent: a later
     * round replaces the state of the one before. Each event replaces the one before it, in the sequence of their key: which
     * receipt counts for more is decided where they come in, by the kind of channel. A mail that was `delivered` may still come
     * back and be `failed`; for a text that is proof.
     */
    deliveryChanged: event(
      'event.channels.delivery.changed.v1',
      messageDelivery.extend({
        conversationId: id,
        messageId: id,
        round: z.number().int().min(1),
        detail: z.string().max(500).optional().describe('Why it failed and what to do, as a sentence'),
        actor: actor.optional().describe('Who asked for this round'),
      }),
    ),
  },
})
