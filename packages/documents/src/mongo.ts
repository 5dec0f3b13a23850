import { randomInt } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { mongoCollection } from './mongo/collection.ts'
import { databaseOf, type Place, tlsOptions } from './mongo/database-name.ts'
import { declareIndexes } from './mongo/indexes.ts'
import { migrate } from './mongo/migrate.ts'
import { mongoClient } from './mongo/mongo-client.ts'
import { type Seen, seenIn, storeProbe } from './mongo/probe.ts'
import { assertRestored } from './mongo/restore-mark.ts'
import { answering, answerMs, isDuplicate, reaching } from './mongo/storage-error.ts'
import type { Row } from './mongo/where.ts'
import type { Collection, Documents } from './port.ts'

/** Making an index, a migration, an erasure: as long as they take, but for a connection that nothing comes from. */
const upkeepMs = 300_000
const checkMs = 1_500
/** What `check` writes to: some documents, of which a process has one, so that few wait for each other. */
const probes = 'frontdesk-probe'
const probeDocuments = 64

/**
 * Documents in MongoDB, a collection each, in the database that the URL names (default `frontdesk`). Writes are
 * acknowledged by a majority and its journals. A server that refuses connections makes every call throw `unavailable`
 * within 2 s, one that falls silent within 5 s, and from then on at once; one that answers pings and nothing else
 * `deadline_exceeded` after 6 s. The driver reconnects by itself.
 * Throws `unavailable` when it can't connect at all, and a plain Error while a restore into the database is not finished.
 */
export async function mongoDocuments(options: Place & { isRestoring?: boolean }): Promise<Documents> {
  const settings = {
    ...tlsOptions(options),
    // A request that loses its connection on the way selects a server again, and is to have its 503 within 2 s.
    serverSelectionTimeoutMS: 1_000,
    // Also how late the answer to a heartbeat may be: a machine that is busy for two seconds is not away.
    connectTimeoutMS: 3_000,
    // Of a server that is there and busy: who waits behind others waits as long as a question may take.
    waitQueueTimeoutMS: 10_000,
    heartbeatFrequencyMS: 2_000,
    ignoreUndefined: true,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    appName: 'frontdesk',
  } as const
  // A connection that waits for an answer longer than any call does is given up, or stalled writes would keep them all.
  const client = mongoClient(options.url, {
    ...settings,
    socketTimeoutMS: answerMs,
    maxPoolSize: 32,
    monitorCommands: true,
  })
  const probeId = `probe-${randomInt(probeDocuments)}` as never
  const probeRows = () => client.db(databaseOf(options)).collection(probes)
  const write = () => probeRows().updateOne({ _id: probeId }, { $inc: { count: 1 } }, { upsert: true })
  const probe = storeProbe({
    read: () => reaching(async () => void (await probeRows().findOne({ _id: probeId })), checkMs),
    write: () =>
      reaching(async () => {
        await write().catch((error) => (isDuplicate(error) ? undefined : Promise.reject(error)))
      }, checkMs),
    now: () => performance.now(),
  })
  const note = (seen: Seen | undefined) => seen && probe.note(seen)
  client.on('commandSucceeded', ({ commandName, reply }) => note(seenIn(commandName, reply)))
  client.on('commandFailed', ({ commandName, failure }) => note(seenIn(commandName, undefined, failure)))
  const patient = mongoClient(options.url, { ...settings, socketTimeoutMS: upkeepMs, maxPoolSize: 4 })
  const closeAll = () => Promise.all([client.close(), patient.close()])
  const database = client.db(databaseOf(options))
  const upkeep = patient.db(databaseOf(options))
  try {
    await reaching(() => client.connect())
    if (!options.isRestoring) await answering(() => assertRestored(database))
    await reaching(() => migrate(upkeep))
  } catch (error) {
    await closeAll()
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
        const patientRows = upkeep.collection<Row>(definition.name)
        await declareIndexes(patientRows, definition.indexes)
        return mongoCollection(rows, patientRows, definition)
      })
      // A failed opening is tried again by the next caller.
      opening.catch(() => collections.delete(definition.name))
      collections.set(definition.name, opening)
      return opening
    },
    async check() {
      assertOpen()
      await probe.check()
    },
    async close() {
      isOpen = false
      await closeAll()
    },
  }
}

export { databaseOf } from './mongo/database-name.ts'
export { readMongoDocuments } from './mongo/read-documents.ts'
export { type RestoreMark, restoreMark } from './mongo/restore-mark.ts'

/** Removes every document of a namespace. For what was made to be thrown away; nobody may use it. */
export async function removeDocumentsNamespace(options: { url: string; namespace: string }): Promise<void> {
  const client = mongoClient(options.url, { serverSelectionTimeoutMS: 1_500, appName: 'frontdesk' })
  try {
    await reaching(() => client.db(databaseOf(options)).dropDatabase())
  } finally {
    await client.close()
  }
}
