import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ServiceError } from '@frontdesk/contracts'
import { runDoctor } from './check-integrity.ts'
import { isDiskFull } from './disk-space.ts'
import { groupCommit } from './group-commit.ts'
import { sqliteReader } from './reader.ts'
import { storageError } from './storage-error.ts'
import { addTextFunctions } from './text-functions.ts'

/** How writes reach the disk, as SQLite itself reports it. */
export type Durability = {
  /** `wal`, or `memory` for `:memory:`. */
  journalMode: string
  synchronous: 'off' | 'normal' | 'full' | 'extra'
}

/** One SQLite connection that everything embedded shares. Its own reads are synchronous and see only what is committed. */
export type SqliteStore = {
  readonly path: string
  /** For schema changes at start; everything else goes through `statement` and `write`. */
  readonly database: DatabaseSync
  /** A prepared statement, kept for the next time. Throws `unavailable` after `close`. */
  statement(sql: string): StatementSync
  /**
   * The rows of a statement that only reads and may take long, on a thread of its own: it holds nobody up, and sees every
   * write that resolved before. Short reads are quicker by `statement`. A database in memory is read at once.
   */
  read<R>(sql: string, params: (string | number)[]): Promise<R[]>
  /**
   * Runs `work` in a transaction that it shares with the other works of this turn of the event loop, and resolves with
   * what it returned once that is synced to disk. A work must be synchronous; when it throws, it is undone alone and its
   * error is thrown here. Throws `unavailable` when the storage fails or is closed.
   */
  write<T>(work: (store: SqliteStore) => T): Promise<T>
  durability(): Durability
  /**
   * Resolves after a commit; throws `unavailable` when none can be made, when the disk has no room for the next ones, or when
   * the file was removed or replaced while it was open.
   */
  check(): Promise<void>
  /** Commits what is queued and closes the file. Twice is fine. */
  close(): Promise<void>
}

const maxStatements = 1_024
/** What the write-ahead log takes before it is written back: 1,000 pages of 4 KiB. With less, the next commits may fail. */
export const minFreeBytes = 4 * 1024 ** 2
const synchronousNames = ['off', 'normal', 'full', 'extra'] as const

/**
 * Opens (or creates) a database file in WAL mode with `synchronous=FULL`, so that a resolved write survives a power cut.
 * `:memory:` works for tests. Throws `unavailable` when the file can't be opened.
 */
export function openSqlite(path: string): SqliteStore {
  const database = connect(path)
  const commits = groupCommit(database)
  const isFile = path !== ':memory:'
  const inode = isFile ? statSync(path).ino : undefined
  // Nobody else can open a database in memory.
  const reader = isFile ? sqliteReader(path) : undefined
  const statements = new Map<string, StatementSync>()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The database is closed.' })
  }

  const store: SqliteStore = {
    path,
    database,
    statement(sql) {
      assertOpen()
      let statement = statements.get(sql)
      if (statement) return statement
      // The texts come from our code and vary little; a reset is a bound, not a policy.
      if (statements.size >= maxStatements) statements.clear()
      statement = database.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    async read<R>(sql: string, params: (string | number)[]) {
      assertOpen()
      return reader ? reader.read<R>(sql, params) : (store.statement(sql).all(...params) as R[])
    },
    async write(work) {
      assertOpen()
      return commits.write(() => work(store))
    },
    durability() {
      const journal = store.statement('PRAGMA journal_mode').get() as { journal_mode: string }
      const synchronous = store.statement('PRAGMA synchronous').get() as { synchronous: number }
      return { journalMode: journal.journal_mode, synchronous: synchronousNames[synchronous.synchronous]! }
    },
    async check() {
      assertOpen()
      if (isFile) {
        if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) {
          throw new ServiceError('unavailable', { detail: `${path} was removed or replaced while it was open.` })
        }
        if (await isDiskFull(dirname(path), minFreeBytes))
          throw new ServiceError('unavailable', { storage: 'disk_full' })
      }
      // Sets what it is already, which writes a page.
      const { user_version } = store.statement('PRAGMA user_version').get() as { user_version: number }
      await commits.write(() => store.statement(`PRAGMA user_version = ${user_version}`).get())
    },
    async close() {
      if (!isOpen) return
      commits.flush()
      isOpen = false
      await reader?.close()
      statements.clear()
      database.close()
    },
  }
  return store
}

function connect(path: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  try {
    const database = new DatabaseSync(path, { timeout: 2_000, enableForeignKeyConstraints: false })
    // secure_delete: what was deleted is overwritten in the file, which costs nothing to be measured.
    // fullfsync: on macOS a plain fsync leaves data in the drive's cache. 64 MB of cache, in KiB as SQLite wants it.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA cache_size = -65536;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864;
    `)
    addTextFunctions(database)
    return database
  } catch (error) {
    const known = storageError(error)
    if (!(known instanceof ServiceError) || known.storage !== 'damaged') throw known
    throw new ServiceError('unavailable', {
      storage: 'damaged',
      detail: `${path} is damaged: it can't be opened as a database. ${runDoctor}`,
      cause: error,
    })
  }
}
