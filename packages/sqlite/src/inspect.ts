import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyInspection, type Inspection } from '@frontdesk/contracts'
import { lockDataDir } from './lock-data-dir.ts'
import { openSqlite, type SqliteStore } from './open.ts'

/** Enough of a store to look at it. */
export type ReadableStore = Pick<SqliteStore, 'statement'>

export type InspectedFolder = {
  inspection: Inspection
  /** The database to read, undefined when there is none yet. Whoever has the folder may write it meanwhile. */
  store: ReadableStore | undefined
  close(): Promise<void>
}

/** Below this a start still works, and the next large upload may not. */
const leastFreeBytes = 1024 ** 3
const bytesPerMegabyte = 1024 ** 2

/**
 * Opens a data folder to look at it. When nobody has it, it is locked for that time and opened as a start would; while a
 * platform runs, the database is read beside it: `journal_mode` is the file's, `synchronous` belongs to the connection of
 * the platform and is what this release sets.
 */
export async function inspectDataFolder(dir: string): Promise<InspectedFolder> {
  const inspection = { ...emptyInspection('data folder'), settings: { folder: dir } }
  const file = join(dir, 'main.db')
  const nothing = { store: undefined, close: async () => {} }
  if (!existsSync(file)) {
    return { ...nothing, inspection: { ...inspection, pending: [`${file} is not made yet: the first start makes it`] } }
  }
  let unlock: (() => void) | undefined
  let inUse: string | undefined
  try {
    unlock = lockDataDir(dir)
  } catch (error) {
    inUse = (error as Error).message
  }
  try {
    const opened = unlock ? openOwn(file) : openBeside(file)
    const close = async () => {
      await opened.close()
      unlock?.()
    }
    return { inspection: describe(inspection, dir, opened, inUse), store: opened.store, close }
  } catch (error) {
    unlock?.()
    const what = `${file} can't be read: ${(error as Error).message}`
    const remedy = 'Look at the disk (free space, permissions); if the file is damaged, restore the last backup.'
    return { ...nothing, inspection: { ...inspection, findings: [{ level: 'fault', what, remedy }] } }
  }
}

type Opened = { store: ReadableStore; journalMode: string; synchronous: string; close(): Promise<void> }

function openOwn(file: string): Opened {
  const store = openSqlite(file)
  return { store, ...store.durability(), close: () => store.close() }
}

function openBeside(file: string): Opened {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  const { journal_mode: journalMode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  return {
    store: { statement: (sql) => database.prepare(sql) },
    journalMode,
    synchronous: 'full (what this release sets; the running process has it)',
    close: async () => database.close(),
  }
}

function describe(base: Inspection, dir: string, opened: Opened, inUse: string | undefined): Inspection {
  const { bavail, bsize } = statfsSync(dir)
  const freeBytes = bavail * bsize
  const { version } = opened.store.statement('SELECT sqlite_version() AS version').get() as { version: string }
  const inspection: Inspection = {
    ...base,
    version: `SQLite ${version}`,
    settings: {
      ...base.settings,
      'in use': inUse === undefined ? 'no: opened as a start would' : 'yes: read beside the running process',
      journal_mode: opened.journalMode,
      synchronous: opened.synchronous,
      'free space': `${Math.round(freeBytes / bytesPerMegabyte)} MB`,
    },
  }
  if (opened.journalMode !== 'wal') {
    const what = `journal_mode is ${opened.journalMode}, not wal.`
    inspection.findings.push({ level: 'fault', what, remedy: 'Put DATA_DIR on a local disk: WAL needs shared memory.' })
  }
  if (freeBytes < leastFreeBytes) {
    const what = `${Math.round(freeBytes / bytesPerMegabyte)} MB are free for the data folder.`
    inspection.findings.push({ level: 'fault', what, remedy: 'Free space, or move DATA_DIR to a larger disk.' })
  }
  return inspection
}

/** Migrations of an owner that the database lacks, as `number`s; `known` is how many this release has. */
export function pendingMigrations(store: ReadableStore, owner: string, known: number): number[] {
  const hasTable = store.statement(`SELECT 1 FROM sqlite_schema WHERE name = 'migrations'`).get() !== undefined
  const row = hasTable ? store.statement('SELECT number FROM migrations WHERE owner = ?').get(owner) : undefined
  const applied = (row as { number: number } | undefined)?.number ?? 0
  return Array.from({ length: Math.max(0, known - applied) }, (_, i) => applied + i + 1)
}
