import { fileURLToPath } from 'node:url'
import { type NodeProcess, startNodeProcess } from '../processes/start-node-process.ts'

export { freePort } from '../processes/start-node-process.ts'

const script = fileURLToPath(new URL('../../deploy/run', import.meta.url))
const main = fileURLToPath(new URL('../../apps/frontdesk/src/main.ts', import.meta.url))

export const apiKey = 'fault-test-bootstrap-key-0123456789abcdef'

export type PlatformProcess = NodeProcess

/** `frontdesk start` as a process of its own, embedded on a data folder, ready to serve. */
export const startProcess = (options: {
  dataDir: string
  port: number
  env?: Record<string, string>
  /** As `make start` and the image do: by the script that sets what memory needs. */
  byScript?: true
  pollMs?: number
}): Promise<PlatformProcess> =>
  startNodeProcess({
    name: 'the platform',
    entry: main,
    args: ['start'],
    ...(options.byScript && { script }),
    port: options.port,
    ...(options.pollMs !== undefined && { pollMs: options.pollMs }),
    env: {
      DATA_DIR: options.dataDir,
      NATS_URL: '',
      MONGODB_URL: '',
      ELASTICSEARCH_URL: '',
      BOOTSTRAP_API_KEY: apiKey,
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  })
