import { ServiceError } from '@frontdesk/contracts'
import type { Collection as MongoCollection } from 'mongodb'
import { numbered } from '../outbox-events.ts'
import type { Collection, CollectionDefinition, OutboxEvent } from '../port.ts'
import { uniqueValuesOf } from '../unique-values.ts'
import { toStorage } from './field-names.ts'
import { documentsPerWrite, toStored } from './rows.ts'
import { answering, areAllDuplicates, isDuplicate } from './storage-error.ts'
import { filterOf, type Row, rowId } from './where.ts'

/**
 * Upserts of one bulk write. FerretDB on SQLite keeps a connection of its 100 for each document that a write changes until the
 * write ends: with 100 of them it hangs, and everybody's writes with it.
 */
const upsertsPerWrite = 50

type Writes<T extends object> = Pick<Collection<T>, 'insert' | 'replace' | 'put' | 'putMany' | 'addMany' | 'remove'>

/** What writes documents of one tenant, with the events that belong to a write. */
export function mongoWrites<T extends object>(
  rows: MongoCollection<Row>,
  definition: CollectionDefinition<T>,
): Writes<T> {
  const read = (tenant: string, id: string) => rows.findOne({ _id: rowId(tenant, id) })

  /** The document that a unique index refused this body for. */
  async function uniqueRival(tenant: string, body: T): Promise<Row | null> {
    for (const { where, acrossTenants } of uniqueValuesOf(definition, body)) {
      const rival = await rows.findOne(filterOf(acrossTenants ? undefined : tenant, where))
      if (rival) return rival
    }
    return null
  }

  /** Inserts those of some documents that a unique index admits, and gives the others. */
  async function insertFree(tenant: string, documents: { id: string; body: T }[]): Promise<{ id: string; body: T }[]> {
    const part = documents.map(({ id, body }) => newRow(tenant, id, body, []))
    return answering(async () => {
      try {
        await rows.insertMany(part, { ordered: false })
        return []
      } catch (error) {
        if (!areAllDuplicates(error)) throw error
        return [error.writeErrors].flat().map(({ index }) => documents[index]!)
      }
    })
  }

  return {
    async insert(tenant, id, body, events = []) {
      const row = newRow(tenant, id, body, numbered(events, 0))
      return answering(async () => {
        try {
          await rows.insertOne(row)
          return { inserted: true, stored: toStored<T>(row) }
        } catch (error) {
          if (!isDuplicate(error)) throw error
          const existing = (await read(tenant, id)) ?? (await uniqueRival(tenant, body))
          if (!existing) throw error
          return { inserted: false, stored: toStored<T>(existing) }
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
      const row = await answering(() =>
        rows.findOneAndUpdate({ _id: rowId(tenant, id), revision }, update, { returnDocument: 'after' }),
      )
      if (row) return toStored<T>(row)
      throw new ServiceError((await answering(() => read(tenant, id))) ? 'version_conflict' : 'not_found')
    },

    async put(tenant, id, body) {
      const { filter, update, upsert } = upsertOf(tenant, id, body)
      await answering(() => rows.updateOne(filter, update, { upsert }))
    },

    async putMany(tenant, documents) {
      // A document that is new, as most are, is inserted in a tenth of the time of an upsert.
      for (const part of partsOf(documents, documentsPerWrite)) {
        const taken = await insertFree(tenant, part)
        for (const each of partsOf(taken, upsertsPerWrite)) {
          const operations = each.map(({ id, body }) => ({ updateOne: upsertOf(tenant, id, body) }))
          await answering(() => rows.bulkWrite(operations, { ordered: true }))
        }
      }
    },

    async addMany(tenant, documents) {
      for (const part of partsOf(documents, documentsPerWrite)) await insertFree(tenant, part)
    },

    async remove(tenant, id, revision) {
      const filter = { _id: rowId(tenant, id), ...(revision !== undefined && { revision }) }
      const { deletedCount } = await answering(() => rows.deleteOne(filter))
      return deletedCount === 1
    },
  }
}

function* partsOf<D>(documents: D[], length: number): Generator<D[]> {
  for (let i = 0; i < documents.length; i += length) yield documents.slice(i, i + length)
}

const newRow = (tenant: string, id: string, body: object, outbox: OutboxEvent[]): Row => ({
  _id: rowId(tenant, id),
  tenant,
  id,
  revision: 1,
  sequence: outbox.length,
  body: toStorage(body),
  outbox: toStorage(outbox),
  settled: 0,
  ...(outbox.length > 0 && { unsettledSince: Date.now() }),
})

const upsertOf = (tenant: string, id: string, body: object) => ({
  filter: { _id: rowId(tenant, id) },
  update: {
    $set: { tenant, id, body: toStorage(body) },
    $inc: { revision: 1 },
    $setOnInsert: { sequence: 0, outbox: [], settled: 0 },
  },
  upsert: true,
})
