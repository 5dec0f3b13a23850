import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type Adapter, adapterOf, adapters, type Opening } from './adapters.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Log } from './log.ts'
import { logWait, type Progress } from './log-wait.ts'
import type { OpenPorts } from './ports.ts'
import { needsFolder, type ProcessSettings, readProcessSettings, withDefaults } from './process-settings.ts'
import { assertRestored, beginRestore } from './restore-mark.ts'

type Environment = Record<string, string | undefined>

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

/** What is filled instead of run; with `migration` a run of the same name goes on with what it brought. */
type Restoration = { isRestoring: boolean; migration?: string }

/** The data folder, locked against a second process, and the database in it, opened when first needed. */
async function openFolder(
  dataDir: string,
  { isRestoring, migration }: Restoration,
  { last }: Closing,
): Promise<{ store(): SqliteStore }> {
  const { assertIntact, lockDataDir, openSqlite } = await import('@frontdesk/sqlite')
  mkdirSync(dataDir, { recursive: true })
  last(lockDataDir(dataDir))
  if (isRestoring) beginRestore(dataDir, migration)
  else assertRestored(dataDir)
  let opened: SqliteStore | undefined
  return {
    store() {
      if (!opened) {
        const file = join(dataDir, 'main.db')
        const isNew = !existsSync(file)
        const store = openSqlite(file)
        last(() => store.close())
        if (!isNew) assertIntact(store.database, file)
        opened = store
      }
      return opened
    },
  }
}

/** Each port by the adapter that the table chooses; what is opened is closed again by `closers`. */
async function openEach(
  chosen: ProcessSettings,
  environment: Environment,
  restoration: Restoration,
  closers: Closing,
  { clock, log, progress }: { clock: Clock; log: Log; progress: Progress | undefined },
): Promise<OpenPorts> {
  const dataFolder = `the data folder ${chosen.DATA_DIR}`
  const folder = needsFolder(chosen)
    ? await logWait(log, dataFolder, () => openFolder(chosen.DATA_DIR, restoration, closers), progress)
    : undefined
  if (folder) removeOldIndex(chosen.DATA_DIR)
  const keep = <P extends { close(): Promise<void> }>(port: P): P => {
    closers.last(() => port.close())
    return port
  }
  const opening: Opening = {
    settings: chosen,
    store: () => folder!.store(),
    isRestoring: restoration.isRestoring,
    clock,
    log,
  }
  const open = async <P extends { close(): Promise<void> }>(candidates: Adapter<P>[]): Promise<P> => {
    const adapter = adapterOf(candidates, chosen)
    return keep(await logWait(log, adapter.server ?? dataFolder, () => adapter.open(opening), progress))
  }
  const { openModels } = await import('@frontdesk/models')
  const absent = (reason: string) =>
    log[environment.EMBEDDING_MODEL ? 'warn' : 'info'](
      { reason },
      'the built-in embedding model is not used: questions find sources by their words alone',
    )
  const outbound = await import('@frontdesk/outbound-http')
  return {
    documents: await open(adapters.documents),
    bus: await open(adapters.bus),
    blobs: await open(adapters.blobs),
    chunkIndex: await open(adapters.chunkIndex),
    models: await openModels(withDefaults(environment), { absent }).then((models) => {
      closers.last(() => models.close?.())
      return models
    }),
    outboundHttp: keep(outbound.openOutboundHttp({ allow: chosen.OUTBOUND_ALLOW })),
  }
}

/** Up to 0.1 the index was a folder of another engine: all of it is made again from the blobs. */
const removeOldIndex = (dataDir: string): void => rmSync(join(dataDir, 'chunks'), { recursive: true, force: true })

/**
 * Opens what services run on: `NATS_URL`, `MONGODB_URL` and `ELASTICSEARCH_URL` each put their ports on a real server,
 * everything else is in the data folder. `FRONTDESK_NAMESPACE` keeps installations on the same servers apart. Throws a plain Error with a sentence for the person at the terminal when a
 * setting is wrong or the folder is taken, and `unavailable` when a server does not answer.
 */
export async function openPorts(
  environment: Environment,
  log: Log,
  {
    isRestoring = false,
    migration,
    clock = systemClock,
    progress,
  }: Partial<Restoration> & { clock?: Clock; progress?: Progress } = {},
): Promise<Opened> {
  const chosen = readProcessSettings(environment)
  if (clock.callAt && (chosen.NATS_URL || chosen.MONGODB_URL || chosen.ELASTICSEARCH_URL)) {
    throw new Error('The clock can be moved only in an embedded Frontdesk: servers have their own time.')
  }
  const closers = closing()
  try {
    const ports = await openEach(chosen, environment, { isRestoring, ...(migration && { migration }) }, closers, {
      clock,
      log,
      progress,
    })
    if (ports.models.chat === null && !isRestoring) {
      log.info(
        {},
        'no CHAT_MODEL is set: answers are composed from the best sentences of your sources, without a language model',
      )
    }
    if (!needsFolder(chosen) || isRestoring) return { ports, env: environment, close: closers.close }
    const ENCRYPTION_KEY = environment.ENCRYPTION_KEY || encryptionKeyIn(chosen.DATA_DIR)
    return { ports, env: { ...environment, ENCRYPTION_KEY }, dataDir: chosen.DATA_DIR, close: closers.close }
  } catch (error) {
    await closers.close()
    throw error
  }
}
