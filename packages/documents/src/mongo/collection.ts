import { ServiceError } from '@frontdesk/contracts'
import type { Collection as MongoCollection } from 'mongodb'
import { cursorAfter, sortOf } from '../cursor.ts'
import { valueAt } from '../field-path.ts'
import type { Collection, CollectionDefinition, Find, NewEvent, OutboxEvent, Stored } from '../port.ts'
import { fromStorage, toStorage } from './field-names.ts'
import { areAllDuplicates, isDuplicate, reaching } from './storage-error.ts'
import { beyondCursor, filterOf, pathOf, type Row, rowId } from './where.ts'

/** Documents of one bulk write: well under the 48 MB of a message, whatever they hold. */
const documentsPerWrite = 500
/** Settling races only with other writers of the same document. */
const settleTries = 100

const numbered = (events: NewEvent[], after: number): OutboxEvent[] =>
  events.map(({ id, subject, headers, body }, i) => ({ id, subject, headers, body, sequence: after + i + 1 }))

const toStored = <T extends object>({ tenant, id, revision, sequence, body, outbox }: Row): Stored<T> => ({
  tenant,
  id,
  revision,
  sequence,
  body: fromStorage(body),
  // Some servers drop an empty array that an upsert sets.
  outbox: fromStorage(outbox ?? []),
})

