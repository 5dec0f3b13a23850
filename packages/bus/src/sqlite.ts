import { type Clock, systemClock } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { closable } from './closable.ts'
import { assertFits } from './in-process/crossing.ts'
import type { Bus } from './port.ts'
import { hubOf } from './sqlite/hub.ts'
import { readSqliteOutstanding } from './sqlite/outstanding.ts'

/**
 * The embedded bus: events in the tables of `store`, queries and streams inside the process. Several buses on one store
 * see each other; the store must belong to this process alone (lockDataDir), and is closed by who opened it, after `close`.
 */
export function sqliteBus(store: SqliteStore, { clock = systemClock }: { clock?: Clock } = {}): Bus {
  const hub = hubOf(store, clock)
  return closable({
    ...hub,
    traits: { network: false },
    async publish(events) {
      for (const event of events) assertFits(event.bytes, 'event')
      if (events.length === 0) return
      await hub.publish(
        events.map((event) => ({ ...event, headers: { ...event.headers }, bytes: event.bytes.slice() })),
      )
    },
    lag: async () => hub.lag(),
    outstanding: async () => readSqliteOutstanding(store),
    check: () => store.check(),
    prune: async (olderThanMs) => hub.prune(clock.now() - olderThanMs),
    close: async () => {},
  })
}
