import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { services } from '@frontdesk/cli'
import { removeNamespace } from '@frontdesk/service'
import type { Servers } from '@frontdesk/testing'
import { freePort, type NodeProcess, startNodeProcess } from './start-node-process.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const command = fileOf('packages/cli/src/main.ts')

/** The servers that the environment names; undefined unless all three are. */
export function serversOf(env: NodeJS.ProcessEnv = process.env): Servers | undefined {
  const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = env
  if (!NATS_URL || !MONGODB_URL || !ELASTICSEARCH_URL) return undefined
  return { natsUrl: NATS_URL, mongodbUrl: MONGODB_URL, elasticsearchUrl: ELASTICSEARCH_URL }
}

/** Why a test on real servers is left out; undefined when it is not. */
export const noServers = serversOf()
  ? undefined
  : 'not run: NATS_URL, MONGODB_URL and ELASTICSEARCH_URL are not all set'

/** One process of the platform: killed and started again under its name. */
export type Member = { name: string; process: NodeProcess; start(): Promise<void> }

export type Distributed = {
  /** Base addresses of the gateways. */
  gateways: string[]
  members: Member[]
  /** An admin of the tenant `default`. */
  apiKey: string
  adminToken: string
  stop(): Promise<void>
}

export type DistributedOptions = {
  servers: Servers
  /** Of each process; 2 unless told. */
  copies?: number
  /** `apart`: a process for each service. `together`: every service in each process. */
  layout?: 'apart' | 'together'
  env?: Record<string, string>
}

/** Every service, several times, as processes on servers, in a namespace that goes away with `stop`. */
export async function startDistributed(options: DistributedOptions): Promise<Distributed> {
  const { servers, copies = 2, layout = 'apart' } = options
  const namespace = `test${randomBytes(8).toString('hex')}`
  const apiKey = 'distributed-bootstrap-key-0123456789abcdef'
  const adminToken = 'distributed-admin-token-0123456789'
  const env = {
    NATS_URL: servers.natsUrl,
    MONGODB_URL: servers.mongodbUrl,
    ELASTICSEARCH_URL: servers.elasticsearchUrl,
    FRONTDESK_NAMESPACE: namespace,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: apiKey,
    ADMIN_TOKEN: adminToken,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  const names = services.map(({ name }) => name)

  async function start(service: string, copy: number): Promise<Member> {
    const port = await freePort()
    const what =
      layout === 'apart'
        ? { entry: fileOf(`services/${service}/src/main.ts`) }
        : { entry: command, args: ['start', '--services', names.join(',')] }
    const name = `${service} ${copy + 1}`
    const startAgain = () => startNodeProcess({ name, ...what, port, env })
    const member: Member = {
      name,
      process: await startAgain(),
      async start() {
        member.process = await startAgain()
      },
    }
    return member
  }

  const wanted = (layout === 'apart' ? names : ['everything']).flatMap((service) =>
    Array.from({ length: copies }, (_, copy) => start(service, copy)),
  )
  const settled = await Promise.allSettled(wanted)
  const members = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => {
    await Promise.all(members.map(({ process }) => process.stop()))
    await removeNamespace(namespace, servers)
  }
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const hasGateway = ({ name }: Member) => layout === 'together' || name.startsWith('gateway ')
  return {
    gateways: members.filter(hasGateway).map(({ process }) => process.baseUrl),
    members,
    apiKey,
    adminToken,
    stop,
  }
}
