import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@frontdesk/cli'
import { openLog, removeNamespace } from '@frontdesk/service'
import { newTenant } from './new-tenant.ts'
import { type Servers, startContainers } from './start-containers.ts'

export type StartOptions = {
  /** Settings beside the ones that a test needs anyway; they win. */
  env?: Record<string, string>
  /** Embedded: keeps the data here instead of in a folder that goes away with `stop`. */
  dataDir?: string
  /**
   * Not embedded, but on servers: those at these addresses, which others may use as well, or new ones in containers
   * (`testcontainers` has to be installed, and Docker). What was made on them goes away with `stop`.
   */
  servers?: Servers | 'testcontainers'
  /** What the platform logs: default `silent`. */
  logLevel?: string
}

export type Frontdesk = {
  /** `http://127.0.0.1:<port>` */
  baseUrl: string
  /** An admin-scope key for the tenant `default`. */
  apiKey: string
  /** Undefined on servers. */
  dataDir: string | undefined
  /** Makes another tenant with an admin-scope key of its own. */
  tenant(name: string): Promise<{ tenant: string; apiKey: string }>
  stop(): Promise<void>
}

const bootstrapKey = 'testing-bootstrap-key-0123456789abcdef'
const adminToken = 'testing-admin-token-0123456789abcdef'

/** Where a Frontdesk keeps what it has: its settings, and how all of it is thrown away. */
type Place = { env: Record<string, string>; dataDir?: string; clear(): Promise<void> }

async function inFolder(chosen: string | undefined): Promise<Place> {
  const dataDir = chosen ?? (await mkdtemp(join(tmpdir(), 'frontdesk-')))
  const clear = async () => {
    if (!chosen) await rm(dataDir, { recursive: true, force: true })
  }
  return { env: { DATA_DIR: dataDir }, dataDir, clear }
}

function onServers(servers: Servers): Place {
  const namespace = `test${randomBytes(8).toString('hex')}`
  const env = {
    NATS_URL: servers.natsUrl,
    MONGODB_URL: servers.mongodbUrl,
    ELASTICSEARCH_URL: servers.elasticsearchUrl,
    FRONTDESK_NAMESPACE: namespace,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  return { env, clear: () => removeNamespace(namespace, servers) }
}

async function inContainers(): Promise<Place> {
  const { servers, stop } = await startContainers()
  return { ...onServers(servers), clear: stop }
}

/**
 * A whole Frontdesk in this process, on a free port of the loopback interface, for integration tests. Embedded unless
 * `servers` says otherwise. Throws when a setting is wrong or a server does not answer.
 */
export async function startFrontdesk(options: StartOptions = {}): Promise<Frontdesk> {
  const { servers } = options
  const place =
    servers === undefined
      ? await inFolder(options.dataDir)
      : servers === 'testcontainers'
        ? await inContainers()
        : onServers(servers)
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    BOOTSTRAP_API_KEY: bootstrapKey,
    ADMIN_TOKEN: adminToken,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    ...options.env,
    ...place.env,
  }
  const log = openLog({ level: options.logLevel ?? 'silent', terminal: false })
  const platform = await startPlatform({ env, log, patienceMs: 0 }).catch(async (error) => {
    await place.clear()
    throw error
  })
  const baseUrl = `http://127.0.0.1:${platform.port}`
  return {
    baseUrl,
    apiKey: env.BOOTSTRAP_API_KEY,
    dataDir: place.dataDir,
    tenant: (name) => newTenant(baseUrl, env.ADMIN_TOKEN, name),
    async stop() {
      await platform.stop()
      await place.clear()
    },
  }
}
