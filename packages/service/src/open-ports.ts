import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from './log.ts'
import type { OpenPorts } from './ports.ts'
import { faultsOf } from './wire.ts'

type Environment = Record<string, string | undefined>

/** Settings of the process itself; those of the services stand in their `config`. */
const settings = z.object({
  DATA_DIR: z.string().min(1).default('./data'),
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

export type Opened = {
  ports: OpenPorts
  /** The environment with what was made for it: services read their settings from this. */
  env: Environment
  dataDir: string
  close(): Promise<void>
}

/** The key for secrets at rest: as given, or made once and kept beside the data, readable by its owner alone. */
function encryptionKeyIn(dataDir: string): string {
  const file = join(dataDir, 'encryption.key')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Opens what services run on, embedded: one folder, locked against a second process. Throws a plain Error with a
 * sentence for the person at the terminal when a setting is wrong or the folder is taken.
 */
export async function openPorts(environment: Environment, log: Log): Promise<Opened> {
  const parsed = settings.safeParse(environment)
  if (!parsed.success) {
    const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`)
    throw new Error(`These settings are not valid:\n  ${faults.join('\n  ')}`)
  }
  const { DATA_DIR: dataDir, OUTBOUND_ALLOW: allow } = parsed.data
  const [sqlite, bus, documents, chunkIndex, blobs, models, outboundHttp] = await Promise.all([
    import('@frontdesk/sqlite'),
    import('@frontdesk/bus'),
    import('@frontdesk/documents'),
    import('@frontdesk/chunk-index'),
    import('@frontdesk/blobs'),
    import('@frontdesk/models'),
    import('@frontdesk/outbound-http'),
  ])
  mkdirSync(dataDir, { recursive: true })
  const unlock = sqlite.lockDataDir(dataDir)
  try {
    const store = sqlite.openSqlite(join(dataDir, 'main.db'))
    const ports: OpenPorts = {
      bus: bus.sqliteBus(store),
      documents: documents.sqliteDocuments(store),
      blobs: await blobs.filesystemBlobs(join(dataDir, 'blobs')),
      chunkIndex: chunkIndex.lancedbChunkIndex(join(dataDir, 'chunks')),
      models: await models.openModels(environment),
      outboundHttp: outboundHttp.openOutboundHttp({ allow }),
    }
    if (ports.models.chat === null) {
      log.info({}, 'no OPENAI_BASE_URL: local models compose answers from the best sentences of your sources')
    }
    return {
      ports,
      env: { ...environment, ENCRYPTION_KEY: environment.ENCRYPTION_KEY ?? encryptionKeyIn(dataDir) },
      dataDir,
      async close() {
        await ports.outboundHttp.close()
        await ports.chunkIndex.close()
        await ports.blobs.close()
        await ports.bus.close()
        await ports.documents.close()
        await store.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
