import { styleText } from 'node:util'
import { openLog } from '@frontdesk/service'
import { startPlatform } from './start-platform.ts'

/** A second signal, or this much time, ends a stop that does not come to an end by itself. */
const stopLimitMs = 30_000

/** `frontdesk start`: every service in this process, until SIGTERM or SIGINT. */
export async function start(): Promise<void> {
  const log = openLog(process.env.LOG_LEVEL ? { level: process.env.LOG_LEVEL } : {})
  const startedAt = performance.now()
  const platform = await startPlatform({ env: process.env, log })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  log.info(
    { port: platform.port, dataDir: platform.dataDir, model: platform.model ?? 'local' },
    `ready after ${seconds} s`,
  )
  if (process.stdout.isTTY || platform.apiKey) welcome(platform)

  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping: finishing what is in hand')
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    platform.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'the stop was not clean; what was accepted is on disk')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** The address, the key (when it is new: it is shown this once) and a line to try, on standard error beside the log. */
function welcome({ port, apiKey }: { port: number; apiKey?: string | undefined }) {
  const address = `http://localhost:${port}`
  const key = apiKey ?? '$FRONTDESK_API_KEY'
  const lines = [
    `${styleText('bold', 'Frontdesk')} listens on ${styleText('cyan', address)}   API: ${address}/docs`,
    apiKey
      ? `API key, shown this once: ${styleText('yellow', apiKey)}`
      : 'API key: the one printed at the first start, or BOOTSTRAP_API_KEY',
    'Try:',
    `  curl -s ${address}/api/knowledge/sources -H 'x-api-key: ${key}' -F file=@handbook.pdf`,
    `  curl -s ${address}/api/chat/message -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '{"message":"How do I return an order?"}'`,
  ]
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}
