import { type ErrorCode, errorCodes, ServiceError, serviceNames, storageFaults, version } from '@frontdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { wantsPage } from '../console/serve-console.ts'
import type { GatewayContext } from '../context.ts'
import type { Metrics } from './metrics.ts'

/** What `GET /` answers, as JSON and as a page: where everything is. */
const start = {
  name: 'Frontdesk',
  version,
  documentation: '/docs',
  openapi: '/openapi.json',
  health: { alive: '/healthz', ready: '/readyz' },
}
const startPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Frontdesk</title>
<h1>Frontdesk ${version}</h1>
<p>Customer support with an AI agent. This is its HTTP API.</p>
<ul>
<li><a href="/docs">Documentation of the API</a>, and its <a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/healthz">Is it alive?</a> <a href="/readyz">Is it ready?</a></li>
</ul>
</html>
`

/** What those who run the platform ask of every process, without a key, and what an error's `type` points to. */
export function addOperationsRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  { metrics, hasConsole }: { metrics: Metrics; hasConsole: boolean },
): void {
  let known = ''
  /** Services that nobody runs, logged when that changes. */
  async function unavailableServices(): Promise<string[]> {
    const away = await context.health.unavailableServices()
    if (away.join() !== known) {
      if (away.length > 0)
        context.log.warn({ services: away }, 'services are not running: requests that need them get 503')
      else context.log.info({}, 'every service is running')
    }
    known = away.join()
    return away
  }

  app.get('/healthz', async () => ({ status: 'ok' }))

  // A process that still starts answers 503 here.
  app.get('/startedz', async () => ({ status: 'started' }))

  app.get('/', async (request, reply) => {
    reply.header('vary', 'accept')
    if (!wantsPage(request)) return { ...start, ...(hasConsole && { console: '/console/' }) }
    return hasConsole ? reply.redirect('/console/') : reply.type('text/html; charset=utf-8').send(startPage)
  })

  app.get('/readyz', async (_request, reply) => {
    const [{ ready, parts }, away] = await Promise.all([context.health.check(), unavailableServices()])
    // Why a store takes no writes is no secret; every other detail names insides, and stands in the log.
    const shown = parts.map(({ part, ok, storage, note, durationMs }) => ({
      part,
      ok,
      durationMs,
      ...(note && { detail: note }),
      ...(storage && { detail: storageFaults[storage] }),
    }))
    // The gateway serves what does not need them.
    const services = serviceNames.map((service) => ({ service, ok: !away.includes(service) }))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts: shown, services })
  })

  app.get('/metrics', async (request, reply) => {
    const { contentType, text } = await metrics.text(request.headers.accept)
    return reply.type(contentType).send(text)
  })

  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params: { code } }) => {
    if (!Object.hasOwn(errorCodes, code)) throw new ServiceError('not_found')
    const { status, retryable, title } = errorCodes[code as ErrorCode]
    return { code, status, title, retryable }
  })
}
