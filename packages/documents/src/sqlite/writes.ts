import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { numbered } from '../outbox-events.ts'
import type { Collection, CollectionDefinition, OutboxEvent, Stored } from '../port.ts'
import { uniqueValuesOf } from '../unique-values.ts'
import { nextWrite, outboxJson } from './outbox.ts'
import { columns, documentsPerStep, type Row, readRow, tableOf, toStored } from './table.ts'
import { whereClause } from './where.ts'

type Writes<T extends object> = Pick<Collection<T>, 'insert' | 'replace' | 'put' | 'putMany' | 'addMany' | 'remove'>

/** What writes documents of one tenant, with the events that belong to a write. */
export function sqliteWrites<T extends object>(store: SqliteStore, definition: CollectionDefinition<T>): Writes<T> {
  const table = tableOf(definition.name)
  const row = (tenant: string, id: string) => readRow(store, table, tenant, id)

  function putInside(tenant: string, id: string, json: string) {
    refusingDoubles(() =>
      store
        .statement(
          `INSERT INTO ${table} VALUES (?, ?, 1, 0, ?, NULL, NULL)
           ON CONFLICT (tenant, id) DO UPDATE SET revision = revision + 1, body = excluded.body`,
        )
        .run(tenant, id, json),
    )
  }

  return {
    async insert(tenant, id, body, events = []) {
      const json = JSON.stringify(body)
      return store.write(() => {
        const outbox = numbered(events, 0)
        const { changes } = store
          .statement(`INSERT INTO ${table} VALUES (?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
          .run(tenant, id, events.length, json, outboxJson(outbox), outbox.length > 0 ? nextWrite() : null)
        if (changes === 1) {
          return {
            inserted: true,
            stored: { tenant, id, revision: 1, sequence: events.length, body: JSON.parse(json), outbox },
          }
        }
        const existing = row(tenant, id) ?? uniqueRival(store, definition, tenant, JSON.parse(json))
        if (!existing)
          throw new ServiceError('internal', { cause: new Error(`${table} refused ${id} without a reason`) })
        return { inserted: false, stored: toStored<T>(existing) }
      })
    },

    async replace({ tenant, id, revision }, body, events = []) {
      const json = JSON.stringify(body)
      // Answered, not thrown, inside the write: a lost race needs no rollback.
      const outcome = await store.write(() => {
        const seen = row(tenant, id)
        if (!seen) return 'not_found' as const
        if (seen.revision !== revision) return 'version_conflict' as const
        const before: OutboxEvent[] = seen.outbox === null ? [] : JSON.parse(seen.outbox)
        const outbox = [...before, ...numbered(events, seen.sequence)]
        const sequence = seen.sequence + events.length
        refusingDoubles(() =>
          store
            .statement(
              `UPDATE ${table} SET revision = revision + 1, sequence = ?, body = ?, outbox = ?,
                 unsettled_since = coalesce(unsettled_since, ?) WHERE tenant = ? AND id = ?`,
            )
            .run(sequence, json, outboxJson(outbox), outbox.length > 0 ? nextWrite() : null, tenant, id),
        )
        return { tenant, id, revision: revision + 1, sequence, body: JSON.parse(json), outbox } as Stored<T>
      })
      if (typeof outcome === 'string') throw new ServiceError(outcome)
      return outcome
    },

    async put(tenant, id, body) {
      const json = JSON.stringify(body)
      await store.write(() => putInside(tenant, id, json))
    },

    putMany: (tenant, documents) => writeInSteps(store, documents, (id, json) => putInside(tenant, id, json)),

    addMany: (tenant, documents) =>
      writeInSteps(store, documents, (id, json) => {
        const add = `INSERT INTO ${table} VALUES (?, ?, 1, 0, ?, NULL, NULL) ON CONFLICT DO NOTHING`
        store.statement(add).run(tenant, id, json)
      }),

    async remove(tenant, id, revision) {
      const condition = revision === undefined ? '' : ' AND revision = ?'
      const { changes } = await store.write(() =>
        store
          .statement(`DELETE FROM ${table} WHERE tenant = ? AND id = ?${condition}`)
          .run(tenant, id, ...(revision === undefined ? [] : [revision])),
      )
      return Number(changes) === 1
    },
  }
}

/** Writes documents in steps: a transaction each. */
async function writeInSteps(
  store: SqliteStore,
  documents: { id: string; body: object }[],
  write: (id: string, json: string) => void,
): Promise<void> {
  const all = documents.map(({ id, body }) => ({ id, json: JSON.stringify(body) }))
  const steps = Math.ceil(all.length / documentsPerStep)
  const writes = Array.from({ length: steps }, (_, step) =>
    store.write(() => {
      const part = all.slice(step * documentsPerStep, (step + 1) * documentsPerStep)
      for (const { id, json } of part) write(id, json)
    }),
  )
  await Promise.all(writes)
}

/** The document that a unique index refused this body for. */
function uniqueRival<T extends object>(
  store: SqliteStore,
  definition: CollectionDefinition<T>,
  tenant: string,
  body: T,
): Row | undefined {
  const table = tableOf(definition.name)
  for (const { where, acrossTenants } of uniqueValuesOf(definition, body)) {
    const filter = whereClause(where)
    const scope = acrossTenants ? { sql: 'TRUE', params: [] } : { sql: 'tenant = ?', params: [tenant] }
    const rival = store
      .statement(`SELECT ${columns} FROM ${table} WHERE ${scope.sql}${filter.sql} LIMIT 1`)
      .get(...scope.params, ...filter.params)
    if (rival) return rival as unknown as Row
  }
  return undefined
}

/** SQLITE_CONSTRAINT_UNIQUE, https://www.sqlite.org/rescode.html */
const uniqueViolation = 2067

/** A unique index that refuses is a `conflict` for the caller. */
function refusingDoubles<R>(write: () => R): R {
  try {
    return write()
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== uniqueViolation) throw error
    throw new ServiceError('conflict', { detail: 'Another document has the same unique value.', cause: error })
  }
}
