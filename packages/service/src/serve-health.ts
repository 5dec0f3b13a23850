import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { metricsText } from './metrics-text.ts'
import type { Health } from './ports.ts'
import { faultsOf } from './wire.ts'

const settings = z.object({
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  HOST: z.string().min(1).default('0.0.0.0'),
})

/** A small server for probes, for processes without a gateway: `HEALTH_PORT` on `HOST`. Throws when a setting is wrong. */
export async function serveHealth(
  health: Health,
  env: Record<string, string | undefined>,
): Promise<{ address: AddressInfo; close(): Promise<void> }> {
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`)
    throw new Error(faults.join('\n'))
  }
  const { HEALTH_PORT: port, HOST: host } = parsed.data
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return void answer(200, { status: 'ok' })
    if (path === '/metrics') {
      const { contentType, text } = await metricsText(health.registry, request.headers.accept)
      return void response.writeHead(200, { 'content-type': contentType }).end(text)
    }
    if (path !== '/readyz') return void response.writeHead(404).end()
    const { ready, parts } = await health.check()
    answer(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', parts })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    address: server.address() as AddressInfo,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
