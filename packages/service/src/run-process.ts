import { createServer } from 'node:http'
import { z } from 'zod'
import type { Service } from './define.ts'
import { openLog } from './log.ts'
import type { Health } from './ports.ts'
import { startServices } from './start-services.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { faultsOf, parse } from './wire.ts'

const servers = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const
const settings = z.object({ HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(8081) })

/**
 * Runs services as a process of their own, beside others: all three servers must be named. Without a gateway among
 * them, `/healthz`, `/readyz` and `/metrics` are answered on `HEALTH_PORT`. Ends the process with a sentence when a
 * setting is wrong, or a server does not answer within a minute.
 */
export async function runProcess(
  services: Service[],
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  const log = openLog(env.LOG_LEVEL ? { level: env.LOG_LEVEL } : {})
  const names = services.map(({ name }) => name).join(', ')
  try {
    const missing = servers.filter((name) => !env[name])
    if (missing.length > 0) {
      throw new Error(
        `A service in a process of its own needs ${servers.join(', ')}; ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
          'To run everything in one process without servers: frontdesk start',
      )
    }
    const { running, stop } = await startServices(services, { env, log })
    const closeHealth = services.some(({ name }) => name === 'gateway')
      ? undefined
      : await serveHealth(running.health, env)
    log.info({ services: names, ...running.facts }, 'ready')
    stopOnSignals(log, async () => {
      await stop()
      await closeHealth?.()
    })
  } catch (error) {
    log.error({ services: names, err: error }, 'could not start')
    process.exit(1)
  }
}

/** A tiny server for probes, for processes without a gateway. */
async function serveHealth(health: Health, env: Record<string, string | undefined>): Promise<() => Promise<void>> {
  const parsed = settings.safeParse(env)
  if (!parsed.success)
    throw new Error(
      faultsOf(parsed.error)
        .map(({ path, message }) => `${path}: ${message}`)
        .join('\n'),
    )
  const { HEALTH_PORT } = parse(settings, env)
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"alive"}')
    if (path === '/metrics') {
      const { registry } = health
      return void response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
    }
    if (path !== '/readyz') return void response.writeHead(404).end()
    const { ready, parts } = await health.check()
    const status = ready ? 'ready' : 'not_ready'
    response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ status, parts }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(HEALTH_PORT, resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}
