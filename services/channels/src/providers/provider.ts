import type { ChannelKind, ChannelProvider } from '@frontdesk/contracts'
import type { OutboundHttp } from '@frontdesk/outbound-http'
import type { z } from 'zod'

/** A provider's request as it arrived; the body byte for byte. */
export type RawRequest = {
  method: 'GET' | 'POST'
  /** Path with the query string, as it came: `/api/webhooks/sms/chn_1?a=b`. */
  target: string
  /** Lower-case names; a repeated header is joined with `, `. */
  headers: Record<string, string>
  body: Uint8Array
}

/** What a verification may use beside the request. */
export type VerifyContext = {
  /** Milliseconds since 1970. */
  now: number
  /** The channel's address in normal form: an e-mail address, a phone number in E.164, Meta's phone number id. */
  address: string
  /**
   * Every URL the provider may have called this channel by: `PUBLIC_URL` with the request's target, with and without the
   * scheme's standard port. Without `PUBLIC_URL`, by the host that the request names.
   */
  urls: string[]
}

/** Why a request was refused: counted by this word, told to nobody. */
export type Refusal = 'missing_signature' | 'wrong_signature' | 'stale' | 'wrong_address' | 'wrong_type' | 'unreadable'

/**
 * The verdict on a request. `once`: what must not be accepted a second time while it could still verify (Mailgun's token),
 * kept until `until`; a scheme without such a thing leaves it out, and the message's own id stops a redelivery.
 */
export type Verdict = { accepted: true; once?: { key: string; until: number } } | { accepted: false; reason: Refusal }

/** Bytes that a message carries, or where they can be had with the channel's secrets. */
export type Attachment = { filename: string; contentType: string } & (
  | { bytes: Uint8Array }
  | { /** Resolved by the provider's `fetchAttachment`. */ reference: string }
)

/** A customer's message as the provider told of it. */
export type InboundText = {
  type: 'text'
  /** The provider's id of the message: the same on a redelivery. */
  id: string
  /** The customer's address in normal form: E.164 for SMS and WhatsApp. */
  from: string
  /** The name the provider knows the customer by. */
  name?: string
  text: string
  attachments: Attachment[]
  /** RFC 3339, when the provider says so. */
  sentAt?: string
  /**
   * Set when this is one part of a long SMS: parts from the same sender with the same `ref` are one message of `total`
   * parts, come in any order (perhaps not all), each with an `id` of its own. `index` counts from 1.
   */
  part?: { ref: string; index: number; total: number }
}

/** A mail that a provider passed on: as it came from the wire (`raw`), or as fields it had parsed. */
export type InboundMail = {
  type: 'mail'
  /** The provider's id where it has one; threading and redelivery go by the Message-ID in the mail. */
  id?: string
  mail:
    | { raw: Uint8Array }
    | {
        /** Header names as they came with decoded values, in order. */
        headers: [name: string, value: string][]
        text?: string
        html?: string
        attachments: Attachment[]
      }
  /** Of the envelope, where the provider tells it: MAIL FROM ('' for a bounce) and RCPT TO. */
  envelope?: { from?: string; to: string[] }
}

/** What became of a message of ours. */
export type Receipt = {
  type: 'receipt'
  /** The provider's id of our message, as `send` answered it. */
  id: string
  state: 'sent' | 'delivered' | 'read' | 'failed'
  /** The provider's own code of a failure. */
  code?: string
  /** RFC 3339. */
  at?: string
}

/** One thing of several that could not be read: it stands among the dead letters, and the others are taken. */
export type Unreadable = { type: 'unreadable'; id?: string; why: string }

export type Inbound = InboundText | InboundMail | Receipt | Unreadable

/** A file on its way to a customer. */
export type OutboundFile = {
  filename: string
  contentType: string
  bytes: number
  /** Its bytes. Throws `SendError` when they are not there. */
  read(): Promise<Uint8Array>
  /** Where the provider can fetch it for a while; undefined without a `PUBLIC_URL`. */
  url?: string | undefined
}

