import type { CharsetCandidate } from './charsets.ts'
import type { PolicyDecision } from './records.ts'

/** The same request fails again. */
const terminal = (status: number, title: string) => ({ status, retryable: false, title })
/** The same request can succeed later. */
const retryable = (status: number, title: string) => ({ status, retryable: true, title })

/**
 * Every error code that can cross the bus or reach a client, with its HTTP status, whether a retry of the same request can
 * succeed, and its public sentence. A test checks that the OpenAPI document and `docs/errors.md` match this table.
 */
export const errorCodes = {
  malformed_request: terminal(400, 'The request could not be read.'),
  unauthenticated: terminal(401, 'The API key or session is missing or not valid.'),
  wrong_credentials: terminal(401, 'The address or the password is wrong.'),
  totp_required: terminal(
    401,
    'The password is right, but a second factor is required. Repeat the request with `code`.',
  ),
  wrong_code: terminal(401, 'The code is wrong, has expired or was already used.'),
  identity_unverified: terminal(401, 'The reply of the identity provider could not be verified. Start again.'),
  user_token_invalid: terminal(401, 'The user token of the site is missing or could not be verified.'),
  unverified: terminal(401, 'The request could not be verified.'),
  forbidden: terminal(403, 'The API key or session lacks the scope this route needs.'),
  origin_not_allowed: terminal(403, 'Pages of this origin may not embed this widget.'),
  challenge_required: terminal(
    403,
    'There are many requests from this network. Solve `challenge`, then start the session again.',
  ),
  not_this_agent: terminal(403, 'You can’t act as that agent.'),
  sign_in_refused: terminal(403, 'You can’t sign in here with this identity provider.'),
  totp_setup_required: terminal(403, 'This tenant requires a second factor. Set it up first: POST /api/me/totp.'),
  cross_site: terminal(403, 'This request was refused because it may come from another site.'),
  insecure_connection: terminal(
    403,
    'People can sign in only over HTTPS. Behind a proxy with HTTPS, set TRUSTED_PROXIES; to allow plain HTTP, set INSECURE_COOKIES=1.',
  ),
  not_found: terminal(404, 'Nothing was found under this id or address.'),
  content_missing: terminal(
    404,
    'The stored content of this is missing. It was removed or lost; frontdesk doctor lists everything that is missing.',
  ),
  method_not_allowed: terminal(405, 'This route does not support that method.'),
  request_timeout: retryable(408, 'The request did not arrive in time.'),
  conflict: terminal(409, 'The resource has changed or already exists.'),
  request_in_flight: retryable(409, 'A request with this Idempotency-Key is still being processed.'),
  choose_tenant: terminal(409, 'This address and password are valid in several tenants. Name one in `tenant`.'),
  conversation_moved: terminal(409, 'The conversation has newer messages than the ones you saw.'),
  version_conflict: retryable(409, 'Someone else changed this at the same moment.'),
  link_invalid: terminal(410, 'This link was already used, has expired or does not exist.'),
  sign_in_expired: terminal(
    410,
    'This sign-in was started in another browser, is already finished or has expired. Start again.',
  ),
  payload_too_large: terminal(413, 'The content is larger than the limit.'),
  unsupported_media_type: terminal(415, 'This type of content is not supported.'),
  invalid_request: terminal(422, 'The request has invalid fields.'),
  idempotency_key_reused: terminal(422, 'This Idempotency-Key was already used with a different body.'),
  headers_too_large: terminal(431, 'The address and headers are larger than the limit.'),
  rate_limited: retryable(429, 'Rate limit exceeded'),
  internal: retryable(500, 'Something went wrong on our side.'),
  model_required: terminal(501, 'This needs a language model, and none is configured.'),
  model_unavailable: retryable(503, 'The language model does not answer.'),
  model_refused: terminal(503, 'The language model refused to answer.'),
  model_failed: terminal(
    503,
    'The language model can’t answer: its key, its name, its quota or the request is not accepted.',
  ),
  model_unfaithful: retryable(503, 'The language model added or changed facts, so its text is not shown.'),
  overloaded: retryable(503, 'Too many requests are being processed. Try again shortly.'),
  identity_provider_unavailable: retryable(503, 'The identity provider does not answer.'),
  unavailable: retryable(503, 'A part of the platform is not available.'),
  deadline_exceeded: retryable(503, 'A part of the platform did not answer in time.'),
  stream_broken: retryable(503, 'The stream ended before it was complete.'),
  interrupted: retryable(503, 'The answer was interrupted.'),
  policy_unavailable: retryable(503, 'The policies could not be evaluated, so nothing was sent.'),

  // Why a source ended `Failed`. Shown in the source; in a problem document only when the upload itself is refused.
  empty_document: terminal(422, 'The document is empty.'),
  no_text: terminal(422, 'No text could be read from the document or its pictures.'),
  password_protected: terminal(422, 'The document is protected by a password.'),
  damaged_document: terminal(422, 'The document is damaged or is not of the type that it claims to be.'),
  charset_unknown: terminal(
    422,
    'It is not certain which charset the text is in. Name one of `candidates` as `encoding`.',
  ),
  document_too_complex: terminal(422, 'The document exceeds a limit on pages, unpacked size or processing time.'),
  address_refused: terminal(422, 'This address may not be fetched.'),
  fetch_failed: retryable(422, 'The page could not be fetched.'),
  robots_disallowed: terminal(422, 'The site does not allow this page to be read (robots.txt or noindex).'),
  cancelled: terminal(422, 'The work was cancelled before it was finished.'),
  processing_failed: retryable(422, 'The source could not be processed.'),
}

