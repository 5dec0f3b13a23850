import { type Clock, systemClock } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { assertFits } from './in-process/crossing.ts'
import { openLatch } from './open-latch.ts'
import type { Bus } from './port.ts'
import { hubOf } from './sqlite/hub.ts'
import { readSqliteOutstanding } from './sqlite/outstanding.ts'

/**
 * The embedded bus: events in the tables of `store`, queries and streams inside the process. Several buses on one store
 * see each other; the store must belong to this process alone (lockDataDir), and is closed by who opened it, after `close`.
 */
export function sqliteBus(store: SqliteStore, { clock = systemClock }: { clock?: Clock } = {}): Bus {
  const hub = hubOf(store, clock)
  const latch = openLatch()

  return {
    traits: { network: false },

    async publish(events) {
      latch.assertOpen()
      for (const event of events) assertFits(event.bytes, 'event')
      if (events.length === 0) return
      await hub.publish(
        events.map((event) => ({ ...event, headers: { ...event.headers }, bytes: event.bytes.slice() })),
      )
    },
    async consume(options, deliver) {
      latch.assertOpen()
      return latch.remember(await hub.consume(options, deliver))
    },
    async request(subject, bytes, options) {
      latch.assertOpen()
      return hub.request(subject, bytes, options)
    },
    async respond(subject, group, options, answer) {
      latch.assertOpen()
      return latch.remember(await hub.respond(subject, group, options, answer))
    },
    openStream(subject, bytes, options) {
      latch.assertOpen()
      return hub.openStream(subject, bytes, options)
    },
    async serveStream(subject, group, options, serve) {
      latch.assertOpen()
      return latch.remember(await hub.serveStream(subject, group, options, serve))
    },
    deadLetters: hub.deadLetters,
    async lag() {
      latch.assertOpen()
      return hub.lag()
    },
    async outstanding() {
      latch.assertOpen()
      return readSqliteOutstanding(store)
    },
    async restore(groups, events) {
      latch.assertOpen()
      await hub.restore(groups, events)
    },
    async check() {
      latch.assertOpen()
      await store.check()
    },
    isQuiet: hub.isQuiet,
    async eraseTenant(tenant) {
      latch.assertOpen()
      await hub.eraseTenant(tenant)
    },
    async prune(olderThanMs) {
      latch.assertOpen()
      return hub.prune(clock.now() - olderThanMs)
    },
    async close() {
      await latch.close()
    },
  }
}
