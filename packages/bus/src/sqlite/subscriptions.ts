import type { SqliteStore } from '@frontdesk/sqlite'
import { positionsPerStep } from './positions.ts'

/** The groups and what they listen to. Those marked so must run inside `store.write`. */
export const subscriptionTables = (store: SqliteStore, lastPosition: () => number) => ({
  groups(): { number: number; name: string }[] {
    return store.statement('SELECT number, name FROM bus_groups ORDER BY number').all() as never
  },

  subscriptions(): { subject: string; group: number }[] {
    return store.statement('SELECT subject, group_number AS "group" FROM bus_subscriptions').all() as never
  },

  /** Inside a write. */
  addGroup(name: string): { number: number; name: string } {
    const { lastInsertRowid } = store.statement('INSERT INTO bus_groups (name) VALUES (?)').run(name)
    return { number: Number(lastInsertRowid), name }
  },

  /** Inside a write. Everything published on it so far is to be replayed. */
  subscribe(group: number, subject: string): void {
    store.statement('INSERT INTO bus_subscriptions VALUES (?, ?, 1, ?)').run(subject, group, lastPosition())
  },

  /** Inside a write. What the group had not done yet of it is not done any more. */
  unsubscribe(group: number, subject: string): void {
    store.statement('DELETE FROM bus_subscriptions WHERE subject = ? AND group_number = ?').run(subject, group)
    store
      .statement(
        `DELETE FROM bus_deliveries WHERE group_number = ?
           AND (SELECT subject FROM bus_events e WHERE e.position = bus_deliveries.position) = ?`,
      )
      .run(group, subject)
  },

  /** Copies what was published before the group listened into its deliveries, in steps; goes on after a crash. */
  async replay(group: number, subject: string): Promise<void> {
    const row = store
      .statement(
        'SELECT replay_from AS "from", replay_end AS "end" FROM bus_subscriptions WHERE subject = ? AND group_number = ?',
      )
      .get(subject, group) as { from: number; end: number } | undefined
    if (!row) return
    for (let { from } = row, next: number; from <= row.end; from = next) {
      next = Math.min(from + positionsPerStep, row.end + 1)
      await store.write(() => {
        store
          .statement(
            `INSERT OR IGNORE INTO bus_deliveries (group_number, partition, position, attempts, due_at)
             SELECT ?, partition, position, 0, 0 FROM bus_events WHERE position >= ? AND position < ? AND subject = ?`,
          )
          .run(group, from, next, subject)
        store
          .statement('UPDATE bus_subscriptions SET replay_from = ? WHERE subject = ? AND group_number = ?')
          .run(next, subject, group)
      })
    }
  },
})