export type ErrorCode = keyof typeof errorCodes

/** What is wrong with a store. These sentences are public. */
export const storageFaults = {
  disk_full: 'The disk is full: nothing can be written until space is freed.',
  read_only: 'The storage is read-only: nothing can be written.',
  damaged: 'The database is damaged.',
} as const satisfies Record<string, string>

export type StorageFault = keyof typeof storageFaults

/** One fault of an invalid request: the field's dotted path and what is wrong with it. */
export type Fault = { path: string; message: string }

/** An error as it crosses the bus. */
export type WireError = {
  code: ErrorCode
  message: string
  retryable: boolean
  errors?: Fault[]
  decision?: PolicyDecision
  /** With `unavailable`: the service that is not running. */
  service?: string
  /** With `unavailable`: why a store rejects writes. */
  storage?: StorageFault
  /** With `conflict`: what stands there. */
  current?: object
  /** With `charset_unknown`: the charsets that it could be, the likeliest first. */
  candidates?: CharsetCandidate[]
  /** Whether it is an outage, where the code says otherwise. */
  outage?: boolean
}

/**
 * The only error that services throw deliberately. Clients can read `detail`; `cause` goes to the log only.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly errors: Fault[] | undefined
  /** With `policy_unavailable`: the trace entry of the policy that could not be evaluated. */
  readonly decision: PolicyDecision | undefined
  readonly retryAfterSeconds: number | undefined
  /** With `unavailable`: the service that is not running, if known. */
  readonly service: string | undefined
  /** With `unavailable`: why a store rejects writes, if known. */
  readonly storage: StorageFault | undefined
  /** With `conflict`: what stands there, as the route shows it. */
  readonly current: object | undefined
  /** With `charset_unknown`: the charsets that it could be, the likeliest first. */
  readonly candidates: CharsetCandidate[] | undefined
  /** A part of the platform or a model is away for now: by the code or that of a `cause`, unless told otherwise; also across the bus. */
  readonly isOutage: boolean

  constructor(
    code: ErrorCode,
    options: {
      detail?: string
      cause?: unknown
      errors?: Fault[]
      decision?: PolicyDecision
      retryAfterSeconds?: number
      service?: string | undefined
      storage?: StorageFault | undefined
      current?: object
      candidates?: CharsetCandidate[] | undefined
      isOutage?: boolean
    } = {},
  ) {
    super(options.detail ?? (options.storage && storageFaults[options.storage]) ?? errorCodes[code].title, {
      cause: options.cause,
    })
    this.code = code
    this.errors = options.errors
    this.decision = options.decision
    this.retryAfterSeconds = options.retryAfterSeconds
    this.service = options.service
    this.storage = options.storage
    this.current = options.current
    this.candidates = options.candidates
    this.isOutage = options.isOutage ?? (outages.has(code) || isOutage(options.cause))
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  get retryable(): boolean {
    return errorCodes[this.code].retryable
  }
}

/** The error for one field of a request, by its dotted path. */
export const invalidField = (path: string, message: string): ServiceError =>
  new ServiceError('invalid_request', { detail: message, errors: [{ path, message }] })

/** The same, for a message that is clear only together with the name of the field. */
export const invalidNamedField = (path: string, message: string): ServiceError =>
  new ServiceError('invalid_request', { detail: `${path}: ${message}`, errors: [{ path, message }] })

/** Any thrown value in its form for the bus. A value that is not a ServiceError becomes `internal`, without its message. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof ServiceError)) return { code: 'internal', message: errorCodes.internal.title, retryable: true }
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.errors && { errors: error.errors }),
    ...(error.decision && { decision: error.decision }),
    ...(error.service !== undefined && { service: error.service }),
    ...(error.storage !== undefined && { storage: error.storage }),
    ...(error.current && { current: error.current }),
    ...(error.candidates && { candidates: error.candidates }),
    ...(error.isOutage !== outages.has(error.code) && { outage: error.isOutage }),
  }
}

/** The error for a subject that has no responder: the service that owns it is not running. */
export const nobodyAnswers = (subject: string): ServiceError =>
  new ServiceError('unavailable', {
    detail: `No service answers ${subject} at the moment.`,
    service: subject.split('.')[1],
  })

const outages: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'overloaded',
  'deadline_exceeded',
  'model_unavailable',
  'identity_provider_unavailable',
  // Who streams has stopped or was cut off. (`interrupted` is mostly our own end.)
  'stream_broken',
])

/** An outage is tried through for so long before what meets it is given up. */
export const maxOutageMs = 24 * 3_600_000

/** Whether the error is a temporary outage of a part of the platform or of a model, so that a retry can succeed. */
export const isOutage = (error: unknown): error is ServiceError => error instanceof ServiceError && error.isOutage

/** The inverse of `toWireError`. */
export function fromWireError(wire: WireError): ServiceError {
  const code = Object.hasOwn(errorCodes, wire.code) ? wire.code : 'internal'
  return new ServiceError(code, {
    detail: wire.message,
    ...(wire.errors && { errors: wire.errors }),
    ...(wire.decision && { decision: wire.decision }),
    ...(wire.service !== undefined && { service: wire.service }),
    ...(wire.storage !== undefined && Object.hasOwn(storageFaults, wire.storage) && { storage: wire.storage }),
    ...(wire.current && { current: wire.current }),
    ...(wire.candidates && { candidates: wire.candidates }),
    ...(wire.outage !== undefined && { isOutage: wire.outage }),
  })
}
