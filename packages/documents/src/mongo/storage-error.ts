import { ServiceError } from '@frontdesk/contracts'
import { MongoBulkWriteError, MongoError, MongoNetworkTimeoutError, MongoServerError } from 'mongodb'

/** What MongoDB answers when a unique index refuses. */
const duplicateKey = 11_000

/** FerretDB on SQLite says it in words when an update, and not an insert, meets a unique index. */
const duplicateInWords = 'UNIQUE constraint failed'

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === duplicateKey || error.message.includes(duplicateInWords))

/** Whether a write of many failed only where there was something already. */
export const areAllDuplicates = (error: unknown): error is MongoBulkWriteError =>
  error instanceof MongoBulkWriteError &&
  [error.writeErrors].flat().length > 0 &&
  [error.writeErrors].flat().every(({ code, errmsg }) => code === duplicateKey || errmsg?.includes(duplicateInWords))

/** MongoDB's code for a write that finds no room (https://github.com/mongodb/mongo, error_codes.yml). */
const outOfDiskSpace = 14_031
/** How others say it: FerretDB in the words of SQLite or PostgreSQL, a file system in those of POSIX. */
const fullInWords = /database or disk is full|no space left on device/i

const isDiskFull = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === outOfDiskSpace || fullInWords.test(error.message))

/** No call on documents takes longer: a request is to have its 503 within seconds also when the server falls asleep. */
export const answerMs = 6_000

const tooLate = (cause?: unknown) =>
  new ServiceError('deadline_exceeded', { detail: 'The document store did not answer in time.', cause })

/** Settles as the operation does, or with `deadline_exceeded` after `limitMs`; the driver cancels no write by itself. */
async function within<R>(limitMs: number, operation: () => Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs)
  })
  try {
    return await Promise.race([operation(), limit])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs one operation; a server that is away is `unavailable`, with the reason when its disk is full; one that is there and
 * too slow `deadline_exceeded`; a refusal by a unique index `conflict`.
 */
export async function reaching<R>(operation: () => Promise<R>, limitMs?: number): Promise<R> {
  try {
    return await (limitMs === undefined ? operation() : within(limitMs, operation))
  } catch (error) {
    if (isDuplicate(error)) {
      throw new ServiceError('conflict', { detail: 'Another document has the same unique value.', cause: error })
    }
    if (isDiskFull(error)) throw new ServiceError('unavailable', { storage: 'disk_full', cause: error })
    if (error instanceof MongoNetworkTimeoutError) throw tooLate(error)
    if (error instanceof MongoError) {
      throw new ServiceError('unavailable', { detail: 'The document store does not answer.', cause: error })
    }
    throw error
  }
}

/** `reaching` for what somebody waits for: `deadline_exceeded` after `answerMs`. */
export const answering = <R>(operation: () => Promise<R>): Promise<R> => reaching(operation, answerMs)
