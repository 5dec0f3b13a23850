import { type FileHandle, mkdir, open, opendir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, ServiceError, systemClock } from '@frontdesk/contracts'
import { fileNameOf, idOf, tenantFolderOf } from './file-names.ts'
import { isMissing, statOf, storageError, syncFolder } from './file-system.ts'
import type { Blobs } from './port.ts'
import { openUnfinishedFiles } from './unfinished-files.ts'
import { writeFile } from './write-file.ts'

const defaultReadBytes = 64 * 1024 * 1024

/**
 * Blobs as files: `<dir>/<tenant>/<id>`, written beside it, synced and then renamed into place. Removes at open what a
 * crash left unfinished. The folder must belong to this process alone (lockDataDir), unless it only reads (`isReadOnly`).
 */
export function filesystemBlobs(
  dir: string,
  { clock = systemClock, isReadOnly = false }: { clock?: Clock; isReadOnly?: boolean } = {},
): Blobs {
  const unfinished = openUnfinishedFiles(dir, { isReadOnly })
  let isOpen = true

  const folderOf = (tenant: string) => join(dir, tenantFolderOf(tenant))
  const pathOf = (tenant: string, id: string) => join(folderOf(tenant), fileNameOf(id))

  async function handle(tenant: string, id: string): Promise<FileHandle> {
    assertOpen()
    const path = pathOf(tenant, id)
    try {
      return await open(path, 'r')
    } catch (error) {
      if (isMissing(error) && (await statOf(unfinished.folder))) {
        throw new ServiceError('not_found', { detail: `There is no blob ${id}.`, cause: error })
      }
      throw storageError(error)
    }
  }

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The blob store is closed.' })
  }

  /** Renames a file that was written; one that can't be is removed. */
  async function moveInPlace(from: string, tenant: string, id: string): Promise<void> {
    const folder = folderOf(tenant)
    try {
      if (await mkdir(folder, { recursive: true })) await syncFolder(dir)
      await rename(from, pathOf(tenant, id))
      await syncFolder(folder)
    } catch (error) {
      await rm(from, { force: true })
      throw error
    }
  }

  return {
    async put(tenant, id, content, options = {}) {
      assertOpen()
      fileNameOf(id)
      const path = unfinished.newPath()
      try {
        const written = await writeFile(path, content, options)
        // The file system keeps the machine's time.
        if (clock !== systemClock) await utimes(path, clock.now() / 1_000, clock.now() / 1_000)
        await moveInPlace(path, tenant, id)
        return { id, ...written }
      } catch (error) {
        throw storageError(error)
      }
    },

    async stream(tenant, id) {
      return (await handle(tenant, id)).createReadStream()
    },

    async read(tenant, id, { maxBytes = defaultReadBytes } = {}) {
      return readWhole(await handle(tenant, id), maxBytes)
    },

    async exists(tenant, id) {
      assertOpen()
      return (await statOf(pathOf(tenant, id))) !== undefined
    },

    async remove(tenant, id) {
      assertOpen()
      try {
        await rm(pathOf(tenant, id))
      } catch (error) {
        if (isMissing(error)) return false
        throw storageError(error)
      }
      await syncFolder(folderOf(tenant))
      return true
    },

    async *list(tenant) {
      assertOpen()
      const folder = folderOf(tenant)
      if (!(await statOf(folder))) return
      for await (const { name } of await opendir(folder)) {
        const found = await statOf(join(folder, name))
        if (found) yield { id: idOf(name), bytes: found.size, modifiedAt: found.mtimeMs }
      }
    },

    async eraseTenant(tenant) {
      assertOpen()
      await rm(folderOf(tenant), { recursive: true, force: true })
      await syncFolder(dir)
    },

    async check() {
      assertOpen()
      await unfinished.check()
    },

    async close() {
      isOpen = false
    },
  }
}

/** What a file holds, which is closed then. Throws `payload_too_large`. */
async function readWhole(file: FileHandle, maxBytes: number) {
  try {
    const { size } = await file.stat()
    if (size > maxBytes) {
      const detail = `The blob has ${size} bytes; at most ${maxBytes} are read.`
      throw new ServiceError('payload_too_large', { detail })
    }
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** The file that holds a blob of `filesystemBlobs(dir)`. It is never changed, only replaced or removed. */
export const blobFileIn = (dir: string, tenant: string, id: string): string =>
  join(dir, tenantFolderOf(tenant), fileNameOf(id))
