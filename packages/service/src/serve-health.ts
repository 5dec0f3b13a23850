import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorCodes } from '@frontdesk/contracts'
import { z } from 'zod'
import type { Service } from './define.ts'
import type { Progress } from './log-wait.ts'
import { metricsText } from './metrics-text.ts'
import type { Health } from './ports.ts'
import { faultsOf } from './wire.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const settings = z.object({
  HEALTH_PORT: port.default(8081),
  HOST: z.string().min(1).default('0.0.0.0'),
})
/** As the gateway has them, which refuses wrong ones itself. */
const settingsOfGateway = z.object({ PORT: port.default(8080), HOST: settings.shape.HOST })

export type Probes = {
  address: AddressInfo
  /** From now on readiness is that of the process; until then it waits for what `progress` says. */
  follow(health: Health): void
  /** Frees the port at once. */
  close(): Promise<void>
}

/**
 * Answers probes from the first second of a process, before its stores are open: on `HEALTH_PORT` of `HOST`, and with a
 * gateway among the services on `PORT`, until the gateway listens there itself. Undefined where the gateway may choose
 * any port. Throws when a setting is wrong or the port is taken.
 */
export async function serveProbes(
  services: Service[],
  env: Record<string, string | undefined>,
  progress: Progress,
): Promise<Probes | undefined> {
  if (!services.some(({ name }) => name === 'gateway')) return serveHealth(env, progress)
  const parsed = settingsOfGateway.safeParse(env)
  if (!parsed.success || parsed.data.PORT === 0) return undefined
  return listen({ port: parsed.data.PORT, host: parsed.data.HOST }, progress)
}

/** A small server for probes: `HEALTH_PORT` on `HOST`. Throws when a setting is wrong or the port is taken. */
export async function serveHealth(env: Record<string, string | undefined>, progress: Progress = {}): Promise<Probes> {
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`)
    throw new Error(faults.join('\n'))
  }
  return listen({ port: parsed.data.HEALTH_PORT, host: parsed.data.HOST }, progress)
}

/**
 * Tells a client of the API to come back, as the gateway itself would: 503 as problem+json with `Retry-After`. A page of any
 * origin may read it, for there is nothing of a tenant in it, and a browser would hide the reason from a page otherwise.
 */
function sayItStarts({ method, headers }: IncomingMessage, response: ServerResponse): void {
  const { origin } = headers
  if (origin) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-expose-headers', 'retry-after')
    response.setHeader('vary', 'origin')
  }
  if (method === 'OPTIONS' && origin && headers['access-control-request-method']) {
    const wanted = headers['access-control-request-headers']
    if (wanted) response.setHeader('access-control-allow-headers', wanted)
    // Not to be remembered: it speaks for a moment.
    response.setHeader('access-control-max-age', '0')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    return void response.writeHead(204).end()
  }
  const { title } = errorCodes.unavailable
  const requestId = randomUUID()
  const headersOfProblem = { 'content-type': 'application/problem+json', 'retry-after': '1', 'x-request-id': requestId }
  const problem = { type: '/problems/unavailable', title, status: 503, code: 'unavailable', requestId }
  response.writeHead(503, headersOfProblem)
  response.end(JSON.stringify({ ...problem, detail: `${title} It is starting: try again in a moment.` }))
}

async function listen(where: { port: number; host: string }, progress: Progress): Promise<Probes> {
  let health: Health | undefined
  const server = createServer(async (request, response) => {
    // Nobody holds a connection to a server that may close in a moment.
    if (!health) response.setHeader('connection', 'close')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.url?.split('?')[0]
    // About the process, never about its stores: a restart makes no slow store faster.
    if (path === '/healthz') return void answer(200, { status: 'ok' })
    if (!health) {
      if (path !== '/readyz' && path !== '/startedz') return sayItStarts(request, response)
      const detail = `waiting for ${progress.waitedFor ?? 'the first store'}`
      return void answer(503, { status: 'not ready', detail, parts: [] })
    }
    if (path === '/startedz') return void answer(200, { status: 'started' })
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
    server.listen(where.port, where.host, resolve)
  })
  return {
    address: server.address() as AddressInfo,
    follow: (started) => void (health = started),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