/** A message of ours on its way to a customer, or one part of it when it is longer than the provider takes. */
export type Outbound = {
  /** Our message's id and its part; where a provider takes an idempotency key, this is it. */
  id: string
  /** The channel's address and the customer's, in normal form. */
  from: string
  to: string
  /** Empty where a file goes alone, as by WhatsApp. */
  text: string
  /** By e-mail all of the message's, with its text; by WhatsApp one; by SMS none. */
  files?: OutboundFile[]
  /** The channel's own webhook URL, for providers that are told with each message where its receipts shall go. */
  receiptUrl?: string
  /** Set for e-mail. Message-ID and References are with angle brackets. */
  mail?: {
    subject: string
    fromName?: string
    replyTo: string
    messageId: string
    inReplyTo?: string
    references: string[]
    /** The text for mail programs that show HTML. */
    html?: string
    /** Others to send as they are, by their names: `Auto-Submitted` and the like. Not one of those above. */
    headers: Record<string, string>
  }
}

/**
 * `id`: the provider's, which receipts name. `otherIds`: of the other pieces (segments), when it sends a text in several and
 * tells of each one what became of it.
 */
export type Sent = { id: string; parts?: number; otherIds?: string[] }

/**
 * A send that did not succeed. `refused`: the provider said no for good; `again`: it did not take the message and may
 * later (429, 5xx before acceptance, no connection); `unknown`: it may or may not have taken it (a timeout after the
 * request left).
 */
export class SendError extends Error {
  readonly outcome: 'refused' | 'again' | 'unknown'
  /** The provider's own code, or one of ours: `window_closed`, `rate_limited`, `timeout`, `unreachable`, `unauthorized`. */
  readonly code: string
  readonly retryAfterMs: number | undefined

  constructor(outcome: SendError['outcome'], code: string, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'SendError'
    this.outcome = outcome
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** One provider of one kind of channel: how its requests are verified and read, and how messages go out by it. */
export type Provider<Secrets extends Record<string, string> = Record<string, string>> = {
  kind: ChannelKind
  name: ChannelProvider
  /** The secrets of the channel; those that only sending needs are optional. */
  secrets: z.ZodType<Secrets>
  /** Names of the secrets that sending needs. */
  sendsWith: (keyof Secrets & string)[]
  /** Servers that the secrets name, and by which: they are refused when they are saved, if they may not be reached. */
  servers?(secrets: Secrets): { host: string; port: number; secret: keyof Secrets & string }[]
  /** The addresses a request claims to be for, in normal form: only to find the channel whose secret must then verify. */
  recipients(request: RawRequest): string[]
  /** Checks signature, age and address over the raw request. Never throws for unauthenticated input. */
  verify(request: RawRequest, secrets: Secrets, context: VerifyContext): Verdict
  /**
   * What a verified request says to the channel with this address (one request of Meta's may be for several numbers);
   * nothing for what is of no interest. Throws `invalid_request` when nothing of it can be read.
   */
  parse(request: RawRequest, address: string): Promise<Inbound[]>
  /** One request may be for several channels: each takes its own, whichever channel's URL the request came to. */
  isForSeveral?: true
  /** What to answer an accepted request with, when it is not an empty 200. */
  reply?: { contentType: string; body: string }
  /** Answers the provider's GET challenge with the text to send back, or undefined to refuse. */
  challenge?(query: URLSearchParams, secrets: Secrets): string | undefined
  /**
   * Sends. Throws `SendError`; any other error counts as `unknown`. Reaches the world by `http` alone: SMTP over a socket
   * of `http.connect`, given to nodemailer as `connection`. The signal aborts after the time that a send may take.
   */
  send(message: Outbound, secrets: Secrets, http: OutboundHttp, signal: AbortSignal): Promise<Sent>
  /** Bytes of an attachment that came as a reference; at most `maxBytes`. Throws `SendError`. */
  fetchAttachment?(
    reference: string,
    secrets: Secrets,
    http: OutboundHttp,
    limits: { maxBytes: number; signal: AbortSignal },
  ): Promise<Uint8Array>
  /** How many parts (SMS segments) a text makes, and what the kind refuses. */
  limits: {
    maxCharacters: number /** All files of a message. */
    maxFileBytes?: number /** Free text only within this of the customer's last message. */
    windowMs?: number
  }
}
