import type { Collection as MongoCollection } from 'mongodb'
import type { Collection, CollectionDefinition } from '../port.ts'
import { mongoOutbox } from './outbox.ts'
import { mongoReads } from './reads.ts'
import { mongoRestoring } from './restoring.ts'
import type { Row } from './where.ts'
import { mongoWrites } from './writes.ts'

/** One collection on its MongoDB collection of the same name; `patientRows` is the same one, for what may take minutes. */
export const mongoCollection = <T extends object>(
  rows: MongoCollection<Row>,
  patientRows: MongoCollection<Row>,
  definition: CollectionDefinition<T>,
): Collection<T> => ({
  ...mongoReads(rows, definition),
  ...mongoWrites(rows, definition),
  ...mongoOutbox(rows),
  ...mongoRestoring(rows, patientRows, definition),
})
