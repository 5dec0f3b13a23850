import type { Collection as MongoCollection } from 'mongodb'
import type { Stored } from '../port.ts'
import { fromStorage } from './field-names.ts'
import { answering } from './storage-error.ts'
import type { Row } from './where.ts'

/** Documents of one bulk write: well under the 48 MB of a message, whatever they hold. */
export const documentsPerWrite = 500
/** Documents that a walk over all of them holds: some have hundreds of kilobytes. */
const documentsAPage = 100

/** A document as the port gives it. */
export const toStored = <T extends object>({ tenant, id, revision, sequence, body, outbox }: Row): Stored<T> => ({
  tenant,
  id,
  revision,
  sequence,
  body: fromStorage(body),
  // Some servers drop an empty array that an upsert sets.
  outbox: fromStorage(outbox ?? []),
})

/** Every document of a collection, by tenant and id, a page at a time. */
export async function* readRows<T extends object>(rows: MongoCollection<Row>): AsyncGenerator<Stored<T>> {
  let last = ''
  for (;;) {
    const page = await answering(() =>
      rows
        .find({ _id: { $gt: last } })
        .sort({ _id: 1 })
        .limit(documentsAPage)
        .toArray(),
    )
    for (const row of page) yield toStored<T>(row)
    if (page.length < documentsAPage) return
    last = page.at(-1)!._id
  }
}
