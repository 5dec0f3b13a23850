import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestClock, type TestClock } from './clock.ts'
import { newTenant } from './new-tenant.ts'
import { type OpenAiEndpoint, type OpenAiEndpointOptions, startOpenAiEndpoint } from './openai-endpoint.ts'
import { type Images, type Servers, startContainers } from './start-containers.ts'

export type StartOptions = {
  /** Additional settings; they override the defaults for tests. */
  env?: Record<string, string>
  /** Embedded: stores the data in this folder, not in one that `stop` removes. */
  dataDir?: string
  /**
   * On servers instead of embedded: those at these addresses, which can be shared, or new ones in containers (needs Docker
   * and the package `testcontainers`). `stop` removes what was created on them.
   */
  servers?: Servers | 'testcontainers'
  /** With `servers: 'testcontainers'`: images that replace the pinned ones, for example from your own registry. */
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
  /** The older name of `url`. */
  baseUrl: string
  /** A key of the tenant `default` with the scope `admin`. */
  apiKey: string
  /** Undefined on servers. */
  dataDir: string | undefined
  /** The fake model, with the requests that it got; undefined without the option `model`. */
  model: OpenAiEndpoint | undefined
  clock: TestClock
  /** Creates another tenant with its own key of scope `admin`. */
  tenant(name: string): Promise<{ tenant: string; apiKey: string }>
  stop(): Promise<void>
}

const bootstrapKey = 'testing-bootstrap-key-0123456789abcdef'
const adminToken = 'testing-admin-token-0123456789abcdef'

/** Throws on an older Node, whose own error would name something that it does not know. */
function requireNode(needed = 24): void {
  const { node } = process.versions
  if (Number(node.split('.')[0]) < needed)
    throw new Error(`@frontdesk/testing needs Node ${needed} or newer, and this is Node ${node}.`)
}

/** The platform is loaded when it is needed: it is large, and has no CommonJS build. */
const platformCode = () => import('@frontdesk/cli/embedded')

/** The storage of a Frontdesk: its settings, and how to remove it. */
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

/** The model of a Frontdesk, and how to stop it if it was started only for this one. */
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
 * Starts a whole Frontdesk in this process for integration tests, on a free port of the loopback interface. Embedded unless
 * `servers` is set. Throws if a setting is wrong or a server does not answer.
 */
export async function startFrontdesk(options: StartOptions = {}): Promise<Frontdesk> {
  requireNode()
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
    // The same on every machine, whether or not it has the weights of the built-in model.
    EMBEDDING_MODEL: 'off',
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
