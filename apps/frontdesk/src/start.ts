import { parseArgs, styleText } from 'node:util'
import { openLog, revealApiKey, runProcess, type Service, stopOnSignals } from '@frontdesk/service'
import { services, startPlatform } from './start-platform.ts'

/** The services that `--services a,b` names; undefined without it. Throws for a name that there is not. */
function chosenServices(args: string[]): Service[] | undefined {
  const { values } = parseArgs({ args, options: { services: { type: 'string' } } })
  if (values.services === undefined) return undefined
  return values.services.split(',').map((name) => {
    const service = services.find((each) => each.name === name.trim())
    if (service) return service
    throw new Error(`There is no service "${name}". There are: ${services.map((each) => each.name).join(', ')}.`)
  })
}

/** `frontdesk start`: every service in this process, or those named, until SIGTERM or SIGINT. */
export async function start(args: string[]): Promise<void> {
  // What is kept is for this process alone: files 0600, folders 0700.
  process.umask(0o077)
  const chosen = chosenServices(args)
  if (chosen) return runProcess(chosen)
  const log = openLog(process.env.LOG_LEVEL ? { level: process.env.LOG_LEVEL } : {})
  const startedAt = performance.now()
  const platform = await startPlatform({ env: process.env, log, probes: true })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  log.info(
    { port: platform.port, dataDir: platform.dataDir, model: platform.model ?? 'local' },
    `ready after ${seconds} s`,
  )
  const { apiKey, port, setupUrl } = platform
  const showsKey =
    apiKey !== undefined && revealApiKey(apiKey, { dataDir: platform.dataDir ?? process.env.DATA_DIR, log })
  if (process.stdout.isTTY || showsKey)
    welcome({ port, apiKey: showsKey ? apiKey : undefined, setupUrl: process.stderr.isTTY ? setupUrl : undefined })

  stopOnSignals(log, () => platform.stop())
}

/** The address, a key that is new (it is shown this once) and a line to try, on standard error beside the log. */
function welcome({ port, apiKey, setupUrl }: Record<'apiKey' | 'setupUrl', string | undefined> & { port: number }) {
  const address = `http://localhost:${port}`
  const key = apiKey ?? '$FRONTDESK_API_KEY'
  const lines = [
    `${styleText('bold', 'Frontdesk')} listens on ${styleText('cyan', address)}   API: ${address}/docs`,
    apiKey
      ? `API key, shown only once: ${styleText('yellow', apiKey)}`
      : 'API key: the one printed at the first start, or BOOTSTRAP_API_KEY',
    ...(setupUrl ? [`Create its first admin: ${styleText('yellow', new URL(setupUrl, address).href)}`] : []),
    'Try:',
    `  curl -s ${address}/api/knowledge/sources -H 'x-api-key: ${key}' -F file=@handbook.pdf`,
    `  curl -s ${address}/api/chat/message -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '{"message":"How do I return an order?"}'`,
  ]
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}
