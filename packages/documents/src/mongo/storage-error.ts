import { ServiceError } from '@frontdesk/contracts'
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb'

/** What MongoDB answers when a unique index refuses. */
const duplicateKey = 11_000

/** FerretDB on SQLite says it in words when an update, and not an insert, meets a unique index. */
const duplicateInWords = 'UNIQUE constraint failed'

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === duplicateKey || error.message.includes(duplicateInWords))

/** Whether a write of many failed only where there was something already. */
export const areAllDuplicates = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError &&
  [error.writeErrors].flat().length > 0 &&
  [error.writeErrors].flat().every(({ code, errmsg }) => code === duplicateKey || errmsg?.includes(duplicateInWords))

/** Runs one operation; a server that is away or too slow is `unavailable`, a refusal by a unique index `conflict`. */
export async function reaching<R>(operation: () => Promise<R>): Promise<R> {
  try {
    return await operation()
  } catch (error) {
    if (isDuplicate(error)) {
      throw new ServiceError('conflict', { detail: 'Another one has the same unique value.', cause: error })
    }
    if (error instanceof MongoError) {
      throw new ServiceError('unavailable', { detail: 'The document store does not answer.', cause: error })
    }
    throw error
  }
}
