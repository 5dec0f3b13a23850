import type { ReadableStore } from '@frontdesk/sqlite'
import type { DocumentsReader, Stored } from '../port.ts'
import { columns, type Row, tableOf, toStored } from './table.ts'

/** Some documents have hundreds of kilobytes. */
const documentsAPage = 100

/** Every document of a table, by tenant and id, a page at a time. */
export async function* readTable<T extends object>(store: ReadableStore, table: string): AsyncGenerator<Stored<T>> {
  const next = store.statement(
    `SELECT ${columns} FROM ${table} WHERE (tenant, id) > (?, ?) ORDER BY tenant, id LIMIT ${documentsAPage}`,
  )
  let last = { tenant: '', id: '' }
  for (;;) {
    const rows = next.all(last.tenant, last.id) as unknown as Row[]
    for (const row of rows) yield toStored<T>(row)
    if (rows.length < documentsAPage) return
    last = rows.at(-1)!
  }
}

/** Reads the documents of a database file that somebody else may be writing; changes nothing in it. */
export function readSqliteDocuments(store: ReadableStore): DocumentsReader {
  const tableIn = ({ name }: { name: string }) => {
    const table = tableOf(name)
    return store.statement('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined ? undefined : table
  }
  return {
    async *all(definition) {
      const table = tableIn(definition)
      if (table) yield* readTable(store, table)
    },
    async get(definition, tenant, id) {
      const table = tableIn(definition)
      if (table === undefined) return undefined
      const row = store.statement(`SELECT ${columns} FROM ${table} WHERE tenant = ? AND id = ?`).get(tenant, id)
      return row && toStored(row as unknown as Row)
    },
    async countUnsettled(definition) {
      const table = tableIn(definition)
      if (table === undefined) return 0
      const row = store.statement(`SELECT count(*) AS n FROM ${table} WHERE outbox IS NOT NULL`).get() as { n: number }
      return row.n
    },
  }
}
