import { emptyInspection, type Inspection } from '@frontdesk/contracts'
import type { ReadableStore } from '@frontdesk/sqlite'
import type { CollectionDefinition } from '../port.ts'
import { indexNamesOf, tableOf } from './table.ts'

/** What the embedded documents find in their tables: collections with their indexes. Changes nothing. */
export function inspectSqliteDocuments(store: ReadableStore, collections: CollectionDefinition<any>[]): Inspection {
  const inspection = emptyInspection('documents')
  inspection.settings = { backend: 'tables of main.db', 'write concern': 'committed and synced, in groups' }
  const rows = collections.map((definition) => {
    const table = tableOf(definition.name)
    const present = store
      .statement(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name GLOB ?`)
      .all(table, `${table}_*`)
      .map((row) => (row as { name: string }).name)
    const exists = store.statement('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
    const wanted = indexNamesOf(definition)
    return {
      collection: definition.name,
      state: exists ? 'there' : 'not made yet',
      indexes: present.length,
      missing: exists ? wanted.filter((name) => !present.includes(name)).join(' ') : '',
      extra: present.filter((name) => !wanted.includes(name)).join(' '),
    }
  })
  // What is not there yet is listed once, as pending.
  inspection.lists.push({ title: 'collections', rows: rows.filter(({ state }) => state === 'there') })
  const absent = rows.filter(({ state }) => state !== 'there').map(({ collection }) => collection)
  if (absent.length > 0) inspection.pending.push(`collections that do not exist yet: ${absent.join(', ')}`)
  for (const { collection, missing, extra } of rows) {
    // Each start makes them so before anything else: another state is that of another release.
    const count = (names: string) => names.split(' ').length
    if (missing !== '') inspection.pending.push(`${collection}: indexes that do not exist yet: ${count(missing)}`)
    if (extra !== '')
      inspection.pending.push(`${collection}: indexes that are no longer used and will be removed: ${count(extra)}`)
  }
  return inspection
}
