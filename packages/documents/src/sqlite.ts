import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, Documents } from './port.ts'
import { sqliteCollection } from './sqlite/collection.ts'

/** Documents in tables of `store`, one a collection. The store is closed by who opened it, after `close`. */
export function sqliteDocuments(store: SqliteStore): Documents {
  // `contains` ignores case in every script; SQLite's own LIKE does in ASCII only.
  store.database.function('contains_text', { deterministic: true }, (text, part) =>
    Number(String(text).toLowerCase().includes(String(part))),
  )
  const collections = new Map<string, Collection<any>>()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The documents are closed.' })
  }

  return {
    async collection(definition) {
      assertOpen()
      const known = collections.get(definition.name)
      if (known) return known
      const created = sqliteCollection(store, definition)
      collections.set(definition.name, created)
      return created
    },
    async check() {
      assertOpen()
      store.statement('SELECT 1').get()
    },
    async close() {
      isOpen = false
    },
  }
}
