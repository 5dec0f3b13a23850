import type { Clock } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type BusEvent, partitionOf } from '../port.ts'
import { deliveryTable } from './deliveries.ts'
import { eventPruning } from './prune-events.ts'
import { subscriptionTables } from './subscriptions.ts'

type EventRow = Omit<BusEvent, 'headers'> & { headers: string }

/** The tables of the bus as plain statements. Those marked so must run inside `store.write`. */
export function eventLog(store: SqliteStore, clock: Clock) {
  // Counted here, not by the rowid: a position must not come back after the newest events were pruned.
  let lastPosition =
    (store.statement('SELECT max(position) AS position FROM bus_events').get() as { position: number | null })
      .position ?? 0

  return {
    ...subscriptionTables(store, () => lastPosition),
    ...deliveryTable(store),
    ...eventPruning(store, () => lastPosition),

    /** Inside a write: stores an event and a delivery for each group. Answers its position. */
    append(event: BusEvent, groups: Iterable<number>): number {
      const position = ++lastPosition
      const partition = partitionOf(event.key)
      store
        .statement(
          `INSERT INTO bus_events (position, id, subject, tenant, key, partition, sequence, headers, bytes, published_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          position,
          event.id,
          event.subject,
          event.tenant,
          event.key,
          partition,
          event.sequence,
          JSON.stringify(event.headers),
          event.bytes,
          clock.now(),
        )
      const deliver = store.statement('INSERT INTO bus_deliveries VALUES (?, ?, ?, 0, 0)')
      for (const group of groups) deliver.run(group, partition, position)
      return position
    },

    event(position: number): BusEvent | undefined {
      const row = store
        .statement('SELECT id, subject, tenant, key, sequence, headers, bytes FROM bus_events WHERE position = ?')
        .get(position) as EventRow | undefined
      return row && { ...row, headers: JSON.parse(row.headers) }
    },
  }
}

export type EventLog = ReturnType<typeof eventLog>
