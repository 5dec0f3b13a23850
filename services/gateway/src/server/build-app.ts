import multipart from '@fastify/multipart'
import { assertNever, limits, randomHex } from '@frontdesk/contracts'
import { boundJson } from '@frontdesk/service'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerEntry } from '../answer/answer-entry.ts'
import { answerProvider } from '../answer/answer-provider.ts'
import { answerRequest } from '../answer/answer-request.ts'
import { answerWidget } from '../answer/answer-widget.ts'
import { type OpenStreams, openStreamsOfServer } from '../answer/open-streams.ts'
import { findConsole } from '../console/console-folder.ts'
import { addConsole } from '../console/serve-console.ts'
import type { GatewayContext } from '../context.ts'
import { makeAuthenticator } from '../keys/authenticate.ts'
import { addDocumentation } from '../openapi/add-documentation.ts'
import { limitUnauthenticated } from '../provider-requests/limit-unauthenticated.ts'
import { makeAdmit } from '../requests/admit-request.ts'
import { limitSlowBodies } from '../requests/limit-slow-bodies.ts'
import { rateLimitInSlices } from '../requests/rate-limit.ts'
import { faultOfHead, textOfJson } from '../requests/unreadable-requests.ts'
import { routes } from '../routes/index.ts'
import { isPublic, type Route } from '../routes/route.ts'
import { addWidget } from '../widget-files/serve-widget.ts'
import { findWidget } from '../widget-files/widget-folder.ts'
import { answerUnreadable } from './answer-unreadable.ts'
import { watchConnections } from './close-connections.ts'
import { makeCors } from './cors.ts'
import { makeMetrics } from './metrics.ts'
import { addOperationsRoutes } from './operations-routes.ts'
import { causeOfRequest, makeReports, type Watch } from './report-requests.ts'

/** How long a request may take to arrive: 20 MB at 0.6 Mbit/s. */
const requestTimeoutMs = 300_000

const requestIdOf = ({ headers }: { headers: Record<string, unknown> }): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomHex(16)}`
}

/**
 * The HTTP side of Frontdesk as a value: `inject` requests into it, or let `serve` listen. Tests name the folders of the
 * built console and widget.
 */
export async function buildApp(
  context: GatewayContext,
  { console: folder, widget }: { console?: string; widget?: string } = {},
): Promise<FastifyInstance> {
  const authenticator = makeAuthenticator(context)
  const rateLimit = rateLimitInSlices(context.config.RATE_LIMIT_PER_MINUTE, context)
  const visitorRateLimit = rateLimitInSlices(context.config.VISITOR_RATE_LIMIT_PER_MINUTE, context)
  const openStreams = openStreamsOfServer()
  const cors = makeCors(context)
  const metrics = makeMetrics(context.health)
  const { watch, fail, answerUnknown } = makeReports(context, metrics)
  const app = fastify({
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: context.config.TRUSTED_PROXIES.length > 0 && context.config.TRUSTED_PROXIES,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: fail,
    clientErrorHandler: (error, socket) => answerUnreadable(context.log, error, socket),
    // Node would refuse a missing one without a word; the hook below does it as for every other fault.
    http: { requireHostHeader: false },
  })
  const closeConnections = watchConnections(app.server)
  // A server may pass over an expectation that it does not know (RFC 9110, 10.1.1); Node would refuse it without a word.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('caller', null)
  app.decorateRequest('agentId', '')
  app.decorateRequest('cause', null)
  readJson(app)
  const { BODY_GRACE_MS, BODY_MIN_BYTES_PER_SECOND } = context.config
  limitSlowBodies(app, { graceMs: BODY_GRACE_MS, bytesPerSecond: BODY_MIN_BYTES_PER_SECOND })

  app.addHook('onRequest', (request, reply, done) => {
    const cause = causeOfRequest(request)
    request.setDecorator('cause', cause)
    reply.header('x-request-id', request.id).header('traceparent', cause.traceparent)
    reply.header('x-content-type-options', 'nosniff')
    if (cors.answerPreflight(request, reply)) return
    // Before its body is read: what that holds makes no difference.
    if (request.is404) return void answerUnknown(request, reply)
    done(faultOfHead(request))
  })
  app.addHook('preClose', (done) => {
    openStreams.stop(context.config.ANSWER_GRACE_MS)
    closeConnections()
    done()
  })
  app.setErrorHandler(fail)

  // The hook answers before; without a handler of our own it would not run.
  app.setNotFoundHandler(answerUnknown)

  await addRoutes(app, context, { authenticator, rateLimit, visitorRateLimit, cors, openStreams, watch })

  const pages = findConsole(context, folder)
  if (pages !== undefined) await addConsole(app, { folder: pages, watch })
  const widgetFiles = findWidget(context, widget)
  if (widgetFiles !== undefined) await addWidget(app, { folder: widgetFiles, watch })
  addOperationsRoutes(app, context, { metrics, hasConsole: pages !== undefined })
  addDocumentation(app)
  return app
}

type RouteOptions = Parameters<typeof makeAdmit>[1] & { openStreams: OpenStreams; watch: Watch }

/** Adds every route of the table; those that read bodies in their own way live in a scope with its parser. */
async function addRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  { openStreams, watch, ...admission }: RouteOptions,
): Promise<void> {
  const admit = makeAdmit(context, admission)
  const limitSender = limitUnauthenticated(context.config.PROVIDER_RATE_LIMIT_PER_MINUTE, context)
  const answering = { context, authenticator: admission.authenticator, openStreams }

  function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
    switch (route.kind) {
      case 'provider':
        return answerProvider({ context, limitSender }, route, request, reply)
      case 'entry':
        return answerEntry(answering, route, request, reply)
      case 'widget':
        return answerWidget(answering, route, request, reply)
      case 'json':
      case 'upload':
      case 'stream':
      case 'download':
        return answerRequest(answering, route, request, reply)
      default:
        return assertNever(route)
    }
  }

  const add = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.method,
      url: route.url,
      exposeHeadRoute: false,
      ...(route.kind !== 'upload' && isPublic(route) && { bodyLimit: limits.publicBodyBytes }),
      onRequest: admit(route),
      onResponse: watch(route.method, route.url),
      handler: (request, reply) => answer(route, request, reply),
    })

  for (const route of routes) if (route.kind !== 'upload' && route.kind !== 'provider') add(app, route)
  // The parser's hooks run for every request of its scope, so only uploads live in it.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) if (route.kind === 'upload' && !route.upload.takesJson) add(uploads, route)
  })
  await app.register(async (streams) => {
    await streams.register(multipart, { throwFileSizeLimit: false })
    streams.removeContentTypeParser('application/json')
    streams.addContentTypeParser('application/json', (_request, body, done) => done(null, body))
    for (const route of routes) if (route.kind === 'upload' && route.upload.takesJson) add(streams, route)
  })
  await app.register(async (providers) => {
    providers.removeAllContentTypeParsers()
    providers.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const route of routes) if (route.kind === 'provider') add(providers, route)
  })
}

/** JSON alone, by fastify's own guarded parser; no body at all is no body, whatever its type says. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      boundJson(body)
      return parseJson(request, textOfJson(body), done)
    } catch (error) {
      return done(error as Error)
    }
  })
}
