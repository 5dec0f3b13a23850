import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyInspection, type Finding, type Inspection, ServiceError, storageFaults } from '@frontdesk/contracts'
import { describeDamage, findDamage } from './check-integrity.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { minFreeBytes, openSqlite, type SqliteStore } from './open.ts'
import { isDamage } from './storage-error.ts'
import { addTextFunctions } from './text-functions.ts'

/** Enough of a store to look at it. */
export type ReadableStore = Pick<SqliteStore, 'statement'>

export type InspectedFolder = {
  inspection: Inspection
  /** The database to read, undefined when there is none yet. Whoever has the folder may write it meanwhile. */
  store: ReadableStore | undefined
  close(): Promise<void>
}

/** Below this a start still works, and the next large upload may not. */
const recommendedFreeBytes = 1024 ** 3
const bytesPerMegabyte = 1024 ** 2
const used = 'yes: read beside the running process'
const unused = 'no: opened as a start would'

/**
 * Opens a data folder to look at it. When nobody has it, it is locked for that time and opened as a start would; while a
 * platform runs, the database is read beside it: `journal_mode` is the file's, `synchronous` belongs to the connection of
 * the platform and is what this release sets. With `isReadOnly` it is read so in any case, and never locked.
 */
export async function inspectDataFolder(
  dir: string,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Promise<InspectedFolder> {
  const inspection = { ...emptyInspection('data folder'), settings: { folder: dir } }
  const file = join(dir, 'main.db')
  const nothing = { store: undefined, close: async () => {} }
  if (!existsSync(file)) {
    return {
      ...nothing,
      inspection: { ...inspection, pending: [`${file} does not exist yet: the first start creates it`] },
    }
  }
  let unlock: (() => void) | undefined
  let inUse: string | undefined
  try {
    try {
      if (!isReadOnly) unlock = lockDataDir(dir)
    } catch (error) {
      // What the disk refuses says nothing of another process.
      if (error instanceof ServiceError) throw error
      inUse = (error as Error).message
    }
    const opened = unlock ? openOwn(file) : openBeside(file)
    const close = async () => {
      await opened.close()
      unlock?.()
    }
    const use = isReadOnly ? 'not known: only read' : inUse === undefined ? unused : used
    const described = describe(inspection, dir, opened, use)
    described.findings.push(...damageOf(opened.database, file))
    return { inspection: described, store: opened.store, close }
  } catch (error) {
    unlock?.()
    const what = `${file} can't be opened: ${(error as Error).message}`
    const remedy = isDamage((error as Error).cause ?? error)
      ? wayBack
      : 'Check the disk (free space, permissions); if the file is damaged, restore the last backup.'
    const findings: Finding[] = [
      { level: 'fault', what, remedy, blocksUpgrade: true },
      ...findingsOfDisk(dir, freeBytesOf(dir)),
    ]
    return { ...nothing, inspection: { ...inspection, findings } }
  }
}

const freeBytesOf = (dir: string): number => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

function findingsOfDisk(dir: string, freeBytes: number): Finding[] {
  const findings: Finding[] = []
  if (freeBytes < recommendedFreeBytes) {
    const free = `${Math.round(freeBytes / bytesPerMegabyte)} MB are free for the data folder.`
    const what = freeBytes < minFreeBytes ? `${storageFaults.disk_full} ${free}` : free
    const remedy = 'Free space, or move DATA_DIR to a larger disk.'
    findings.push({ level: 'fault', what, remedy, blocksUpgrade: true })
  }
  if (!canWrite(dir)) {
    const remedy = 'Mount the disk for writing, or give the user that runs Frontdesk the right to write the folder.'
    findings.push({ level: 'fault', what: `${storageFaults.read_only} (${dir})`, remedy, blocksUpgrade: true })
  }
  return findings
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of the database: what is damaged, and the way back. */
function damageOf(database: DatabaseSync, file: string): Finding[] {
  const damaged = findDamage(database, file, 'full')
  if (damaged.length === 0) return []
  return [
    { level: 'fault', what: `${file} is damaged: ${describeDamage(damaged)}.`, remedy: wayBack, blocksUpgrade: true },
  ]
}

const wayBack =
  'Stop Frontdesk, move main.db, main.db-wal and main.db-shm to another folder, and restore the last backup into an empty data folder (frontdesk restore). What was written after the backup is lost. Check the disk before you start again.'

type Opened = {
  database: DatabaseSync
  store: ReadableStore
  journalMode: string
  synchronous: string
  close(): Promise<void>
}

function openOwn(file: string): Opened {
  const store = openSqlite(file)
  return { database: store.database, store, ...store.durability(), close: () => store.close() }
}

function openBeside(file: string): Opened {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  addTextFunctions(database)
  const { journal_mode: journalMode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  return {
    database,
    store: { statement: (sql) => database.prepare(sql) },
    journalMode,
    synchronous: 'full (what this release sets; the running process has it)',
    close: async () => database.close(),
  }
}

function describe(base: Inspection, dir: string, opened: Opened, use: string): Inspection {
  const freeBytes = freeBytesOf(dir)
  const { version } = opened.store.statement('SELECT sqlite_version() AS version').get() as { version: string }
  const inspection: Inspection = {
    ...base,
    version: `SQLite ${version}`,
    settings: {
      ...base.settings,
      'in use': use,
      journal_mode: opened.journalMode,
      synchronous: opened.synchronous,
      'free space': `${Math.round(freeBytes / bytesPerMegabyte)} MB`,
    },
  }
  if (opened.journalMode !== 'wal') {
    const what = `journal_mode is ${opened.journalMode}, not wal.`
    inspection.findings.push({ level: 'fault', what, remedy: 'Put DATA_DIR on a local disk: WAL needs shared memory.' })
  }
  inspection.findings.push(...findingsOfDisk(dir, freeBytes))
  return inspection
}

/** The number of the last migration of an owner that the database has; 0 for none. */
export function appliedMigrations(store: ReadableStore, owner: string): number {
  const hasTable = store.statement(`SELECT 1 FROM sqlite_schema WHERE name = 'migrations'`).get() !== undefined
  const row = hasTable ? store.statement('SELECT number FROM migrations WHERE owner = ?').get(owner) : undefined
  return (row as { number: number } | undefined)?.number ?? 0
}

/** Migrations of an owner that the database lacks, as `number`s; `known` is how many this release has. */
export function pendingMigrations(store: ReadableStore, owner: string, known: number): number[] {
  const applied = appliedMigrations(store, owner)
  return Array.from({ length: Math.max(0, known - applied) }, (_, i) => applied + i + 1)
}
