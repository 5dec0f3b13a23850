import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import { defaultSettings, settingsRead } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { defineService, type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { buildApp } from './build-app.ts'
import type { GatewayContext } from './context.ts'
import { ensureBootstrap } from './ensure-bootstrap.ts'
import { gateway } from './service.ts'

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
  stop(): Promise<void>
}

/** Answers what a tenant that never set anything has. */
const settingsKeeper = defineService({
  name: 'settings-keeper',
  config: z.object({}),
  uses: [],
  collections: {},
  publishes: {},
  asks: {},
  handles: { settingsRead },
  handlers: { settingsRead: async () => defaultSettings },
})

/** The gateway on the real embedded bus, documents and blobs, with services that answer for the test. */
export async function startTestGateway(
  options: { services?: Service[]; env?: Record<string, string>; clock?: { now(): number } } = {},
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
  } as unknown as OpenPorts
  let context!: GatewayContext
  const inProcess: Service = {
    ...gateway,
    async start(given: GatewayContext) {
      context = given
      await ensureBootstrap(given)
      return { close: async () => {} }
    },
  }
  const env = { BOOTSTRAP_API_KEY: bootstrapKey, ADMIN_TOKEN: adminToken, PORT: '0', HOST: '127.0.0.1', ...options.env }
  const log = openLog({ level: 'silent', terminal: false })
  const clock = options.clock ? { clock: options.clock } : {}
  const given = options.services ?? []
  const hasSettings = given.some(({ handles }) => Object.values(handles).includes(settingsRead))
  const running = await run([...given, ...(hasSettings ? [] : [settingsKeeper]), inProcess], ports, {
    env,
    log,
    ...clock,
  })
  const app = await buildApp(context)
  const other = await buildApp(context)

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
    async stop() {
      await Promise.all([app.close(), other.close()])
      await running.stop()
      await ports.blobs.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
