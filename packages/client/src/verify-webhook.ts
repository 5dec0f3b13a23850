import type { WebhookEvent } from './types.ts'

export type WebhookFault =
  | 'no_secret'
  | 'no_raw_body'
  | 'no_signature'
  | 'malformed_signature'
  | 'wrong_signature'
  | 'too_old'
  | 'in_the_future'
  | 'malformed_body'

const sentences: Record<WebhookFault, string> = {
  no_secret: 'The secret for the verification is missing.',
  no_raw_body: 'The body must be the received string or bytes, before it was parsed.',
  no_signature: 'There is neither x-webhook-signature nor webhook-id, webhook-timestamp and webhook-signature.',
  malformed_signature: 'The signature does not have the right form.',
  wrong_signature: 'The signature does not match this secret and this body.',
  too_old: 'The signature is too old: it may be a replay.',
  in_the_future: 'The signature is from the future: one of the clocks is wrong.',
  malformed_body: 'The body is signed, but it is not JSON.',
}

/** The webhook could not be verified. Reply with 400 or 401, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, options?: { cause?: unknown }) {
    super(sentences[reason], options)
    this.reason = reason
  }
}

export type VerifyOptions = {
  /** How old, or how far in the future, a signature may be; default 300 s. */
  toleranceSeconds?: number
  /** Milliseconds since 1970; default now. */
  now?: number
}

/** Headers of `fetch` (`Headers`), Node or a framework, or any pairs. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Record<string, string | readonly string[] | undefined>
  // `Headers` where the types of its iterator are not included.
  | { forEach(callback: (value: string, name: string) => void): void }

/** A header contains signatures of at most ten valid secrets. */
const maxSignatures = 20

/**
 * Verifies a webhook and returns its event. With several secrets, one of them must match. Checks whichever of the two header
 * forms is present, and both if both are: `x-webhook-signature` and Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). The
 * content is not validated: JSON of another sender with the same secret is returned unchanged. Throws
 * `WebhookVerificationError`. Events are delivered at least once: process each `id` only once.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const raw = bytesOf(body)
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).filter((secret) => secret !== '')
  if (keys.length === 0) throw new WebhookVerificationError('no_secret')
  const claims = claimsIn(readHeaders(headers))
  for (const claim of claims) {
    if (!(await holds(claim, raw, keys))) throw new WebhookVerificationError('wrong_signature')
    const ageSeconds = now / 1_000 - Number(claim.timestamp)
    if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('too_old')
    if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('in_the_future')
  }
  return eventIn(raw)
}

/** The signature of a request in one of the forms. */
type Claim = {
  timestamp: string
  /** What is signed before the body. */
  before: string
  signatures: Uint8Array<ArrayBuffer>[]
  keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined
}

const utf8 = new TextEncoder()
/** In seconds since 1970. */
const timestampForm = /^\d{1,12}$/

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8.encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new WebhookVerificationError('no_raw_body')
}

function readHeaders(headers: WebhookHeaders): Map<string, string> {
  const entries: Iterable<readonly [string, string | readonly string[] | undefined]> =
    Symbol.iterator in headers ? (headers as Iterable<readonly [string, string]>) : Object.entries(headers)
  const found = new Map<string, string>()
  for (const [name, value] of entries) {
    if (value !== undefined) found.set(name.toLowerCase(), typeof value === 'string' ? value : value.join(','))
  }
  return found
}

function claimsIn(headers: Map<string, string>): Claim[] {
  const own = headers.get('x-webhook-signature')
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((n) => headers.get(n))
  const claims: Claim[] = []
  if (own !== undefined) claims.push(ownClaim(own))
  if (id !== undefined && timestamp !== undefined && signature !== undefined) {
    claims.push(standardClaim(id, timestamp, signature))
  }
  if (claims.length === 0) throw new WebhookVerificationError('no_signature')
  for (const { timestamp, signatures } of claims) {
    const isWellFormed = timestampForm.test(timestamp) && signatures.length > 0 && signatures.length <= maxSignatures
    if (!isWellFormed) throw new WebhookVerificationError('malformed_signature')
  }
  return claims
}

/** `t=<unix seconds>,v1=<hex>`, a `v1` for each valid secret, keyed with the secret as it is shown. */
function ownClaim(header: string): Claim {
  const parts = header.split(',').map((part) => part.trim())
  const timestamps = parts.filter((part) => part.startsWith('t='))
  const timestamp = timestamps.length === 1 ? timestamps[0]!.slice(2) : ''
  const signatures = parts.filter((part) => part.startsWith('v1=')).flatMap((part) => bytesOfHex(part.slice(3)))
  return { timestamp, before: `${timestamp}.`, signatures, keyOf: (secret) => utf8.encode(secret) }
}

/** `v1,<base64>`, one for each valid secret, separated by spaces, keyed with the base64 after `whsec_`. */
function standardClaim(id: string, timestamp: string, header: string): Claim {
  const parts = header.split(' ').filter((part) => part.startsWith('v1,'))
  const signatures = parts.flatMap((part) => bytesOfBase64(part.slice(3)) ?? [])
  return {
    timestamp,
    before: `${id}.${timestamp}.`,
    signatures: signatures.filter(({ length }) => length === 32),
    keyOf: (secret) => bytesOfBase64(padded(secret.replace(/^whsec_/, ''))),
  }
}

/** Some write secrets without the padding. */
const padded = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

function bytesOfHex(text: string): Uint8Array<ArrayBuffer>[] {
  if (!/^[0-9a-f]{64}$/.test(text)) return []
  return [Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))]
}

/** `undefined` if it is not base64, or not the canonical spelling of its bytes. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const decoded = atob(text)
  return btoa(decoded) === text ? Uint8Array.from(decoded, (character) => character.charCodeAt(0)) : undefined
}

/** Whether one of the signatures was made with one of the secrets. WebCrypto compares in constant time. */
async function holds({ before, signatures, keyOf }: Claim, raw: Uint8Array, secrets: string[]): Promise<boolean> {
  const prefix = utf8.encode(before)
  const signed = new Uint8Array(prefix.length + raw.length)
  signed.set(prefix)
  signed.set(raw, prefix.length)
  for (const secret of secrets) {
    const bytes = keyOf(secret)
    if (!bytes) continue
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function eventIn(raw: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch (cause) {
    throw new WebhookVerificationError('malformed_body', { cause })
  }
}
