import type { SqliteStore } from './open.ts'

/**
 * Brings the tables of one owner up to date: runs the migrations whose number (their place in the list, from 1) is not
 * recorded yet, each in a transaction with its record. A migration that has shipped is never edited; changes are appended.
 * Throws when the file was written by a newer release.
 */
export function migrate(store: SqliteStore, owner: string, migrations: readonly string[]): void {
  const { database } = store
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (owner TEXT PRIMARY KEY, number INTEGER NOT NULL, migrated_at TEXT NOT NULL)',
  )
  const row = store.statement('SELECT number FROM migrations WHERE owner = ?').get(owner) as
    | { number: number }
    | undefined
  const applied = row?.number ?? 0
  if (applied > migrations.length) {
    throw new Error(
      `${store.path} was written by a newer release (${owner}: migration ${applied}, this one knows ${migrations.length}).`,
    )
  }
  for (let number = applied + 1; number <= migrations.length; number++) {
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(migrations[number - 1]!)
      store
        .statement('INSERT OR REPLACE INTO migrations (owner, number, migrated_at) VALUES (?, ?, ?)')
        .run(owner, number, new Date().toISOString())
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}
