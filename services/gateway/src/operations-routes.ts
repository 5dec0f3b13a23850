import { type ErrorCode, errorCodes, ServiceError } from '@frontdesk/contracts'
import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from './context.ts'
import type { Metrics } from './metrics.ts'

/** What those who run the platform ask of every process, without a key, and what an error's `type` points to. */
export function addOperationsRoutes(app: FastifyInstance, context: GatewayContext, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const { ready, parts } = await context.health.check()
    for (const { part, ok, detail } of parts) if (!ok) context.log.warn({ part, detail }, 'a part is not ready')
    const shown = parts.map(({ part, ok, durationMs }) => ({ part, ok, durationMs }))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts: shown })
  })

  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))

  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params: { code } }) => {
    if (!Object.hasOwn(errorCodes, code)) throw new ServiceError('not_found')
    const { status, retryable, title } = errorCodes[code as ErrorCode]
    return { code, status, title, retryable }
  })
}
