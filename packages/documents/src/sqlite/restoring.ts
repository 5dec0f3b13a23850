import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, CollectionDefinition } from '../port.ts'
import { nextWrite, outboxJson } from './outbox.ts'
import { readTable } from './read-table.ts'
import { documentsPerStep, tableOf } from './table.ts'

/** What reads, writes or removes documents as a whole: for backups and erasures. */
export function sqliteRestoring<T extends object>(
  store: SqliteStore,
  definition: CollectionDefinition<T>,
): Pick<Collection<T>, 'all' | 'restore' | 'eraseTenant'> {
  const table = tableOf(definition.name)
  return {
    all: () => readTable<T>(store, table),

    async restore(documents) {
      for (let from = 0; from < documents.length; from += documentsPerStep) {
        const part = documents.slice(from, from + documentsPerStep)
        await store.write(() => {
          const add = store.statement(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
          for (const { tenant, id, revision, sequence, body, outbox } of part) {
            const unsettledSince = outbox.length > 0 ? nextWrite() : null
            const json = JSON.stringify(body)
            const { changes } = add.run(tenant, id, revision, sequence, json, outboxJson(outbox), unsettledSince)
            if (changes === 1) continue
            throw new ServiceError('conflict', { detail: `${definition.name} has a document ${id} already.` })
          }
        })
      }
    },

    async eraseTenant(tenant) {
      const erase = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE tenant = ? LIMIT ?)`
      for (;;) {
        const { changes } = await store.write(() => store.statement(erase).run(tenant, documentsPerStep))
        if (Number(changes) < documentsPerStep) return
      }
    },
  }
}
