import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ServiceError } from '@frontdesk/contracts'
import { groupCommit } from './group-commit.ts'
import { storageError } from './storage-error.ts'

/** How writes reach the disk, as SQLite itself reports it. */
export type Durability = {
  /** `wal`, or `memory` for `:memory:`. */
  journalMode: string
  synchronous: 'off' | 'normal' | 'full' | 'extra'
}

/** One SQLite connection that everything embedded shares. Reads are synchronous and see only what is committed. */
export type SqliteStore = {
  readonly path: string
  /** For schema changes at start; everything else goes through `statement` and `write`. */
  readonly database: DatabaseSync
  /** A prepared statement, kept for the next time. Throws `unavailable` after `close`. */
  statement(sql: string): StatementSync
  /**
   * Runs `work` in a transaction that it shares with the other works of this turn of the event loop, and resolves with
   * what it returned once that is synced to disk. A work must be synchronous; when it throws, it is undone alone and its
   * error is thrown here. Throws `unavailable` when the storage fails or is closed.
   */
  write<T>(work: (store: SqliteStore) => T): Promise<T>
  durability(): Durability
  /** Commits what is queued and closes the file. Twice is fine. */
  close(): Promise<void>
}

const maxStatements = 1_024
const synchronousNames = ['off', 'normal', 'full', 'extra'] as const

/**
 * Opens (or creates) a database file in WAL mode with `synchronous=FULL`, so that a resolved write survives a power cut.
 * `:memory:` works for tests. Throws `unavailable` when the file can't be opened.
 */
export function openSqlite(path: string): SqliteStore {
  const database = connect(path)
  const commits = groupCommit(database)
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
    async write(work) {
      assertOpen()
      return commits.write(() => work(store))
    },
    durability() {
      const journal = store.statement('PRAGMA journal_mode').get() as { journal_mode: string }
      const synchronous = store.statement('PRAGMA synchronous').get() as { synchronous: number }
      return { journalMode: journal.journal_mode, synchronous: synchronousNames[synchronous.synchronous]! }
    },
    async close() {
      if (!isOpen) return
      commits.flush()
      isOpen = false
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
    return database
  } catch (error) {
    throw storageError(error)
  }
}
