import type { SqliteStore } from '@frontdesk/sqlite'
import type { Collection, OutboxEvent } from '../port.ts'
import { columns, type Row, readRow, toStored } from './table.ts'

/** What takes events out of the documents once they are published. */
export const sqliteOutbox = <T extends object>(
  store: SqliteStore,
  table: string,
): Pick<Collection<T>, 'unsettled' | 'settle'> => ({
  async unsettled(limit) {
    return store
      .statement(`SELECT ${columns} FROM ${table} WHERE outbox IS NOT NULL ORDER BY unsettled_since LIMIT ?`)
      .all(limit)
      .map((found) => toStored<T>(found as unknown as Row))
  },

  async settle(tenant, id, eventId) {
    await store.write(() => {
      const outbox = readRow(store, table, tenant, id)?.outbox
      if (!outbox) return
      const events = JSON.parse(outbox) as OutboxEvent[]
      const last = events.findIndex((event) => event.id === eventId)
      if (last < 0) return
      const left = events.slice(last + 1)
      store
        .statement(
          `UPDATE ${table} SET outbox = ?1, unsettled_since = iif(?1 IS NULL, NULL, unsettled_since)
           WHERE tenant = ?2 AND id = ?3`,
        )
        .run(outboxJson(left), tenant, id)
    })
  },
})

/** An outbox as a row holds it: null when nothing is left in it. */
export const outboxJson = (outbox: OutboxEvent[]): string | null =>
  outbox.length === 0 ? null : JSON.stringify(outbox)

let lastWrite = 0
/** Orders writes: microseconds of the clock, and never the same or less twice in this process. */
export function nextWrite(): number {
  lastWrite = Math.max(lastWrite + 1, Date.now() * 1_000)
  return lastWrite
}
