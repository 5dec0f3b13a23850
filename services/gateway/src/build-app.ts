import multipart from '@fastify/multipart'
import { limits, randomHex, ServiceError } from '@frontdesk/contracts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addDocumentation } from './add-documentation.ts'
import { makeAdmit } from './admit-request.ts'
import { answerProvider } from './answer-provider.ts'
import { answerRequest, sendProblem } from './answer-request.ts'
import { makeAuthenticator } from './authenticate.ts'
import { boundStrangers } from './bound-strangers.ts'
import type { GatewayContext } from './context.ts'
import { makeCors } from './cors.ts'
import { makeFindMethods } from './find-methods.ts'
import { makeMetrics } from './metrics.ts'
import { addOperationsRoutes } from './operations-routes.ts'
import { toServiceError } from './problem.ts'
import { rateLimitInSlices } from './rate-limit.ts'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'
import type { OpenStream } from './server-sent-events.ts'

/** How long a request may take to arrive: 20 MB at 0.6 Mbit/s. */
const requestTimeoutMs = 300_000

const requestIdOf = ({ headers }: { headers: Record<string, unknown> }): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomHex(16)}`
}

/** The HTTP side of Frontdesk as a value: `inject` requests into it, or let `serve` listen. */
export async function buildApp(context: GatewayContext): Promise<FastifyInstance> {
  const authenticator = makeAuthenticator(context)
  const rateLimit = rateLimitInSlices(context.config.RATE_LIMIT_PER_MINUTE, context)
  const openStreams = new Set<OpenStream>()
  const cors = makeCors(context)
  const metrics = makeMetrics(context.health)
  const app = fastify({
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: context.config.TRUSTED_PROXIES.length > 0 && context.config.TRUSTED_PROXIES,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  })
  app.decorateRequest('caller', null)
  readJson(app)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (!cors.answerPreflight(request, reply)) done()
  })
  app.addHook('preClose', (done) => {
    for (const stream of openStreams) stream.stop()
    done()
  })
  app.setErrorHandler((error, request, reply) => fail(error, request, reply))

  const findMethods = makeFindMethods(routes)
  const countUnknown = metrics.requestsOf('any', 'unknown')
  app.setNotFoundHandler((request, reply) => {
    const methods = findMethods(request.url.split('?', 1)[0]!)
    countUnknown(methods.length === 0 ? 404 : 405, reply.elapsedTime)
    if (methods.length === 0) return sendProblem(reply, new ServiceError('not_found'), request.id)
    reply.header('allow', methods.join(', '))
    const detail = `This route takes ${methods.join(', ')}.`
    return sendProblem(reply, new ServiceError('method_not_allowed', { detail }), request.id)
  })

  function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = toServiceError(thrown)
    reply.header('x-request-id', request.id)
    if (error.status >= 500) {
      const fields = { err: thrown, method: request.method, url: request.url.split('?', 1)[0], requestId: request.id }
      if (error.code === 'internal') context.log.error(fields, 'request failed')
      else context.log.warn(fields, 'request could not be served')
    }
    return sendProblem(reply, error, request.id)
  }

  /** Counts and logs the requests of a route after they were answered. */
  const watch = (method: string, url: string) => {
    const count = metrics.requestsOf(method, url)
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const durationMs = reply.elapsedTime
      const status = reply.statusCode
      count(status, durationMs)
      const fields = { method, route: url, status, durationMs: Math.round(durationMs), requestId: request.id }
      context.log.info(fields, 'answered')
      done()
    }
  }

  const admit = makeAdmit(context, { authenticator, rateLimit, cors })
  const strangers = boundStrangers(context.config.PROVIDER_RATE_LIMIT_PER_MINUTE, context)
  const answering = { context, authenticator, openStreams }
  const add = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.method,
      url: route.url,
      exposeHeadRoute: false,
      onRequest: admit(route),
      onResponse: watch(route.method, route.url),
      handler: (request, reply) =>
        route.take
          ? answerProvider({ context, strangers }, route, request, reply)
          : answerRequest(answering, route, request, reply),
    })
  for (const route of routes) if (!route.upload && !route.take) add(app, route)
  // The parser's hooks run for every request of its scope, so only uploads live in it.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) if (route.upload && !route.upload.takesJson) add(uploads, route)
  })
  await app.register(async (streams) => {
    await streams.register(multipart, { throwFileSizeLimit: false })
    streams.removeContentTypeParser('application/json')
    streams.addContentTypeParser('application/json', (_request, body, done) => done(null, body))
    for (const route of routes) if (route.upload?.takesJson) add(streams, route)
  })
  await app.register(async (providers) => {
    providers.removeAllContentTypeParsers()
    providers.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const route of routes) if (route.take) add(providers, route)
  })

  addOperationsRoutes(app, context, metrics)
  await addDocumentation(app)
  return app
}

/** JSON alone, by fastify's own guarded parser; no body at all is no body, whatever its type says. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    return parseJson(request, text, done)
  })
}
