import type { DocumentsReader } from '../port.ts'
import { databaseOf, type Place, tlsOptions } from './database-name.ts'
import { mongoClient } from './mongo-client.ts'
import { readRows, toStored } from './rows.ts'
import { reaching } from './storage-error.ts'
import { type Row, rowId } from './where.ts'

/** Reads the documents of an installation that may be running; changes nothing. Throws `unavailable` when it can't connect. */
export async function readMongoDocuments(place: Place): Promise<DocumentsReader & { close(): Promise<void> }> {
  const client = mongoClient(place.url, {
    ...tlsOptions(place),
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: 60_000,
    readConcern: { level: 'majority' },
    appName: 'frontdesk-reader',
  })
  await reaching(() => client.connect())
  const rowsOf = (name: string) => client.db(databaseOf(place)).collection<Row>(name)
  return {
    all: (definition) => readRows(rowsOf(definition.name)),
    async get(definition, tenant, id) {
      const row = await reaching(() => rowsOf(definition.name).findOne({ _id: rowId(tenant, id) }))
      return row ? toStored(row) : undefined
    },
    countUnsettled: ({ name }) => reaching(() => rowsOf(name).countDocuments({ unsettledSince: { $gte: 0 } })),
    close: () => client.close(),
  }
}
