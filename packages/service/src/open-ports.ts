import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteStore } from '@frontdesk/sqlite'
import { z } from 'zod'
import type { Log } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { faultsOf } from './wire.ts'

type Environment = Record<string, string | undefined>

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const address = (form: RegExp, example: string) =>
  z.preprocess(blankIsUnset, z.string().regex(form, `an address, such as ${example}`).optional())

/** Settings of the process itself; those of the services stand in their `config`. */
const settings = z.object({
  DATA_DIR: z.string().min(1).default('./data'),
  NATS_URL: z.preprocess(blankIsUnset, z.string().optional()),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  // Of a replica set it names several hosts, which makes it no URL by the book.
  MONGODB_URL: address(/^mongodb(?:\+srv)?:\/\/[^/?]/, 'mongodb://one:27017,two:27017/frontdesk?replicaSet=rs0'),
  ELASTICSEARCH_URL: z.preprocess(blankIsUnset, z.url({ protocol: /^https?$/ }).optional()),
  FRONTDESK_NAMESPACE: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[a-z0-9]{1,40}$/, 'up to 40 of a-z and 0-9')
      .optional(),
  ),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], 'CIDRs, such as 127.0.0.1/32,10.0.0.0/8'))),
})
export type ProcessSettings = z.output<typeof settings>

export type Opened = {
  ports: OpenPorts
  /** The environment with what was made for it: services read their settings from this. */
  env: Environment
  /** The data folder; undefined when everything is on servers. */
  dataDir?: string
  close(): Promise<void>
}

/** What is opened is closed in the opposite order, also when a later part can't be opened. */
function closing() {
  const steps: (() => unknown)[] = []
  return {
    last: (step: () => unknown) => steps.unshift(step),
    async close() {
      for (const step of steps.splice(0)) await step()
    },
  }
}
type Closing = ReturnType<typeof closing>

/** The key for secrets at rest: made once and kept beside the data, readable by its owner alone. */
function encryptionKeyIn(dataDir: string): string {
  const file = join(dataDir, 'encryption.key')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** The data folder, locked against a second process, and the database in it, opened when first needed. */
async function openFolder(dataDir: string, { last }: Closing): Promise<{ store(): SqliteStore }> {
  const { lockDataDir, openSqlite } = await import('@frontdesk/sqlite')
  mkdirSync(dataDir, { recursive: true })
  last(lockDataDir(dataDir))
  let opened: SqliteStore | undefined
  return {
    store() {
      if (!opened) {
        const store = openSqlite(join(dataDir, 'main.db'))
        last(() => store.close())
        opened = store
      }
      return opened
    },
  }
}

/** Each port on its server when that is set, else in the data folder. Adapters are loaded when they are needed. */
async function openEach(chosen: ProcessSettings, environment: Environment, closers: Closing): Promise<OpenPorts> {
  const {
    DATA_DIR: dataDir,
    NATS_URL: nats,
    NATS_REPLICAS: replicas,
    MONGODB_URL: mongo,
    ELASTICSEARCH_URL: elastic,
    FRONTDESK_NAMESPACE: namespace,
  } = chosen
  const folder = needsFolder(chosen) ? await openFolder(dataDir, closers) : undefined
  const keep = <P extends { close(): Promise<void> }>(port: P): P => {
    closers.last(() => port.close())
    return port
  }
  const outbound = await import('@frontdesk/outbound-http')
  return {
    documents: keep(
      mongo
        ? await (await import('@frontdesk/documents/mongo')).mongoDocuments({ url: mongo, namespace })
        : (await import('@frontdesk/documents')).sqliteDocuments(folder!.store()),
    ),
    bus: keep(
      nats
        ? await (await import('@frontdesk/bus/nats')).natsBus({ url: nats, replicas, namespace })
        : (await import('@frontdesk/bus')).sqliteBus(folder!.store()),
    ),
    blobs: keep(
      nats
        ? await (await import('@frontdesk/blobs/nats-object-store')).natsBlobs({ url: nats, replicas, namespace })
        : (await import('@frontdesk/blobs')).filesystemBlobs(join(dataDir, 'blobs')),
    ),
    chunkIndex: keep(
      elastic
        ? (await import('@frontdesk/chunk-index/elasticsearch')).elasticsearchChunkIndex({ url: elastic, namespace })
        : (await import('@frontdesk/chunk-index')).lancedbChunkIndex(join(dataDir, 'chunks')),
    ),
    models: await (await import('@frontdesk/models')).openModels(environment),
    outboundHttp: keep(outbound.openOutboundHttp({ allow: chosen.OUTBOUND_ALLOW })),
  }
}

const needsFolder = ({ NATS_URL, MONGODB_URL, ELASTICSEARCH_URL }: ProcessSettings): boolean =>
  !(NATS_URL && MONGODB_URL && ELASTICSEARCH_URL)

/** The settings of the process. Throws a plain Error that names every fault at once. */
export function readProcessSettings(environment: Environment): ProcessSettings {
  const parsed = settings.safeParse(environment)
  if (parsed.success) return parsed.data
  const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`)
  throw new Error(`These settings are not valid:\n  ${faults.join('\n  ')}`)
}

/**
 * Opens what services run on: `NATS_URL`, `MONGODB_URL` and `ELASTICSEARCH_URL` each put their ports on a real server,
 * everything else is in the data folder. `FRONTDESK_NAMESPACE` keeps installations on the same servers apart. Throws a plain Error with a sentence for the person at the terminal when a
 * setting is wrong or the folder is taken, and `unavailable` when a server does not answer.
 */
export async function openPorts(environment: Environment, log: Log): Promise<Opened> {
  const chosen = readProcessSettings(environment)
  const closers = closing()
  try {
    const ports = await openEach(chosen, environment, closers)
    if (ports.models.chat === null) {
      log.info(
        {},
        'no CHAT_MODEL is set: answers are composed from the best sentences of your sources, without a language model',
      )
    }
    if (!needsFolder(chosen)) return { ports, env: environment, close: closers.close }
    const ENCRYPTION_KEY = environment.ENCRYPTION_KEY || encryptionKeyIn(chosen.DATA_DIR)
    return { ports, env: { ...environment, ENCRYPTION_KEY }, dataDir: chosen.DATA_DIR, close: closers.close }
  } catch (error) {
    await closers.close()
    throw error
  }
}
