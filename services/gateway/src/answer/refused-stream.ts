import type { ServiceError } from '@frontdesk/contracts'
import type { FastifyReply } from 'fastify'
import { eventStreamHeaders, frame } from './server-sent-events.ts'

/** When to come back, where a refusal doesn't say. */
const retryAfterSeconds = 10

/** Where a stream is asked for, a refusal by a limit is one too, so that its reader needs one way to read. */
export function sendRefusedStream(refused: ServiceError, reply: FastifyReply): FastifyReply {
  const data = { type: 'error', message: refused.message, code: refused.code }
  reply.code(refused.status).headers(eventStreamHeaders)
  reply.header('retry-after', String(refused.retryAfterSeconds ?? retryAfterSeconds))
  return reply.send(frame({ event: 'error', id: '0', data }))
}
