import { ServiceError } from '@frontdesk/contracts'
import { type Cause, loggedCause, newCause, readTraceparent } from '@frontdesk/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem, toServiceError } from '../answer/problem.ts'
import type { GatewayContext } from '../context.ts'
import { routes } from '../routes/index.ts'
import { makeFindMethods } from './find-methods.ts'
import type { makeMetrics } from './metrics.ts'

/** What all that a request leads to belongs to: its id, and the trace that it came with. */
export const causeOfRequest = ({ id, headers }: FastifyRequest): Cause => ({
  ...newCause(readTraceparent(headers.traceparent)),
  correlationId: id,
})

// A request that the parser refuses has met no hook.
const loggedFor = (request: FastifyRequest) =>
  loggedCause(request.getDecorator<Cause | null>('cause') ?? causeOfRequest(request))

/** The hook that counts and logs the requests of one route after they were answered. */
export type Watch = (
  method: string,
  url: string,
) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** Counts, logs and answers what no route's own handler does: every request, faults, addresses that no route has. */
export function makeReports(context: GatewayContext, metrics: ReturnType<typeof makeMetrics>) {
  const findMethods = makeFindMethods(routes)
  const countUnknown = metrics.requestsOf('any', 'unknown')

  const watch: Watch = (method, url) => {
    const count = metrics.requestsOf(method, url)
    return (request, reply, done) => {
      const durationMs = reply.elapsedTime
      const status = reply.statusCode
      count(status, durationMs)
      const fields = { method, route: url, status, durationMs: Math.round(durationMs), ...loggedFor(request) }
      context.log.info(fields, 'answered')
      done()
    }
  }

  function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = toServiceError(thrown)
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    // What the router refuses has met no hook that would have begun one.
    if (!reply.hasHeader('traceparent')) reply.header('traceparent', causeOfRequest(request).traceparent)
    if (error.status >= 500) {
      const fields = { err: thrown, method: request.method, url: request.url.split('?', 1)[0], ...loggedFor(request) }
      if (error.code === 'internal') context.log.error(fields, 'request failed')
      else context.log.warn(fields, 'request could not be served')
    }
    return sendProblem(reply, error, request.id)
  }

  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = findMethods(request.url.split('?', 1)[0]!)
    const status = methods.length === 0 ? 404 : 405
    countUnknown(status, reply.elapsedTime)
    context.log.info({ method: request.method, route: 'unknown', status, ...loggedFor(request) }, 'answered')
    if (methods.length === 0) return sendProblem(reply, new ServiceError('not_found'), request.id)
    reply.header('allow', methods.join(', '))
    const detail = `This route takes ${methods.join(', ')}.`
    return sendProblem(reply, new ServiceError('method_not_allowed', { detail }), request.id)
  }

  return { watch, fail, answerUnknown }
}
