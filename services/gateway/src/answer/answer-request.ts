import { assertNever } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyedRoute } from '../routes/route.ts'
import { answerDownload } from './answer-download.ts'
import { answerStream } from './answer-stream.ts'
import { answerUpload } from './answer-upload.ts'
import { type Answering, answerJson, beginExchange } from './exchange.ts'

/** Answers an authenticated request by its route: parse, reserve the Idempotency-Key, do, keep the reply, send. */
export function answerRequest(
  answering: Answering,
  route: KeyedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (route.kind === 'upload') return answerUpload(answering, route, request, reply)
  const exchange = beginExchange(answering, route, request, reply)
  switch (route.kind) {
    case 'json':
      return answerJson(route, exchange)
    case 'stream':
      return answerStream(route, exchange, answering.openStreams)
    case 'download':
      return answerDownload(route, exchange)
    default:
      return assertNever(route)
  }
}
