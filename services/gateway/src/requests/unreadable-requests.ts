import { isUtf8 } from 'node:buffer'
import { ServiceError } from '@frontdesk/contracts'
import type { FastifyRequest } from 'fastify'

/** The text of a JSON body. Throws `malformed_request` when its bytes are not UTF-8, which JSON is (RFC 8259, 8.1). */
export function textOfJson(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8')
  throw new ServiceError('malformed_request', { detail: 'The body is not UTF-8.' })
}

/**
 * What is wrong with a request's head, if anything: HTTP/1.1 without a Host, or a query whose escapes are not UTF-8, which
 * would reach the route as they stand.
 */
export function faultOfHead({ raw, headers, url }: FastifyRequest): ServiceError | undefined {
  if (raw.httpVersion === '1.1' && headers.host === undefined)
    return new ServiceError('malformed_request', { detail: 'HTTP/1.1 requires a Host header.' })
  const at = url.indexOf('?')
  if (at < 0 || !url.includes('%', at)) return undefined
  try {
    decodeURIComponent(url.slice(at))
    return undefined
  } catch (cause) {
    return new ServiceError('malformed_request', { detail: 'The query has escapes that are not UTF-8.', cause })
  }
}
