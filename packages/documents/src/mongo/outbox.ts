import { ServiceError } from '@frontdesk/contracts'
import type { Collection as MongoCollection } from 'mongodb'
import type { Collection } from '../port.ts'
import { toStored } from './rows.ts'
import { answering } from './storage-error.ts'
import { type Row, rowId } from './where.ts'

/** Settling races only with other writers of the same document. */
const settleTries = 100

/** What takes events out of the documents once they are published. */
export const mongoOutbox = <T extends object>(
  rows: MongoCollection<Row>,
): Pick<Collection<T>, 'unsettled' | 'settle'> => ({
  async unsettled(limit) {
    const found = await answering(() =>
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
      const row = await answering(() => rows.findOne({ _id: rowId(tenant, id) }))
      const outbox = row?.outbox ?? []
      const last = outbox.findIndex((entry) => entry.id === eventId)
      if (!row || last < 0) return
      const left = outbox.slice(last + 1)
      const { matchedCount } = await answering(() =>
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
})
