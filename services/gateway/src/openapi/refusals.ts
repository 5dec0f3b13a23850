import { type ErrorCode, errorCodes } from '@frontdesk/contracts'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { problem, problemType } from '../answer/problem.ts'
import type { Route } from '../routes/route.ts'
import { headerReferences, namesAgent } from './headers.ts'

/** What any route may refuse with. */
const codesOf = (route: Route): ErrorCode[] => {
  const codes: ErrorCode[] = ['rate_limited', 'internal', 'unavailable', 'overloaded']
  const isKeyed = !['provider', 'public', 'widget'].includes(route.access)
  const isOfVisitors = route.access === 'visitor' || route.access === 'widget'
  if (isKeyed) codes.push('unauthenticated', 'forbidden')
  if (isKeyed && route.access !== 'admin-token' && route.access !== 'visitor' && !route.isOpenWithoutTotp)
    codes.push('totp_setup_required')
  codes.push('deadline_exceeded', 'malformed_request', 'headers_too_large', ...(route.refusals ?? []))
  if (route.kind === 'entry') codes.push('insecure_connection')
  if (isOfVisitors) codes.push('origin_not_allowed')
  if (route.method !== 'GET' && isKeyed && !['admin-token', 'visitor'].includes(route.access)) codes.push('cross_site')
  if (route.access === 'public') codes.push('cross_site')
  if (namesAgent(route)) codes.push('not_this_agent')
  if (route.url.includes(':')) codes.push('not_found')
  // A provider's query is its own; on every other route one that is not known is refused.
  if (route.access !== 'provider') codes.push('invalid_request')
  // So is a body, which is read wherever a method can have one.
  if (route.method !== 'GET') codes.push('payload_too_large', 'request_timeout')
  if (route.method !== 'GET' && route.access !== 'provider') codes.push('unsupported_media_type')
  if (route.method === 'POST' && isKeyed && route.kind !== 'entry')
    // What a key answered may be erased since.
    codes.push('idempotency_key_reused', 'request_in_flight', 'not_found')
  return [...new Set(codes)]
}

const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Named for its codes, or, when there are many, for the first route that has them. */
const nameOf = (codes: ErrorCode[], route: Route): string =>
  codes.length < 3 ? codes.map(pascal).join('Or') : `${pascal(codes.at(-1)!)}For${pascal(route.name)}`

/** Codes that may be answered with `Retry-After`: those that are worth another try. */
const headersOf = (status: number, codes: ErrorCode[]) => ({
  'x-request-id': headerReferences['x-request-id'],
  traceparent: headerReferences.traceparent,
  ...(status === 401
    ? { 'WWW-Authenticate': headerReferences['WWW-Authenticate'] }
    : { RateLimit: headerReferences.RateLimit, 'RateLimit-Policy': headerReferences['RateLimit-Policy'] }),
  ...(codes.some((code) => errorCodes[code].retryable) && { 'Retry-After': headerReferences['Retry-After'] }),
})

/** Responses that refuse, shared by the routes that refuse for the same reasons. */
export class Refusals {
  /** For `components.responses`. */
  readonly responses: Record<string, ZodOpenApiResponseObject> = {}
  readonly #names = new Map<string, string>()

  /** References to what a route may refuse with, by status. */
  of(route: Route): ZodOpenApiResponsesObject {
    const references: ZodOpenApiResponsesObject = {}
    const byStatus = Map.groupBy(codesOf(route), (code) => errorCodes[code].status)
    for (const [status, unordered] of [...byStatus].sort(([a], [b]) => a - b)) {
      const codes = Object.keys(errorCodes).filter((code) => unordered.includes(code as ErrorCode)) as ErrorCode[]
      const key = codes.join()
      const name = this.#names.get(key) ?? nameOf(codes, route)
      this.#names.set(key, name)
      this.responses[name] ??= {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('\n\n'),
        headers: headersOf(status, codes),
        content: { [problemType]: { schema: problem } },
      }
      references[`${status}` as '400'] = { $ref: `#/components/responses/${name}` }
    }
    return references
  }
}
