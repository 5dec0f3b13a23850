import {
  charsetCandidate,
  type ErrorCode,
  errorCodes,
  type Fault,
  limits,
  ServiceError,
  storageFaults,
} from '@frontdesk/contracts'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { challenge } from '../visitors/challenge-document.ts'

/** RFC 9457 problem details, with our code, the request's id and every fault of invalid input. */
export const problem = z
  .object({
    type: z.string().describe('A path on this server that explains the code'),
    title: z.string(),
    status: z.number().int(),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    requestId: z.string(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .max(limits.faults)
      .optional(),
    tenants: z
      .array(z.object({ id: z.string(), name: z.string() }).meta({ id: 'TenantName' }))
      .optional()
      .describe('With `choose_tenant`: which ones'),
    challenge: challenge.optional().describe('With `challenge_required`: what to solve'),
    candidates: z
      .array(charsetCandidate)
      .optional()
      .describe('With `charset_unknown`: the charsets that the text could be in, with a sample of each'),
    current: z.looseObject({}).optional().describe('With `conflict` of a draft: the stored draft'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.output<typeof problem>

export const problemType = 'application/problem+json'

/** What fastify and the multipart parser throw, by their codes. */
const foreignCodes: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send application/json, or multipart/form-data if the route accepts files.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    detail:
      'A JSON body may have at most 1 MB (1,048,576 bytes), and 64 kB (65,536 bytes) on routes that need no API key or session.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'malformed_request', detail: 'The body is not valid JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_request',
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_BAD_URL: { code: 'malformed_request', detail: 'The address is not a valid URL.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: errorCodes.not_found.title },
}

/** What these say beside their title names our insides: which subject nobody answers. */
const withoutDetail = new Set<ErrorCode>([
  'internal',
  'unavailable',
  'overloaded',
  'deadline_exceeded',
  'stream_broken',
])

/** Anything thrown while a request was handled, as an error that may reach the client. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    if (!withoutDetail.has(error.code)) return error
    // Which service is stopped and that a disk is full is no secret, and tells whoever runs the platform what to do.
    const known = error.service
      ? `The service ${error.service} is not running.`
      : error.storage && storageFaults[error.storage]
    const detail = known && `${errorCodes[error.code].title} ${known}`
    return new ServiceError(error.code, { cause: error, ...(detail && { detail }) })
  }
  const { code = '', statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  const known = foreignCodes[code]
  if (known) return new ServiceError(known.code, { detail: known.detail, cause: error })
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ServiceError('malformed_request', { detail: 'The body is not valid JSON.', cause: error })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('malformed_request', { cause: error })
  }
  return new ServiceError('internal', { cause: error })
}

/** The document for an error. */
export function problemOf(error: ServiceError, requestId: string): Problem {
  const { code, status, errors } = error
  return {
    type: `/problems/${code}`,
    title: errorCodes[code].title,
    status,
    code,
    detail: error.message,
    requestId,
    ...(errors && { errors: errors.slice(0, limits.faults).map(({ path, message }: Fault) => ({ path, message })) }),
    ...(error.candidates && { candidates: error.candidates }),
    ...(error.current && { [code === 'challenge_required' ? 'challenge' : 'current']: { ...error.current } }),
  }
}

/** Seconds after which trying again makes sense; undefined when it does not. */
function retryAfterOf(error: ServiceError): number | undefined {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds
  return error.retryable && (error.status === 503 || error.code === 'request_in_flight') ? 1 : undefined
}

/** Sends an error as a problem document. */
export function sendProblem(reply: FastifyReply, error: ServiceError, requestId: string): FastifyReply {
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(error.status)
    .header('content-type', problemType)
    .send(JSON.stringify(problemOf(error, requestId)))
}
