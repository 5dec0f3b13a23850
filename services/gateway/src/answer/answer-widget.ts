import type { Cause } from '@frontdesk/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { presentedBearer } from '../keys/authenticate.ts'
import { networkOf } from '../people/network-of.ts'
import { parseInput } from '../requests/parse-input.ts'
import type { WidgetRoute } from '../routes/route.ts'
import { requireWidgetOrigin } from '../visitors/visitor-origin.ts'
import { type Answering, headerOf } from './exchange.ts'

/**
 * Answers a request that names a widget and comes from a page that embeds it, before there is a visitor. Throws `not_found`
 * for an unknown widget, and `origin_not_allowed`.
 */
export async function answerWidget(
  { context, authenticator }: Answering,
  route: WidgetRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { widgetId = '' } = request.params as { widgetId?: string }
  const widget = await authenticator.widgets.find(widgetId)
  requireWidgetOrigin(widget.body, request, reply)
  const parsed = parseInput(route, request)
  const traced = context
    .forTenant(widget.tenant, request.getDecorator<Cause>('cause'))
    .trace(`${route.method} ${route.url}`)
  reply.raw.once('close', () => traced.end())
  reply.header('traceparent', traced.context.cause.traceparent)
  const {
    status = route.status,
    body,
    headers = {},
  } = await route.answer({
    ...parsed,
    context: traced.context,
    widget,
    network: networkOf(request.ip),
    bearer: presentedBearer(request.headers),
    etag: headerOf(request, 'if-none-match'),
    authenticator,
  })
  reply.code(status).headers(headers)
  return body === undefined
    ? reply.send()
    : reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
