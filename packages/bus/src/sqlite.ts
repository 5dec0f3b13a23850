import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { assertFits } from './in-process/crossing.ts'
import type { Bus, Stop } from './port.ts'
import { hubOf } from './sqlite/hub.ts'

/**
 * The embedded bus: events in the tables of `store`, queries and streams inside the process. Several buses on one store
 * see each other; the store must belong to this process alone (lockDataDir), and is closed by who opened it, after `close`.
 */
export function sqliteBus(store: SqliteStore): Bus {
  const hub = hubOf(store)
  const stops = new Set<Stop>()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The bus is closed.' })
  }

  /** A stop that can be called twice, and that `close` calls for those who did not. */
  function remember(stop: Stop): Stop {
    let stopped: Promise<void> | undefined
    const once: Stop = () => {
      stopped ??= stop().finally(() => stops.delete(once))
      return stopped
    }
    stops.add(once)
    return once
  }

  return {
    traits: { network: false },

    async publish(events) {
      assertOpen()
      for (const event of events) assertFits(event.bytes, 'event')
      if (events.length === 0) return
      await hub.publish(
        events.map((event) => ({ ...event, headers: { ...event.headers }, bytes: event.bytes.slice() })),
      )
    },
    async consume(options, deliver) {
      assertOpen()
      return remember(await hub.consume(options, deliver))
    },
    async request(subject, bytes, options) {
      assertOpen()
      return hub.request(subject, bytes, options)
    },
    async respond(subject, group, options, answer) {
      assertOpen()
      return remember(await hub.respond(subject, group, options, answer))
    },
    openStream(subject, bytes, options) {
      assertOpen()
      return hub.openStream(subject, bytes, options)
    },
    async serveStream(subject, group, options, serve) {
      assertOpen()
      return remember(await hub.serveStream(subject, group, options, serve))
    },
    deadLetters: hub.deadLetters,
    async lag() {
      assertOpen()
      return hub.lag()
    },
    async check() {
      assertOpen()
      store.statement('SELECT 1').get()
    },
    async eraseTenant(tenant) {
      assertOpen()
      await hub.eraseTenant(tenant)
    },
    async prune(olderThanMs) {
      assertOpen()
      return hub.prune(Date.now() - olderThanMs)
    },
    async close() {
      isOpen = false
      await Promise.all([...stops].map((stop) => stop()))
    },
  }
}
