import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { services } from '@frontdesk/cli'
import { removeNamespace } from '@frontdesk/service'
import type { Servers } from '@frontdesk/testing'
import { freePort, type NodeProcess, startNodeProcess } from './start-node-process.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const command = fileOf('apps/frontdesk/src/main.ts')

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
export type Member = { name: string; services: string[]; process: NodeProcess; start(): Promise<void> }

export type Distributed = {
  /** Base addresses of the gateways. */
  gateways: string[]
  members: Member[]
  /** One more process of these services; it becomes one of `members`, not of `gateways`. */
  add(services: string[]): Promise<Member>
  /** An admin of the tenant `default`. */
  apiKey: string
  adminToken: string
  stop(): Promise<void>
}

export type DistributedOptions = {
  servers: Servers
  /** The services of each process; unless told, each service has two processes of its own. */
  processes?: string[][]
  env?: Record<string, string>
  /** More of it for the process at this place of `processes`. */
  envOf?: (place: number) => Record<string, string>
}

const names = services.map(({ name }) => name)

/** Each service in so many processes of its own. */
export const apart = (copies: number): string[][] =>
  names.flatMap((name) => Array.from({ length: copies }, () => [name]))

/** Every service in each of so many processes. */
export const together = (copies: number): string[][] => Array.from({ length: copies }, () => names)

/** Services as processes on servers, in a namespace that goes away with `stop`. */
export async function startDistributed(options: DistributedOptions): Promise<Distributed> {
  const { servers, processes = apart(2) } = options
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
  async function start(inIt: string[], place: number): Promise<Member> {
    const port = await freePort()
    const name = `${inIt.length === names.length ? 'everything' : inIt.join('+')} (${place + 1})`
    const how =
      inIt.length === 1
        ? { entry: fileOf(`services/${inIt[0]}/src/main.ts`) }
        : { entry: command, args: ['start', '--services', inIt.join(',')] }
    const startAgain = () => startNodeProcess({ name, ...how, port, env: { ...env, ...options.envOf?.(place) } })
    const member: Member = {
      name,
      services: inIt,
      process: await startAgain(),
      async start() {
        member.process = await startAgain()
      },
    }
    return member
  }

  const wanted = processes.map(start)
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
  return {
    gateways: members.filter((member) => member.services.includes('gateway')).map(({ process }) => process.baseUrl),
    members,
    async add(inIt) {
      const member = await start(inIt, members.length)
      members.push(member)
      return member
    },
    apiKey,
    adminToken,
    stop,
  }
}
