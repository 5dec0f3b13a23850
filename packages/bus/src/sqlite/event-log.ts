import type { SqliteStore } from '@frontdesk/sqlite'
import { type BusEvent, partitionOf } from '../port.ts'

/** An event that a group still has to handle. `event` is there only while memory allows; the table always has it. */
export type Entry = { position: number; attempts: number; dueAt: number; event: BusEvent | undefined }

type EventRow = Omit<BusEvent, 'headers'> & { headers: string }

/** Positions that one transaction of a long job looks at, so that it never holds the event loop for long. */
const positionsPerStep = 1_000

/** The tables of the bus as plain statements. Those marked so must run inside `store.write`. */
export function eventLog(store: SqliteStore) {
  // Counted here, not by the rowid: a position must not come back after the newest events were pruned.
  let lastPosition =
    (store.statement('SELECT max(position) AS position FROM bus_events').get() as { position: number | null })
      .position ?? 0

  return {
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
      store.statement('INSERT INTO bus_subscriptions VALUES (?, ?, 1, ?)').run(subject, group, lastPosition)
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
          Date.now(),
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

    /** Forgets events that are older than `before` and that no group waits for. Answers how many. */
    async prune(before: number): Promise<number> {
      let pruned = 0
      for (let from = firstPosition(); from <= lastPosition; from += positionsPerStep) {
        const { deleted, reachedYounger } = await store.write(() => {
          const to = from + positionsPerStep
          const result = store
            .statement(
              `DELETE FROM bus_events WHERE position >= ? AND position < ? AND published_at <= ? AND NOT EXISTS (
                 SELECT 1 FROM bus_subscriptions s JOIN bus_deliveries d USING (group_number)
                 WHERE s.subject = bus_events.subject
                   AND d.partition = bus_events.partition AND d.position = bus_events.position)`,
            )
            .run(from, to, before)
          const younger = store
            .statement('SELECT 1 FROM bus_events WHERE position >= ? AND position < ? AND published_at > ? LIMIT 1')
            .get(from, to, before)
          return { deleted: Number(result.changes), reachedYounger: younger !== undefined }
        })
        pruned += deleted
        if (reachedYounger) break
      }
      return pruned
    },

    async eraseTenant(tenant: string): Promise<void> {
      await store.write(() => store.statement('DELETE FROM bus_dead_letters WHERE tenant = ?').run(tenant))
      for (let from = firstPosition(); from <= lastPosition; from += positionsPerStep) {
        await store.write(() => {
          const range = [tenant, from, from + positionsPerStep] as const
          store
            .statement(
              `DELETE FROM bus_deliveries WHERE (group_number, partition, position) IN (
                 SELECT s.group_number, e.partition, e.position FROM bus_events e JOIN bus_subscriptions s USING (subject)
                 WHERE e.tenant = ? AND e.position >= ? AND e.position < ?)`,
            )
            .run(...range)
          store.statement('DELETE FROM bus_events WHERE tenant = ? AND position >= ? AND position < ?').run(...range)
        })
      }
      // A verdict that was being written when we began may have left one more.
      await store.write(() => store.statement('DELETE FROM bus_dead_letters WHERE tenant = ?').run(tenant))
    },
  }

  function firstPosition(): number {
    const row = store.statement('SELECT min(position) AS position FROM bus_events').get()
    return (row as { position: number | null }).position ?? lastPosition + 1
  }
}

export type EventLog = ReturnType<typeof eventLog>
