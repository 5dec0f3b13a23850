import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, Documents } from './port.ts'
import { sqliteCollection } from './sqlite/collection.ts'
import { shareTurns } from './sqlite/share-turns.ts'

/** Documents in tables of `store`, one a collection. The store is closed by who opened it, after `close`. */
export function sqliteDocuments(store: SqliteStore): Documents {
  const collections = new Map<string, Collection<any>>()
  const takeTurn = shareTurns()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The documents are closed.' })
  }

  return {
    async collection(definition) {
      assertOpen()
      const known = collections.get(definition.name)
      if (known) return known
      const created = sqliteCollection(store, definition, takeTurn)
      collections.set(definition.name, created)
      return created
    },
    async check() {
      assertOpen()
      await store.check()
    },
    async close() {
      isOpen = false
    },
  }
}
