import type { Bus, BusEvent } from '@frontdesk/bus'
import type { Collection, Stored } from '@frontdesk/documents'
import { causeOf, loggedCause } from './cause.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { encode } from './wire.ts'

/**
 * After how long an entry was left behind by a crash, or by a bus that was away; younger ones are in somebody's hands. It is
 * some times as long as entries took lately: where the store is slow, what another process still has in hand would be sent
 * twice, and settled twice, which makes the store slower yet.
 */
const abandonedAfter = { leastMs: 2_000, mostMs: 30_000, timesTaken: 4 }
/** What remains, from sweep to sweep, of the longest time that entries took. */
const takenKept = 0.8
const sweepEveryMs = 2_000
const sweepPage = 200
/** Nobody's clock is further ahead of another's: an entry of later was written before a clock was set back. */
const mostAheadMs = 60_000
/** So often all collections are looked through; in between only those that this process put events into since the last look. */
const allEverySweeps = 5
/** Settled events that are remembered; of older ones nobody holds a reading any more. */
const settledKept = 20_000

export type Relay = {
  /** Projects and publishes what the document's outbox holds, soon, in order. */
  soon(collection: Collection<any>, stored: Stored<any>): void
  /** Resolves when everything that was committed so far has left, or waits for the next sweep. */
  idle(): Promise<void>
  stop(): Promise<void>
}

type Watched = { name: string; collection: Collection<any>; project?: (stored: Stored<any>) => Promise<void> }

/** One document's entries on their way out. `latest` is the newest state that was committed meanwhile. */
type Lane = { latest: Stored<any>; done: Promise<void> }

const toBusEvents = (stored: Stored<any>, settled: ReadonlySet<string>): BusEvent[] =>
  stored.outbox
    .filter((entry) => !settled.has(entry.id))
    .map(({ id, subject, headers, body, sequence }) => ({
      id,
      subject,
      headers,
      sequence,
      tenant: stored.tenant,
      key: stored.id,
      bytes: encode(body),
    }))

/**
 * Moves committed events from outboxes to the bus: at once after a commit, and by a sweep what a crash or an outage left
 * behind. One document's events leave in order; an event may leave twice, with the same id.
 */
export function startRelay(bus: Bus, watched: Watched[], { clock, log }: { clock: Clock; log: Log }): Relay {
  const lanes = new Map<string, Lane>()
  /**
   * Events that are settled, by id: somebody may still hold a reading from before, with them in it. Not by sequence, which
   * begins anew when a document is removed and made again.
   */
  const settled = new Set<string>()
  const byCollection = new Map(watched.map((entry) => [entry.collection, entry]))
  /** Collections that this process put events into since it last looked there and found none. */
  const inUse = new Set<Collection<any>>()
  /** How long it took lately until entries were published and settled; milliseconds. */
  let takenMs = 0
  let sweeps = 0
  let stopped = false

  function remember(events: BusEvent[]) {
    for (const { id } of events) settled.add(id)
    for (const id of settled) {
      if (settled.size <= settledKept) break
      settled.delete(id)
    }
  }

  async function drain(entry: Watched, lane: Lane, close: () => void) {
    while (true) {
      const stored = lane.latest
      const events = toBusEvents(stored, settled)
      // In the same breath, or a commit that resolves just now would hand its events to a lane that looks no more.
      if (events.length === 0) return close()
      const startedAt = performance.now()
      // Together, so that an embedded platform syncs them to disk at once. Readers merge what the outbox still holds, so
      // an event may be handled before its projection is there.
      await Promise.all([entry.project?.(stored), bus.publish(events)])
      try {
        await entry.collection.settle(stored.tenant, stored.id, events.at(-1)!.id)
      } finally {
        // One that the store gave up tells most of how slow it is.
        takenMs = Math.max(takenMs, performance.now() - startedAt)
      }
      remember(events)
    }
  }

  function soon(collection: Collection<any>, stored: Stored<any>) {
    const entry = byCollection.get(collection)
    if (!entry || stored.outbox.length === 0) return
    inUse.add(collection)
    const key = `${entry.name}/${stored.tenant}/${stored.id}`
    const running = lanes.get(key)
    if (running) {
      if (stored.revision > running.latest.revision) running.latest = stored
      return
    }
    const lane: Lane = { latest: stored, done: Promise.resolve() }
    lanes.set(key, lane)
    const close = () => {
      if (lanes.get(key) === lane) lanes.delete(key)
    }
    lane.done = drain(entry, lane, close)
      .catch((error) =>
        log.warn(
          { collection: entry.name, id: stored.id, ...loggedCause(causeOf(stored.outbox[0]!.headers)), err: error },
          'events wait for the next sweep',
        ),
      )
      .finally(close)
  }

  async function lookIn(collection: Collection<any>): Promise<Stored<any>[]> {
    // Before the look: what is put there meanwhile is for the next one.
    inUse.delete(collection)
    let left: Stored<any>[] | undefined
    try {
      left = await collection.unsettled(sweepPage)
      return left
    } finally {
      if (left?.length !== 0) inUse.add(collection)
    }
  }

  async function sweep(youngest: number) {
    const isForAll = sweeps++ % allEverySweeps === 0
    for (const { collection } of watched) {
      if (!isForAll && !inUse.has(collection)) continue
      const unsettled = await lookIn(collection)
      for (const stored of unsettled) {
        const time = Date.parse(stored.outbox[0]?.headers.time ?? '')
        if (time <= youngest || time > clock.now() + mostAheadMs) soon(collection, stored)
      }
    }
  }

  const sweepSafely = (youngest: number) =>
    sweep(youngest).catch((error) => log.warn({ err: error }, 'the sweep of outboxes failed and will be retried'))
  let sweeping = sweepSafely(clock.now())
  const timer = setInterval(() => {
    const { leastMs, mostMs, timesTaken } = abandonedAfter
    const abandonedAfterMs = Math.min(Math.max(leastMs, timesTaken * takenMs), mostMs)
    takenMs *= takenKept
    sweeping = sweeping.then(() => (stopped ? undefined : sweepSafely(clock.now() - abandonedAfterMs)))
  }, sweepEveryMs)
  timer.unref()

  async function idle() {
    await sweeping
    await Promise.all([...lanes.values()].map((lane) => lane.done))
  }

  return {
    soon,
    idle,
    async stop() {
      stopped = true
      clearInterval(timer)
      await idle()
    },
  }
}
