import type { ReadableStore } from '@frontdesk/sqlite'
import type { BusGroup, Outstanding, OutstandingEvents } from '../port.ts'

const eventsAPage = 200

type EventRow = {
  group: string
  place: number
  id: string
  subject: string
  tenant: string
  key: string
  sequence: number
  headers: string
  bytes: Uint8Array
}
type DeadRow = EventRow & { code: string; message: string; attempts: number; at: number }

const eventOf = ({ id, subject, tenant, key, sequence, headers, bytes }: EventRow) => ({
  id,
  subject,
  tenant,
  key,
  sequence,
  headers: JSON.parse(headers),
  bytes,
})

function groupsIn(store: ReadableStore): BusGroup[] {
  const rows = store
    .statement(
      `SELECT g.name AS "group", s.subject FROM bus_groups g LEFT JOIN bus_subscriptions s ON s.group_number = g.number
       ORDER BY g.number, s.subject`,
    )
    .all() as { group: string; subject: string | null }[]
  const byName = Map.groupBy(rows, ({ group }) => group)
  return [...byName].map(([group, own]) => ({ group, subjects: own.flatMap(({ subject }) => subject ?? []) }))
}

async function* waitingIn(store: ReadableStore): AsyncGenerator<Outstanding> {
  const next = store.statement(
    `SELECT g.name AS "group", d.position AS place, e.id, e.subject, e.tenant, e.key, e.sequence, e.headers, e.bytes
     FROM bus_deliveries d JOIN bus_events e ON e.position = d.position JOIN bus_groups g ON g.number = d.group_number
     WHERE d.group_number = ? AND d.partition = ? AND d.position > ? ORDER BY d.position LIMIT ${eventsAPage}`,
  )
  const lanes = store
    .statement('SELECT DISTINCT group_number AS number, partition FROM bus_deliveries ORDER BY 1, 2')
    .all() as { number: number; partition: number }[]
  for (const { number, partition } of lanes) {
    for (let last = 0; ; ) {
      const rows = next.all(number, partition, last) as unknown as EventRow[]
      for (const row of rows) yield { group: row.group, event: eventOf(row) }
      if (rows.length < eventsAPage) break
      last = rows.at(-1)!.place
    }
  }
}

async function* deadIn(store: ReadableStore): AsyncGenerator<Outstanding> {
  const next = store.statement(
    `SELECT g.name AS "group", l.number AS place, l.event_id AS id, l.subject, l.tenant, l.key, l.sequence, l.headers,
       l.bytes, l.code, l.message, l.attempts, l.at
     FROM bus_dead_letters l JOIN bus_groups g ON g.number = l.group_number
     WHERE l.number > ? ORDER BY l.number LIMIT ${eventsAPage}`,
  )
  for (let last = 0; ; ) {
    const rows = next.all(last) as unknown as DeadRow[]
    for (const row of rows) {
      const { code, message, attempts, at } = row
      yield { group: row.group, event: eventOf(row), dead: { reason: { code, message }, attempts, at } }
    }
    if (rows.length < eventsAPage) return
    last = rows.at(-1)!.place
  }
}

const hasEvents = (store: ReadableStore): boolean =>
  store.statement(`SELECT 1 FROM sqlite_schema WHERE name = 'bus_events'`).get() !== undefined

/** The place of the newest event that a database file has; 0 without any. */
export function lastPositionIn(store: ReadableStore): number {
  const row = hasEvents(store) ? store.statement('SELECT max(position) AS position FROM bus_events').get() : undefined
  return (row as { position: number | null } | undefined)?.position ?? 0
}

/** Every event after a place for each group that listens to it, done or not: those that `isWanted` names by tenant and key. */
export async function* readSqliteEventsAfter(
  store: ReadableStore,
  position: number,
  isWanted: (tenant: string, key: string) => boolean,
): AsyncGenerator<Outstanding> {
  if (!hasEvents(store)) return
  const next = store.statement(
    `SELECT position AS place, id, subject, tenant, key, sequence, headers, bytes FROM bus_events
     WHERE position > ? ORDER BY position LIMIT ${eventsAPage}`,
  )
  const groups = groupsIn(store)
  for (let last = position; ; ) {
    const rows = next.all(last) as unknown as EventRow[]
    for (const row of rows) {
      if (!isWanted(row.tenant, row.key)) continue
      for (const { group, subjects } of groups) {
        if (subjects.includes(row.subject)) yield { group, event: eventOf(row) }
      }
    }
    if (rows.length < eventsAPage) return
    last = rows.at(-1)!.place
  }
}

/** What the bus of a database file still has to do; changes nothing in it, and somebody else may be writing it. */
export function readSqliteOutstanding(store: ReadableStore): OutstandingEvents {
  return {
    groups: hasEvents(store) ? groupsIn(store) : [],
    async *events() {
      if (!hasEvents(store)) return
      yield* waitingIn(store)
      yield* deadIn(store)
    },
  }
}
