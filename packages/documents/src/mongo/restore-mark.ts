import type { Db } from 'mongodb'
import { databaseOf, type Place, tlsOptions } from './database-name.ts'
import { mongoClient } from './mongo-client.ts'
import { reaching } from './storage-error.ts'

type Mark = { _id: string; since: Date; migration?: string }

const marksIn = (database: Db) => database.collection<Mark>('frontdesk-restore')
const theMark = 'unfinished'

/** Says that a restore is under way: nobody opens the documents before it is finished. */
export type RestoreMark = {
  /** What was cut off: with its name when it is a migration. Undefined when nothing was. */
  read(): Promise<{ migration?: string } | undefined>
  begin(migration?: string): Promise<void>
  finish(): Promise<void>
  close(): Promise<void>
}

/** Throws a sentence for the person at the terminal while a restore into the database is not finished. */
export async function assertRestored(database: Db): Promise<void> {
  const mark = await marksIn(database).findOne({ _id: theMark })
  if (!mark) return
  throw new Error(
    `A restore or migration into the database ${database.databaseName}, begun at ${mark.since.toISOString()}, is not finished. ` +
      (mark.migration ? 'Run frontdesk migrate again: it continues. To give it up, d' : 'If it was killed, d') +
      'rop the database and the buckets and streams of the installation, and begin again.',
  )
}

/** The mark of a database. */
export async function restoreMark(place: Place): Promise<RestoreMark> {
  const client = mongoClient(place.url, {
    ...tlsOptions(place),
    serverSelectionTimeoutMS: 2_000,
    appName: 'frontdesk-restore',
  })
  await reaching(() => client.connect())
  const marks = marksIn(client.db(databaseOf(place)))
  const durable = { writeConcern: { w: 'majority', journal: true } } as const
  return {
    read: async () => (await reaching(() => marks.findOne({ _id: theMark }))) ?? undefined,
    async begin(migration) {
      const mark = { $set: { since: new Date(), ...(migration && { migration }) } }
      await reaching(() => marks.updateOne({ _id: theMark }, mark, { upsert: true, ...durable }))
    },
    async finish() {
      await reaching(() => marks.deleteOne({ _id: theMark }, durable))
    },
    close: () => client.close(),
  }
}
