import { ServiceError } from '@frontdesk/contracts'
import { MongoClient } from 'mongodb'
import { mongoCollection } from './mongo/collection.ts'
import { databaseOf, type Place } from './mongo/database-name.ts'
import { declareIndexes } from './mongo/indexes.ts'
import { migrate } from './mongo/migrate.ts'
import { reaching } from './mongo/storage-error.ts'
import type { Row } from './mongo/where.ts'
import type { Collection, Documents } from './port.ts'

/**
 * Documents in MongoDB, a collection each, in the database that the URL names (default `frontdesk`). Writes are
 * acknowledged by a majority and its journals. A server that refuses connections makes every call throw `unavailable`
 * within 2 s, one that falls silent within 5 s, and from then on at once; the driver reconnects by itself. Throws
 * `unavailable` when it can't connect at all.
 */
export async function mongoDocuments(options: Place): Promise<Documents> {
  const client = new MongoClient(options.url, {
    // A request that loses its connection on the way selects a server again, and is to have its 503 within 2 s.
    serverSelectionTimeoutMS: 1_000,
    // Also how late the answer to a heartbeat may be: a machine that is busy for two seconds is not away.
    connectTimeoutMS: 3_000,
    socketTimeoutMS: 30_000,
    // Of a server that is there and busy: who waits behind others waits as long as a question may take.
    waitQueueTimeoutMS: 10_000,
    heartbeatFrequencyMS: 2_000,
    maxPoolSize: 32,
    ignoreUndefined: true,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    appName: 'frontdesk',
  })
  await reaching(() => client.connect())
  const database = client.db(databaseOf(options))
  try {
    await reaching(() => migrate(database))
  } catch (error) {
    await client.close()
    throw error
  }
  const collections = new Map<string, Promise<Collection<any>>>()
  let isOpen = true

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The documents are closed.' })
  }

  return {
    async collection(definition) {
      assertOpen()
      const known = collections.get(definition.name)
      if (known) return known
      const opening = reaching(async () => {
        const rows = database.collection<Row>(definition.name)
        await declareIndexes(rows, definition.indexes)
        return mongoCollection(rows, definition)
      })
      // A failed opening is tried again by the next caller.
      opening.catch(() => collections.delete(definition.name))
      collections.set(definition.name, opening)
      return opening
    },
    async check() {
      assertOpen()
      await reaching(() => database.command({ ping: 1 }, { timeoutMS: 900 }))
    },
    async close() {
      isOpen = false
      await client.close()
    },
  }
}

/** Removes every document of a namespace. For what was made to be thrown away; nobody may use it. */
export async function removeDocumentsNamespace(options: { url: string; namespace: string }): Promise<void> {
  const client = new MongoClient(options.url, { serverSelectionTimeoutMS: 1_500, appName: 'frontdesk' })
  try {
    await reaching(() => client.db(databaseOf(options)).dropDatabase())
  } finally {
    await client.close()
  }
}
