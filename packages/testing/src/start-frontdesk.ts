import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestClock, type TestClock } from './clock.ts'
import { newTenant } from './new-tenant.ts'
import { type OpenAiEndpoint, type OpenAiEndpointOptions, startOpenAiEndpoint } from './openai-endpoint.ts'
import { type Images, type Servers, startContainers } from './start-containers.ts'

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
  /** With `servers: 'testcontainers'`: images in place of the pinned ones, from a registry of your own for one. */
  images?: Partial<Images>
  /**
   * Answers come from a language model: `true` or options start a fake one that speaks the OpenAI format and ends with
   * `stop`; or one that `startFakeModel` has started. Without it answers are composed from the sources.
   */
  model?: true | OpenAiEndpointOptions | OpenAiEndpoint
  /** What the platform logs: default `silent`. */
  logLevel?: string
}

export type Frontdesk = {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** The same as `url`; its older name. */
  baseUrl: string
  /** An admin-scope key for the tenant `default`. */
  apiKey: string
  /** Undefined on servers. */
  dataDir: string | undefined
  /** The fake model that answers, with what it was asked; undefined without the option `model`. */
  model: OpenAiEndpoint | undefined
  clock: TestClock
  /** Makes another tenant with an admin-scope key of its own. */
  tenant(name: string): Promise<{ tenant: string; apiKey: string }>
  stop(): Promise<void>
}

const bootstrapKey = 'testing-bootstrap-key-0123456789abcdef'
const adminToken = 'testing-admin-token-0123456789abcdef'

/** The platform is loaded when it is needed: it is large, and has no CommonJS build. */
const platformCode = () => import('@frontdesk/cli/embedded')

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
  return { env, clear: async () => (await platformCode()).clearNamespace(namespace, servers) }
}

async function inContainers(images: Partial<Images> | undefined): Promise<Place> {
  const { servers, stop } = await startContainers(images)
  return { ...onServers(servers), clear: stop }
}

async function placeFor({ servers, images, dataDir }: StartOptions): Promise<Place> {
  if (images && servers !== 'testcontainers') throw new Error("images can be given only with servers: 'testcontainers'")
  if (dataDir && servers)
    throw new Error('dataDir can be given only for an embedded Frontdesk: on servers there is no folder')
  if (servers === undefined) return inFolder(dataDir)
  return servers === 'testcontainers' ? inContainers(images) : onServers(servers)
}

/** The model that a Frontdesk asks, and what ends it when it was started for this one alone. */
async function modelFor(model: StartOptions['model']) {
  if (model === undefined) return undefined
  if (model !== true && 'url' in model) return { model, end: async () => {} }
  const started = await startOpenAiEndpoint(model === true ? {} : model)
  return { model: started, end: () => started.stop() }
}

const modelSettings = ({ url }: OpenAiEndpoint) => ({
  OPENAI_BASE_URL: url,
  OPENAI_API_KEY: 'testing',
  CHAT_MODEL: 'testing',
})

/**
 * A whole Frontdesk in this process, on a free port of the loopback interface, for integration tests. Embedded unless
 * `servers` says otherwise. Throws when a setting is wrong or a server does not answer.
 */
export async function startFrontdesk(options: StartOptions = {}): Promise<Frontdesk> {
  const place = await placeFor(options)
  const answering = await modelFor(options.model)
  const clear = async () => {
    await answering?.end()
    await place.clear()
  }
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    BOOTSTRAP_API_KEY: bootstrapKey,
    ADMIN_TOKEN: adminToken,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    ...(answering && modelSettings(answering.model)),
    ...options.env,
    ...place.env,
  }
  const { startEmbedded } = await platformCode()
  const { logLevel = 'silent', servers } = options
  const hasMovableClock = servers === undefined
  const platform = await startEmbedded({ env, logLevel, hasMovableClock }).catch(async (error) => {
    await clear()
    throw error
  })
  const url = `http://127.0.0.1:${platform.port}`
  return {
    url,
    baseUrl: url,
    apiKey: env.BOOTSTRAP_API_KEY,
    dataDir: place.dataDir,
    model: answering?.model,
    clock: openTestClock(platform),
    tenant: (name) => newTenant(url, env.ADMIN_TOKEN, name),
    async stop() {
      await platform.stop()
      await clear()
    },
  }
}
