import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, CollectionDefinition } from '../port.ts'
import { sqliteOutbox } from './outbox.ts'
import { sqliteReads } from './reads.ts'
import { sqliteRestoring } from './restoring.ts'
import type { TakeTurn } from './share-turns.ts'
import { createTable, tableOf } from './table.ts'
import { sqliteWrites } from './writes.ts'

/** One collection on its table. */
export function sqliteCollection<T extends object>(
  store: SqliteStore,
  definition: CollectionDefinition<T>,
  takeTurn: TakeTurn,
): Collection<T> {
  createTable(store, definition)
  return {
    ...sqliteReads(store, definition, takeTurn),
    ...sqliteWrites(store, definition),
    ...sqliteOutbox(store, tableOf(definition.name)),
    ...sqliteRestoring(store, definition),
  }
}
