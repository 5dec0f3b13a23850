import type { Service } from './define.ts'
import { endProcess } from './end-process.ts'
import { openLog } from './log.ts'
import { revealApiKey } from './reveal-api-key.ts'
import { startServices } from './start-services.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const servers = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const

/**
 * Runs services as a process of their own, beside others: all three servers must be named. Without a gateway among
 * them, `/healthz`, `/readyz`, `/startedz` and `/metrics` are answered on `HEALTH_PORT` of `HOST`. Ends the process with a sentence when a
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
        `A service that runs in its own process needs ${servers.join(', ')}; ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
          'To run everything in one process without servers: frontdesk start',
      )
    }
    const { running, stop } = await startServices(services, { env, log, probes: true })
    // By name, so that no fact that opens a door comes into the log.
    const { apiKey, setupUrl, port } = running.facts
    if (typeof apiKey === 'string' && revealApiKey(apiKey, { dataDir: env.DATA_DIR, log }))
      process.stderr.write(`API key, shown only once: ${apiKey}\n`)
    if (typeof setupUrl === 'string' && process.stderr.isTTY)
      process.stderr.write(`Create its first admin: ${new URL(setupUrl, `http://localhost:${port}`).href}\n`)
    log.info({ services: names, ...(port !== undefined && { port }) }, 'ready')
    stopOnSignals(log, stop)
  } catch (error) {
    log.error({ services: names, err: error }, 'could not start')
    endProcess(1)
  }
}
