import { ServiceError, type StorageFault } from '@frontdesk/contracts'

/** Primary result codes (https://www.sqlite.org/rescode.html) that say the disk or the file fails, not the statement. */
const storageFailures = new Map([
  [5, 'is locked by another process'],
  [10, 'could not be read or written'],
  [14, 'could not be opened'],
])

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damage = new Set([11, 26])

/** Whether SQLite found that the file is damaged. */
export const isDamage = (error: unknown): boolean => damage.has(((error as { errcode?: number })?.errcode ?? 0) & 0xff)

/** SQLITE_IOERR_SHMSIZE: no room for the index of the write-ahead log. */
const noRoomForIndex = 4_874

function faultOf(errcode: number): StorageFault | undefined {
  const primary = errcode & 0xff
  if (primary === 13 || errcode === noRoomForIndex) return 'disk_full'
  if (damage.has(primary)) return 'damaged'
  return primary === 8 ? 'read_only' : undefined
}

/** An error of node:sqlite as callers should see it: `unavailable` when the storage fails, otherwise unchanged. */
export function storageError(error: unknown): unknown {
  const sqlite = error as { code?: string; errcode?: number }
  if (sqlite?.code !== 'ERR_SQLITE_ERROR' || sqlite.errcode === undefined) return error
  // Extended codes keep the primary one in their low byte.
  const storage = faultOf(sqlite.errcode)
  if (storage) return new ServiceError('unavailable', { storage, cause: error })
  const reason = storageFailures.get(sqlite.errcode & 0xff)
  return reason ? new ServiceError('unavailable', { detail: `The database ${reason}.`, cause: error }) : error
}