/** One collection on its MongoDB collection of the same name. */
export function mongoCollection<T extends object>(
  rows: MongoCollection<Row>,
  definition: CollectionDefinition<T>,
): Collection<T> {
  const read = (tenant: string, id: string) => rows.findOne({ _id: rowId(tenant, id) })

  async function page(tenant: string | undefined, { where, sort, limit = 100, cursor }: Find) {
    if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
      throw new ServiceError('invalid_request', { detail: 'A page has 1 to 1,000 items.' })
    }
    const order = sortOf(sort)
    const filter = filterOf(tenant, where, cursor === undefined ? undefined : beyondCursor(cursor, order, tenant ?? ''))
    const direction = order.direction === 'asc' ? 1 : -1
    const by = { ...(order.field !== 'id' && { [pathOf(order.field)]: direction }), _id: direction } as Record<
      string,
      1 | -1
    >
    // One more than asked tells whether there is a next page.
    const found = await reaching(() =>
      rows
        .find(filter)
        .sort(by)
        .limit(limit + 1)
        .toArray(),
    )
    const items = found.slice(0, limit).map((row) => toStored<T>(row))
    return { items, nextCursor: found.length > limit ? cursorAfter(items.at(-1)!, order) : null }
  }

  /** The document that a unique index refused this body for. */
  async function uniqueRival(tenant: string, body: T): Promise<Row | null> {
    for (const { fields, unique, acrossTenants } of definition.indexes) {
      if (!unique) continue
      const where = Object.fromEntries(fields.map((field) => [field, (valueAt(body, field) ?? null) as string]))
      const rival = await rows.findOne(filterOf(acrossTenants ? undefined : tenant, where))
      if (rival) return rival
    }
    return null
  }

  const newRow = (tenant: string, id: string) => ({
    _id: rowId(tenant, id),
    tenant,
    id,
    revision: 1,
    sequence: 0,
    outbox: [],
    settled: 0,
  })

  const upsertOf = (tenant: string, id: string, body: T) => ({
    filter: { _id: rowId(tenant, id) },
    update: {
      $set: { tenant, id, body: toStorage(body) },
      $inc: { revision: 1 },
      $setOnInsert: { sequence: 0, outbox: [], settled: 0 },
    },
    upsert: true,
  })

  return {
    async get(tenant, id) {
      const row = await reaching(() => read(tenant, id))
      return row ? toStored<T>(row) : undefined
    },

    async getMany(tenant, ids) {
      const distinct = [...new Set(ids)]
      if (distinct.length === 0) return []
      const found = await reaching(() => rows.find({ _id: { $in: distinct.map((id) => rowId(tenant, id)) } }).toArray())
      const byId = new Map(found.map((row) => [row.id, row]))
      return distinct.flatMap((id) => (byId.has(id) ? [toStored<T>(byId.get(id)!)] : []))
    },

    async insert(tenant, id, body, events = []) {
      const outbox = numbered(events, 0)
      const row: Row = {
        _id: rowId(tenant, id),
        tenant,
        id,
        revision: 1,
        sequence: events.length,
        body: toStorage(body),
        outbox: toStorage(outbox),
        settled: 0,
        ...(outbox.length > 0 && { unsettledSince: Date.now() }),
      }
      return reaching(async () => {
        try {
          await rows.insertOne(row)
          return { inserted: true, stored: toStored<T>(row) }
        } catch (error) {
          if (!isDuplicate(error)) throw error
          const standing = (await read(tenant, id)) ?? (await uniqueRival(tenant, body))
          if (!standing) throw error
          return { inserted: false, stored: toStored<T>(standing) }
        }
      })
    },

    async replace({ tenant, id, revision, sequence }, body, events = []) {
      const outbox = numbered(events, sequence)
      const update = {
        $set: { body: toStorage(body) },
        ...(outbox.length > 0 && { $min: { unsettledSince: Date.now() } }),
        $inc: { revision: 1, sequence: outbox.length },
        ...(outbox.length > 0 && { $push: { outbox: { $each: toStorage(outbox) } } }),
      }
      const row = await reaching(() =>
        rows.findOneAndUpdate({ _id: rowId(tenant, id), revision }, update, { returnDocument: 'after' }),
      )
      if (row) return toStored<T>(row)
      throw new ServiceError((await reaching(() => read(tenant, id))) ? 'version_conflict' : 'not_found')
    },

    async put(tenant, id, body) {
      const { filter, update, upsert } = upsertOf(tenant, id, body)
      await reaching(() => rows.updateOne(filter, update, { upsert }))
    },

    async putMany(tenant, documents) {
      for (let i = 0; i < documents.length; i += documentsPerWrite) {
        const part = documents.slice(i, i + documentsPerWrite)
        const operations = part.map(({ id, body }) => ({ updateOne: upsertOf(tenant, id, body) }))
        await reaching(() => rows.bulkWrite(operations, { ordered: true }))
      }
    },

    async addMany(tenant, documents) {
      for (let i = 0; i < documents.length; i += documentsPerWrite) {
        const part = documents
          .slice(i, i + documentsPerWrite)
          .map(({ id, body }) => ({ ...newRow(tenant, id), body: toStorage(body) }))
        await reaching(async () => {
          try {
            await rows.insertMany(part, { ordered: false })
          } catch (error) {
            if (!areAllDuplicates(error)) throw error
          }
        })
      }
    },

    async remove(tenant, id, revision) {
      const filter = { _id: rowId(tenant, id), ...(revision !== undefined && { revision }) }
      const { deletedCount } = await reaching(() => rows.deleteOne(filter))
      return deletedCount === 1
    },

    find: (tenant, find) => page(tenant, find),
    count: (tenant, where) => reaching(() => rows.countDocuments(filterOf(tenant, where))),

    async findAcrossTenants(find) {
      if (!definition.indexes.some((index) => index.acrossTenants)) {
        throw new Error(`${definition.name} declares no index acrossTenants, which findAcrossTenants needs.`)
      }
      return (await page(undefined, find)).items
    },

    async unsettled(limit) {
      const found = await reaching(() =>
        rows
          .find({ unsettledSince: { $gte: 0 } })
          .sort({ unsettledSince: 1 })
          .limit(limit)
          .toArray(),
      )
      return found.map((row) => toStored<T>(row))
    },

    async settle(tenant, id, eventId) {
      // A compare-and-set on what appends to the outbox (`sequence`) and what takes from it (`settled`); no revision moves.
      for (let attempt = 0; attempt < settleTries; attempt++) {
        const row = await reaching(() => read(tenant, id))
        const outbox = row?.outbox ?? []
        const last = outbox.findIndex((entry) => entry.id === eventId)
        if (!row || last < 0) return
        const left = outbox.slice(last + 1)
        const { matchedCount } = await reaching(() =>
          rows.updateOne(
            { _id: row._id, sequence: row.sequence, settled: row.settled },
            {
              $set: { outbox: left, settled: outbox[last]!.sequence },
              ...(left.length === 0 && { $unset: { unsettledSince: '' } }),
            },
          ),
        )
        if (matchedCount === 1) return
      }
      throw new ServiceError('version_conflict')
    },

    async eraseTenant(tenant) {
      await reaching(() => rows.deleteMany({ tenant }))
    },
  }
}
