import { backup, DatabaseSync } from 'node:sqlite'
import type { ReadableStore } from './inspect.ts'

/** Copied between two turns of the event loop: 16 MB. */
const pagesAStep = 4_096

export type SqliteReader = ReadableStore & { close(): void }

/** Opens a database file to read it, beside whoever writes it. */
export function openSqliteReader(file: string): SqliteReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  return { statement: (sql) => database.prepare(sql), close: () => database.close() }
}

/**
 * Copies a database that somebody may be writing, as it is at one moment, into a file that is not there yet, by SQLite's
 * backup API. Writers are not held up; the WAL grows by what they write meanwhile.
 */
export async function snapshotSqlite(file: string, to: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    // Without a transaction of its own the copy would begin anew with each write of somebody else.
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(database, to, { rate: pagesAStep })
  } finally {
    database.close()
  }
}
