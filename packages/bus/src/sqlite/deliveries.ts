import type { SqliteStore } from '@frontdesk/sqlite'
import type { BusEvent } from '../port.ts'

/** An event that a group still has to handle. `event` is there only while memory allows; the table always has it. */
export type Entry = { position: number; attempts: number; dueAt: number; event: BusEvent | undefined }

/** What each group still has to handle. Those marked so must run inside `store.write`. */
export const deliveryTable = (store: SqliteStore) => ({
  /** A page of what a group has to do in a partition, in the order published. */
  pending(group: number, partition: number, afterPosition: number, limit: number): Entry[] {
    return store
      .statement(
        `SELECT position, attempts, due_at AS dueAt, NULL AS event FROM bus_deliveries
         WHERE group_number = ? AND partition = ? AND position > ? ORDER BY position LIMIT ?`,
      )
      .all(group, partition, afterPosition, limit)
      .map((row) => ({ ...(row as unknown as Entry), event: undefined }))
  },

  waiting(group: number): number {
    const row = store.statement('SELECT count(*) AS n FROM bus_deliveries WHERE group_number = ?').get(group)
    return (row as { n: number }).n
  },

  /** Inside a write. False when it is not there any more (the tenant was erased). */
  finish(group: number, partition: number, position: number): boolean {
    const { changes } = store
      .statement('DELETE FROM bus_deliveries WHERE group_number = ? AND partition = ? AND position = ?')
      .run(group, partition, position)
    return changes === 1
  },

  /** Inside a write. False when it is not there any more. */
  postpone(group: number, partition: number, entry: Entry): boolean {
    const { changes } = store
      .statement(
        `UPDATE bus_deliveries SET attempts = ?, due_at = ? WHERE group_number = ? AND partition = ? AND position = ?`,
      )
      .run(entry.attempts, entry.dueAt, group, partition, entry.position)
    return changes === 1
  },
})
