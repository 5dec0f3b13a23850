import { ServiceError } from '@frontdesk/contracts'

/** Primary result codes (https://www.sqlite.org/rescode.html) that say the disk or the file fails, not the statement. */
const storageFailures = new Map([
  [5, 'is locked by another process'],
  [8, 'is read-only'],
  [10, 'could not be read or written'],
  [11, 'is damaged'],
  [13, 'is on a full disk'],
  [14, 'could not be opened'],
  [26, 'is not a database'],
])

/** An error of node:sqlite as callers should see it: `unavailable` when the storage fails, otherwise unchanged. */
export function storageError(error: unknown): unknown {
  const sqlite = error as { code?: string; errcode?: number }
  if (sqlite?.code !== 'ERR_SQLITE_ERROR' || sqlite.errcode === undefined) return error
  // Extended codes keep the primary one in their low byte.
  const reason = storageFailures.get(sqlite.errcode & 0xff)
  return reason ? new ServiceError('unavailable', { detail: `The database ${reason}.`, cause: error }) : error
}
