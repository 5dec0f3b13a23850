import type { PolicyDecision } from './records.ts'

/**
 * Every error that may cross the bus or reach a client, once: HTTP status, whether trying the same thing again can
 * help, and the sentence that a client may read. A test holds the OpenAPI document and `docs/errors.md` equal to this.
 */
export const errorCodes = {
  malformed_request: { status: 400, retryable: false, title: 'The request could not be read.' },
  unauthenticated: { status: 401, retryable: false, title: 'No API key, or one that is not valid.' },
  unverified: { status: 401, retryable: false, title: 'The request could not be verified.' },
  forbidden: { status: 403, retryable: false, title: 'The API key lacks the scope this route needs.' },
  not_found: { status: 404, retryable: false, title: 'There is no such thing here.' },
  method_not_allowed: { status: 405, retryable: false, title: 'This route does not take that method.' },
  conflict: { status: 409, retryable: false, title: 'The thing has changed, or exists already.' },
  request_in_flight: { status: 409, retryable: true, title: 'A request with this Idempotency-Key is still in hand.' },
  conversation_moved: { status: 409, retryable: false, title: 'Newer messages exist than the ones you saw.' },
  version_conflict: { status: 409, retryable: true, title: 'Someone else changed this at the same moment.' },
  payload_too_large: { status: 413, retryable: false, title: 'The content is larger than the limit.' },
  unsupported_media_type: { status: 415, retryable: false, title: 'This type of content is not supported.' },
  invalid_request: { status: 422, retryable: false, title: 'The request has invalid fields.' },
  idempotency_key_reused: {
    status: 422,
    retryable: false,
    title: 'This Idempotency-Key came with another body before.',
  },
  rate_limited: { status: 429, retryable: true, title: 'Rate limit exceeded' },
  internal: { status: 500, retryable: true, title: 'Something went wrong on our side.' },
  model_required: { status: 501, retryable: false, title: 'This needs a language model and none is configured.' },
  model_unavailable: { status: 503, retryable: true, title: 'The language model does not answer.' },
  model_unfaithful: {
    status: 503,
    retryable: true,
    title: 'The language model did not keep to what it was given, so nothing is shown.',
  },
  overloaded: { status: 503, retryable: true, title: 'Too many requests are in hand. Try again shortly.' },
  unavailable: { status: 503, retryable: true, title: 'A part of the platform is not available.' },
  deadline_exceeded: { status: 503, retryable: true, title: 'A part of the platform did not answer in time.' },
  stream_broken: { status: 503, retryable: true, title: 'The stream ended before its end.' },
  interrupted: { status: 503, retryable: true, title: 'The answer was interrupted.' },
  policy_unavailable: {
    status: 503,
    retryable: true,
    title: 'The policies could not be evaluated, so nothing was sent.',
  },

  // Why a source ends `Failed`. They stand in the source, not in a problem document, unless the upload itself is refused.
  empty_document: { status: 422, retryable: false, title: 'The document is empty.' },
  no_text: {
    status: 422,
    retryable: false,
    title: 'The document has no text that could be read, and none on its pictures.',
  },
  password_protected: { status: 422, retryable: false, title: 'The document is protected by a password.' },
  damaged_document: { status: 422, retryable: false, title: 'The document is damaged or not of the type it says.' },
  document_too_complex: {
    status: 422,
    retryable: false,
    title: 'The document exceeds a limit on pages, size or time when unpacked.',
  },
  address_refused: { status: 422, retryable: false, title: 'That address may not be fetched.' },
  fetch_failed: { status: 422, retryable: true, title: 'The page could not be fetched.' },
  robots_disallowed: {
    status: 422,
    retryable: false,
    title: 'The site asks not to be read there (robots.txt, noindex).',
  },
  cancelled: { status: 422, retryable: false, title: 'It was cancelled before it was done.' },
  processing_failed: { status: 422, retryable: true, title: 'The source could not be processed.' },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>

export type ErrorCode = keyof typeof errorCodes

/** One fault of an invalid request: where (dotted path) and what. */
export type Fault = { path: string; message: string }

/** An error as it crosses the bus. */
export type WireError = {
  code: ErrorCode
  message: string
  retryable: boolean
  errors?: Fault[]
  decision?: PolicyDecision
}

/**
 * The only error that services throw on purpose. `detail` is public: a client reads it. `cause` is for the log alone.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly errors: Fault[] | undefined
  /** Of `policy_unavailable`: the line of the trace that says which policy closed. */
  readonly decision: PolicyDecision | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      detail?: string
      cause?: unknown
      errors?: Fault[]
      decision?: PolicyDecision
      retryAfterSeconds?: number
    } = {},
  ) {
    super(options.detail ?? errorCodes[code].title, { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.decision = options.decision
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  get retryable(): boolean {
    return errorCodes[this.code].retryable
  }
}

/** Anything thrown, as it may cross the bus: what is not a ServiceError becomes `internal` and keeps its words to itself. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof ServiceError)) return { code: 'internal', message: errorCodes.internal.title, retryable: true }
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.errors && { errors: error.errors }),
    ...(error.decision && { decision: error.decision }),
  }
}

const outages: ReadonlySet<ErrorCode> = new Set(['unavailable', 'overloaded', 'deadline_exceeded', 'model_unavailable'])

/** Whether a part of the platform, or a model, is away or busy for now: nobody's fault, and worth another try. */
export const isOutage = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && outages.has(error.code)

/** The other end of `toWireError`. */
export function fromWireError(wire: WireError): ServiceError {
  const code = wire.code in errorCodes ? wire.code : 'internal'
  return new ServiceError(code, {
    detail: wire.message,
    ...(wire.errors && { errors: wire.errors }),
    ...(wire.decision && { decision: wire.decision }),
  })
}
