import type { SqliteStore } from '@frontdesk/sqlite'
import { positionsPerStep } from './positions.ts'

/** What removes events, in steps. `lastPosition`: the newest that was published so far. */
export function eventPruning(store: SqliteStore, lastPosition: () => number) {
  return {
    /** Forgets events that are older than `before` and that no group waits for. Answers how many. */
    async prune(before: number): Promise<number> {
      let pruned = 0
      for (let from = firstPosition(); from <= lastPosition(); from += positionsPerStep) {
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
      for (let from = firstPosition(); from <= lastPosition(); from += positionsPerStep) {
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
    return (row as { position: number | null }).position ?? lastPosition() + 1
  }
}
