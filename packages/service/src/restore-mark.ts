import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stands in a data folder from the first step of a restore to its last. */
const markIn = (dataDir: string): string => join(dataDir, 'restore.unfinished')
/** What a folder may hold before a restore: its lock, a key that was put there, and what a disk makes by itself. */
const allowed = new Set(['lock.db', 'lock.pid', 'encryption.key', 'lost+found', 'restore.unfinished'])
/** What an unfinished restore leaves. */
const restored = ['main.db', 'main.db-wal', 'main.db-shm', 'blobs', 'chunks.db', 'chunks.db-wal', 'chunks.db-shm']

function syncFolder(dataDir: string): void {
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Whether this very migration into the folder was cut off, so that it can go on. */
export const isMigrationInto = (dataDir: string, migration: string): boolean =>
  existsSync(markIn(dataDir)) && readFileSync(markIn(dataDir), 'utf8').trim() === migration

/** Whether a restore into the folder is under way or was cut off. */
export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(markIn(dataDir))

/** Throws a sentence for the person at the terminal when a restore into the folder was cut off. */
export function assertRestored(dataDir: string): void {
  if (!isRestoreUnfinished(dataDir)) return
  throw new Error(
    `A restore or migration into ${dataDir} did not finish. Run it again; until then nothing starts here.`,
  )
}

/**
 * Marks a folder, which must be empty, as being restored. What a restore left that was cut off is removed first, but for
 * what the same migration brought. Throws a sentence for the person at the terminal when there is something else.
 */
export function beginRestore(dataDir: string, migration?: string): void {
  if (migration !== undefined && isMigrationInto(dataDir, migration)) return
  if (isRestoreUnfinished(dataDir)) {
    for (const name of restored) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const other = readdirSync(dataDir).find((name) => !allowed.has(name))
  if (other !== undefined) {
    throw new Error(
      `${dataDir} is not empty (it has ${other}). A backup can only be restored into an empty folder: set DATA_DIR to one.`,
    )
  }
  writeFileSync(markIn(dataDir), `${migration ?? new Date().toISOString()}\n`, { flush: true })
  syncFolder(dataDir)
}

/** Everything is there: from now on the folder can be used. */
export function finishRestore(dataDir: string): void {
  syncFolder(dataDir)
  rmSync(markIn(dataDir))
  syncFolder(dataDir)
}
