import { ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { valueAt } from '../field-path.ts'
import type { Collection, CollectionDefinition, NewEvent, OutboxEvent, Stored, Where } from '../port.ts'
import { countWhere, findPage } from './find.ts'
import { columns, createTable, type Row, tableOf, toStored } from './table.ts'

/** Documents that one transaction of a long job writes, so that it never holds the event loop for long. */
const documentsPerStep = 500

/** One collection on its table. */
export function sqliteCollection<T extends object>(
  store: SqliteStore,
  definition: CollectionDefinition<T>,
): Collection<T> {
  createTable(store, definition)
  const table = tableOf(definition.name)
  const select = `SELECT ${columns} FROM ${table} WHERE tenant = ? AND id = ?`
  const row = (tenant: string, id: string) => store.statement(select).get(tenant, id) as Row | undefined

  return {
    async get(tenant, id) {
      const found = row(tenant, id)
      return found && toStored<T>(found)
    },

    async getMany(tenant, ids) {
      const rows = store
        .statement(`SELECT ${columns} FROM ${table} WHERE tenant = ? AND id IN (SELECT value FROM json_each(?))`)
        .all(tenant, JSON.stringify(ids)) as unknown as Row[]
      const byId = new Map(rows.map((found) => [found.id, found]))
      return [...new Set(ids)].flatMap((id) => (byId.has(id) ? [toStored<T>(byId.get(id)!)] : []))
    },

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
        const standing = row(tenant, id) ?? uniqueRival(tenant, JSON.parse(json))
        if (!standing)
          throw new ServiceError('internal', { cause: new Error(`${table} refused ${id} without a reason`) })
        return { inserted: false, stored: toStored<T>(standing) }
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

    async putMany(tenant, documents) {
      const all = documents.map(({ id, body }) => ({ id, json: JSON.stringify(body) }))
      const steps = Math.ceil(all.length / documentsPerStep)
      const writes = Array.from({ length: steps }, (_, step) => {
        const part = all.slice(step * documentsPerStep, (step + 1) * documentsPerStep)
        return store.write(() => {
          for (const { id, json } of part) putInside(tenant, id, json)
        })
      })
      await Promise.all(writes)
    },

    async addMany(tenant, documents) {
      const all = documents.map(({ id, body }) => ({ id, json: JSON.stringify(body) }))
      const steps = Math.ceil(all.length / documentsPerStep)
      const writes = Array.from({ length: steps }, (_, step) => {
        const part = all.slice(step * documentsPerStep, (step + 1) * documentsPerStep)
        return store.write(() => {
          const add = store.statement(`INSERT INTO ${table} VALUES (?, ?, 1, 0, ?, NULL, NULL) ON CONFLICT DO NOTHING`)
          for (const { id, json } of part) add.run(tenant, id, json)
        })
      })
      await Promise.all(writes)
    },

    async remove(tenant, id, revision) {
      const condition = revision === undefined ? '' : ' AND revision = ?'
      const { changes } = await store.write(() =>
        store
          .statement(`DELETE FROM ${table} WHERE tenant = ? AND id = ?${condition}`)
          .run(tenant, id, ...(revision === undefined ? [] : [revision])),
      )
      return Number(changes) === 1
    },

    async find(tenant, find) {
      return findPage<T>(store, table, tenant, find)
    },

    async count(tenant, where?: Where) {
      return countWhere(store, table, tenant, where)
    },

    async findAcrossTenants(find) {
      if (!definition.indexes.some((index) => index.acrossTenants)) {
        throw new Error(`${definition.name} declares no index acrossTenants, which findAcrossTenants needs.`)
      }
      return findPage<T>(store, table, undefined, find).items
    },

    async unsettled(limit) {
      return store
        .statement(`SELECT ${columns} FROM ${table} WHERE outbox IS NOT NULL ORDER BY unsettled_since LIMIT ?`)
        .all(limit)
        .map((found) => toStored<T>(found as unknown as Row))
    },

    async settle(tenant, id, eventId) {
      await store.write(() => {
        const outbox = row(tenant, id)?.outbox
        if (!outbox) return
        const events = JSON.parse(outbox) as OutboxEvent[]
        const last = events.findIndex((event) => event.id === eventId)
        if (last < 0) return
        const left = events.slice(last + 1)
        store
          .statement(
            `UPDATE ${table} SET outbox = ?1, unsettled_since = iif(?1 IS NULL, NULL, unsettled_since)
             WHERE tenant = ?2 AND id = ?3`,
          )
          .run(outboxJson(left), tenant, id)
      })
    },

    async eraseTenant(tenant) {
      const erase = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE tenant = ? LIMIT ?)`
      for (;;) {
        const { changes } = await store.write(() => store.statement(erase).run(tenant, documentsPerStep))
        if (Number(changes) < documentsPerStep) return
      }
    },
  }

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

  /** The document that a unique index refused this body for. */
  function uniqueRival(tenant: string, body: T): Row | undefined {
    for (const { fields, unique, acrossTenants } of definition.indexes) {
      if (!unique) continue
      const where: Where = Object.fromEntries(fields.map((field) => [field, (valueAt(body, field) ?? null) as string]))
      const { items } = findPage<T>(store, table, acrossTenants ? undefined : tenant, { where, limit: 1 })
      if (items[0]) return row(items[0].tenant, items[0].id)
    }
  }
}

const numbered = (events: NewEvent[], after: number): OutboxEvent[] =>
  events.map(({ id, subject, headers, body }, i) => ({ id, subject, headers, body, sequence: after + i + 1 }))

const outboxJson = (outbox: OutboxEvent[]): string | null => (outbox.length === 0 ? null : JSON.stringify(outbox))

let lastWrite = 0
/** Orders writes: microseconds of the clock, and never the same or less twice in this process. */
function nextWrite(): number {
  lastWrite = Math.max(lastWrite + 1, Date.now() * 1_000)
  return lastWrite
}

/** SQLITE_CONSTRAINT_UNIQUE, https://www.sqlite.org/rescode.html */
const uniqueViolation = 2067

/** A unique index that refuses is a `conflict` for the caller. */
function refusingDoubles<R>(write: () => R): R {
  try {
    return write()
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== uniqueViolation) throw error
    throw new ServiceError('conflict', { detail: 'Another one has the same unique value.', cause: error })
  }
}
