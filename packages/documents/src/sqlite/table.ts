import { createHash } from 'node:crypto'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { CollectionDefinition, Index, Stored } from '../port.ts'
import { fieldSql } from './where.ts'

/** A row as SQLite holds it. */
export type Row = {
  tenant: string
  id: string
  revision: number
  sequence: number
  body: string
  outbox: string | null
}

/** What every read selects. */
export const columns = 'tenant, id, revision, sequence, body, outbox'

/** Documents that one transaction of a long job writes, so that it never holds the event loop for long. */
export const documentsPerStep = 500

/** The row of one document, as it is now. */
export const readRow = (store: SqliteStore, table: string, tenant: string, id: string): Row | undefined =>
  store.statement(`SELECT ${columns} FROM ${table} WHERE tenant = ? AND id = ?`).get(tenant, id) as Row | undefined

const collectionName = /^[a-z][a-z0-9-]{0,62}$/

/** The table of a collection. Names come from code; a bad one is a fault of the code. */
export function tableOf(name: string): string {
  if (!collectionName.test(name)) throw new Error(`${name} is not a name for a collection.`)
  return `documents_${name.replaceAll('-', '_')}`
}

/** Creates what is missing of a collection, and drops the indexes that it does not declare any more. */
export function createTable(store: SqliteStore, { name, indexes }: CollectionDefinition<object>): void {
  const table = tableOf(name)
  const declared = new Map(indexes.map((index) => indexSql(table, index)))
  const { database } = store
  // Not synced to disk for itself: whatever is written to the table later is, with all that stands before it in the log.
  // A new installation makes all its tables at once, and each sync takes milliseconds.
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    database.exec('BEGIN IMMEDIATE')
    database.exec(`
      CREATE TABLE IF NOT EXISTS ${table} (
        tenant TEXT NOT NULL,
        id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        body TEXT NOT NULL,
        outbox TEXT,             -- NULL when every event is settled
        unsettled_since INTEGER, -- orders the outboxes; NULL with the outbox
        PRIMARY KEY (tenant, id)
      );
      CREATE INDEX IF NOT EXISTS ${table}_unsettled ON ${table} (unsettled_since) WHERE outbox IS NOT NULL;
    `)
    const existing = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name GLOB ?`)
      .all(table, `${table}_by_*`) as { name: string }[]
    for (const { name: index } of existing) if (!declared.has(index)) database.exec(`DROP INDEX ${index}`)
    for (const sql of declared.values()) database.exec(sql)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}

/** What is to be there for a collection, by name. */
export function indexNamesOf({ name, indexes }: CollectionDefinition<object>): string[] {
  const table = tableOf(name)
  return [`${table}_unsettled`, ...indexes.map((index) => indexSql(table, index)[0])]
}

/** A table, and the names of its indexes. */
export type Table = { name: string; indexes: { index: Index; name: string }[] }

/** What reads of a collection need to know of it, found out once. */
export function describeTable({ name, indexes }: CollectionDefinition<object>): Table {
  const table = tableOf(name)
  return { name: table, indexes: indexes.map((index) => ({ index, name: indexSql(table, index)[0] })) }
}

/** Named by what it is, so that a changed declaration is another index. */
function indexSql(
  table: string,
  { fields, unique = false, acrossTenants = false, covers = [] }: Index,
): [string, string] {
  const terms = [...(acrossTenants ? [] : ['tenant']), ...fields.map(fieldSql)]
  // Ties go by id; with it in the index no page needs a sort.
  if (!unique && fields.at(-1) !== 'id') terms.push('id')
  terms.push(...covers.map(fieldSql))
  const list = terms.join(', ')
  const name = `${table}_by_${createHash('sha256').update(`${unique} ${list}`).digest('hex').slice(0, 12)}`
  return [name, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ${table} (${list})`]
}

export const toStored = <T extends object>(row: Row): Stored<T> => ({
  tenant: row.tenant,
  id: row.id,
  revision: row.revision,
  sequence: row.sequence,
  body: JSON.parse(row.body),
  outbox: row.outbox === null ? [] : JSON.parse(row.outbox),
})
