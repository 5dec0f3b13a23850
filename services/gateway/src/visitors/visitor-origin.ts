import { ServiceError } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isThisHost } from '../people/cross-site.ts'
import { exposedHeaders } from '../server/cors.ts'
import { settingsOf, type WidgetRecord } from '../widgets/widget-document.ts'

/** Lets a page read a reply, without credentials; what a cache has for another page is not for this one. Before it is known whose it is, that is a refusal and says nothing. */
export function exposeToPage({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'origin')
  if (!origin) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
}

/**
 * Throws `origin_not_allowed` for a page of a site that may not embed the widget, and lets the others read the reply. It keeps
 * other sites from embedding it and proves nothing: programs send any `Origin`, or none. Pages of this host may always.
 */
export function requireWidgetOrigin(widget: WidgetRecord, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  if (!origin) return
  const { allowedOrigins } = settingsOf(widget)
  if (!allowedOrigins.includes(origin) && !allowedOrigins.includes('*') && !isThisHost(origin, request.host)) {
    reply.removeHeader('access-control-allow-origin')
    throw new ServiceError('origin_not_allowed')
  }
  exposeToPage(request, reply)
}
