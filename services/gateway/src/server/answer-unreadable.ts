import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { randomHex, ServiceError } from '@frontdesk/contracts'
import { type Log, loggedCause, newCause } from '@frontdesk/service'
import { problemOf, problemType } from '../answer/problem.ts'

/** What Node's parser says, by its codes; everything else is not HTTP. */
function refusalOf({ code }: { code?: string }): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ServiceError('payload_too_large', { detail: 'The chunk extensions are too long.' })
  return new ServiceError('malformed_request', { detail: 'That is not an HTTP request.' })
}

/**
 * Answers what the parser refuses, before there is a request that a route could answer: with a problem document like
 * every other refusal. The connection ends, for nobody knows where in it the next request would begin. The log has a line
 * with its id.
 */
export function answerUnreadable(log: Log, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A reply that has begun can't become another one.
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  if (!socket.writable || begun?.headersSent) return void socket.destroy(error)
  const requestId = `req_${randomHex(16)}`
  const cause = { ...newCause(), correlationId: requestId }
  const refusal = refusalOf(error)
  const body = JSON.stringify(problemOf(refusal, requestId))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `content-type: ${problemType}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `traceparent: ${cause.traceparent}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  log.info({ status: refusal.status, code: refusal.code, ...loggedCause(cause) }, 'rejected a malformed request')
}
