import { invalidNamedField, ServiceError } from '@frontdesk/contracts'
import type { FastifyReply } from 'fastify'
import type { Held } from '../requests/idempotency.ts'
import { answersWithStream, type StreamRoute } from '../routes/route.ts'
import { answerJson, beginOperation, type Exchange, headerOf, sendReply } from './exchange.ts'
import type { OpenStreams } from './open-streams.ts'
import { toServiceError } from './problem.ts'
import { sendRefusedStream } from './refused-stream.ts'
import { eventStreamHeaders, openEventStream, type StreamEvent } from './server-sent-events.ts'

/** Sends the route's events as they come; a reply that was kept for the Idempotency-Key is told in events again. */
export async function answerStream(
  route: StreamRoute,
  exchange: Exchange,
  openStreams: OpenStreams,
): Promise<FastifyReply> {
  const { request, reply, input } = exchange
  if (!answersWithStream(route, headerOf(request, 'accept'))) return answerJson(route, exchange)
  if (route.requiresIdempotencyKey && headerOf(request, 'idempotency-key') === '') throw keyRequired()
  const operation = await beginOperation(exchange)
  if (!('replay' in operation)) return sendStream(route.stream(input), route, exchange, openStreams, operation.held)
  const { body, status } = operation.replay
  if (!route.replay || body === null || status >= 400) return sendReply(reply, operation.replay)
  return sendStream(toAsync(route.replay(JSON.parse(body))), route, exchange, openStreams)
}

function keyRequired(): ServiceError {
  return invalidNamedField('Idempotency-Key', 'Is required here.')
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

async function sendStream(
  stream: AsyncIterable<StreamEvent>,
  route: StreamRoute,
  { reply, input, abandon }: Exchange,
  openStreams: OpenStreams,
  held?: Held,
): Promise<FastifyReply> {
  const events = stream[Symbol.asyncIterator]()
  const first = await events.next().catch(async (error) => {
    await held?.release()
    if (route.access === 'visitor' && error instanceof ServiceError && error.code === 'rate_limited') return error
    throw error
  })
  if (first instanceof ServiceError) return sendRefusedStream(first, reply)
  if (first.done) throw new ServiceError('stream_broken')
  const opened = openEventStream(first.value, events, {
    failed(thrown, lastId): StreamEvent {
      const error = toServiceError(thrown)
      if (error.code === 'internal') input.context.log.error({ err: thrown }, 'a stream failed')
      const data = { type: 'error', message: error.message, code: error.code }
      return { event: 'error', ...(lastId !== undefined && { id: lastId }), data, isLast: true }
    },
    ending: async () => held?.release(),
    closed() {
      openStreams.delete(opened)
      abandon()
      void held?.release()
    },
  })
  openStreams.add(opened, { endless: route.isEndless ?? false })
  return reply.code(route.status).headers(eventStreamHeaders).send(opened.body)
}
