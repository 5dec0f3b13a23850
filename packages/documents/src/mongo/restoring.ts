import { ServiceError } from '@frontdesk/contracts'
import type { Collection as MongoCollection } from 'mongodb'
import type { Collection, CollectionDefinition, Stored } from '../port.ts'
import { toStorage } from './field-names.ts'
import { documentsPerWrite, readRows } from './rows.ts'
import { answering, isDuplicate, reaching } from './storage-error.ts'
import { type Row, rowId } from './where.ts'

/** What reads, writes or removes documents as a whole: for backups and erasures. `patientRows` may take minutes. */
export const mongoRestoring = <T extends object>(
  rows: MongoCollection<Row>,
  patientRows: MongoCollection<Row>,
  definition: CollectionDefinition<T>,
): Pick<Collection<T>, 'all' | 'restore' | 'eraseTenant'> => ({
  all: () => readRows<T>(rows),

  async restore(documents) {
    for (let i = 0; i < documents.length; i += documentsPerWrite) {
      const part = documents.slice(i, i + documentsPerWrite).map(restoredRow)
      await answering(async () => {
        try {
          await rows.insertMany(part)
        } catch (error) {
          if (!isDuplicate(error)) throw error
          throw new ServiceError('conflict', { detail: `${definition.name} has one of these documents already.` })
        }
      })
    }
  },

  async eraseTenant(tenant) {
    await reaching(() => patientRows.deleteMany({ tenant }))
  },
})

const restoredRow = ({ tenant, id, revision, sequence, body, outbox }: Stored<object>): Row => ({
  _id: rowId(tenant, id),
  tenant,
  id,
  revision,
  sequence,
  body: toStorage(body),
  outbox: toStorage(outbox),
  settled: sequence - outbox.length,
  ...(outbox.length > 0 && { unsettledSince: Date.now() }),
})
