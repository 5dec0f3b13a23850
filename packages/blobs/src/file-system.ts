import { open, stat } from 'node:fs/promises'
import { ServiceError, type StorageFault } from '@frontdesk/contracts'

/** What is there; undefined when nothing is. */
export async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw storageError(error)
  }
}

/** Makes a rename or a removal in the folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Faults of the disk, as errno names them, that a caller should see as `unavailable`. A folder that is missing is one too. */
const diskFaults = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
])
const storageOf: Record<string, StorageFault> = { ENOSPC: 'disk_full', EDQUOT: 'disk_full', EROFS: 'read_only' }

/** An error of the file system as callers see it: `unavailable` for a fault of the disk. */
export function storageError(error: unknown, detail = "The blob store can't be read or written."): unknown {
  const { code } = error as { code?: string }
  if (code === undefined || !diskFaults.has(code)) return error
  const storage = storageOf[code]
  return new ServiceError('unavailable', { ...(storage ? { storage } : { detail }), cause: error })
}
