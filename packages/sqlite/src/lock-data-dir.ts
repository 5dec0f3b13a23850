import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { restrictPermissions } from './restrict-permissions.ts'
import { storageError } from './storage-error.ts'

/** Locks of this process. Kept here, for a connection that is collected as garbage is closed, and its lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process and answers a function that unlocks it. The lock is the operating system's, on
 * a small file of its own, so it goes away with the process however that ends. Throws a plain Error, with a sentence for
 * the person at the terminal, while somebody else has it.
 */
export function lockDataDir(dir: string): () => void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dir, 'lock.db'), { timeout: 0 })
  // Who has it, for the message alone. Not in lock.db: opening and closing that file here would release the lock (POSIX).
  const ownerFile = join(dir, 'lock.pid')
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw storageError(error)
    throw new Error(
      `The data folder ${dir} is in use by another Frontdesk process${processNamedIn(ownerFile)}. ` +
        'Stop that one first, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
  held.add(database)
  restrictPermissions(dir)
  writeFileSync(ownerFile, `${process.pid}\n`)
  return () => {
    if (held.delete(database)) database.close()
  }
}

/** Whether a process has the folder now. */
export function isDataDirInUse(dir: string): boolean {
  try {
    lockDataDir(dir)()
    return false
  } catch (error) {
    if ((error as { cause?: unknown }).cause === undefined) throw error
    return true
  }
}

function processNamedIn(file: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(file, 'utf8'), 10)})`
  } catch (error) {
    // The owner has the lock and has not written its number yet.
    if ((error as { code?: string }).code === 'ENOENT') return ''
    throw error
  }
}
