import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { defaultSettings } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { handledBy, type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { GatewayContext } from '../src/context.ts'
import { ensureBootstrap } from '../src/keys/ensure-bootstrap.ts'
import { buildApp } from '../src/server/build-app.ts'
import { gatewayService } from '../src/service.ts'

export const bootstrapKey = 'a-bootstrap-key-of-more-than-32-characters'
export const adminToken = 'an-admin-token-of-the-tests'

/** A clock that tests turn by hand. */
export const handClock = (start = Date.parse('2026-01-01T00:00:00Z')) => {
  let now = start
  return { now: () => now, advance: (ms: number) => (now += ms) }
}

type Asked = { url: string; method?: string; body?: unknown; key?: string; headers?: Record<string, string> }

export type TestGateway = {
  app: FastifyInstance
  /** A second gateway on the same store, as another process would be. */
  other: FastifyInstance
  context: GatewayContext
  ports: OpenPorts
  /** Asks with the bootstrap key unless told otherwise; an object becomes a JSON body. */
  ask(asked: Asked): Promise<LightMyRequestResponse>
  /** Resolves when nothing is in hand any more. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Answer what chat does of a tenant that never set anything and whose agents have nothing of their own. */
const standIns: Service[] = [
  standIn({ name: 'settings-keeper', handlers: { chat: { settingsRead: async () => defaultSettings } } }),
  standIn({ name: 'agent-forgetter', handlers: { chat: { agentForget: async () => ({}) } } }),
]

/**
 * The gateway on the real embedded bus, documents and blobs, with services that answer for the test. Without `sweeps` nothing
 * is done by itself; the console is served from the folder `pages`, if given, and the chat
 * widget from the folder `widget`.
 */
export async function startTestGateway(
  options: {
    services?: Service[]
    env?: Record<string, string>
    clock?: { now(): number }
    sweeps?: boolean
    pages?: string
    widget?: string
  } = {},
): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-gateway-'))
  const store = openSqlite(':memory:')
  const check = async () => {}
  const ports = {
    bus: sqliteBus(store),
    documents: sqliteDocuments(store),
    blobs: await filesystemBlobs(folder),
    chunkIndex: { check },
    models: { check },
    outboundHttp: openOutboundHttp({ allow: ['127.0.0.1/32'] }),
  } as unknown as OpenPorts
  let context!: GatewayContext
  const inProcess: Service = {
    ...gatewayService,
    background: options.sweeps === false ? {} : gatewayService.background!,
    async start(given: GatewayContext) {
      context = given
      await ensureBootstrap(given)
      return { close: async () => {} }
    },
  }
  const env = {
    BOOTSTRAP_API_KEY: bootstrapKey,
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: 'a key of the tests',
    PORT: '0',
    HOST: '127.0.0.1',
    CONSOLE: options.pages ? 'on' : 'off',
    ...options.env,
  }
  const log = openLog({ level: 'silent', terminal: false })
  const clock = options.clock ? { clock: options.clock } : {}
  const given = options.services ?? []
  const answered = new Set(given.flatMap(handledBy).map(({ contract }) => contract))
  const lacking = standIns.filter((each) => !handledBy(each).some(({ contract }) => answered.has(contract)))
  const running = await run([...given, ...lacking, inProcess], ports, { env, log, ...clock })
  const folders = {
    ...(options.pages && { console: options.pages }),
    ...(options.widget && { widget: options.widget }),
  }
  const app = await buildApp(context, folders)
  const other = await buildApp(context, folders)

  return {
    app,
    other,
    context,
    ports,
    ask: ({ url, method = 'GET', body, key = bootstrapKey, headers = {} }) =>
      app.inject({
        method: method as 'GET',
        url,
        headers: { ...(key && { 'x-api-key': key }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      }),
    settle: () => running.settle(),
    async stop() {
      await Promise.all([app.close(), other.close()])
      await running.stop()
      await ports.outboundHttp.close()
      await ports.blobs.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
