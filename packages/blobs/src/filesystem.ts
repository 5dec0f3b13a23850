import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { access, constants, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@frontdesk/contracts'
import { fileNameOf, idOf, tenantFolderOf } from './file-names.ts'
import type { Blobs } from './port.ts'
import { writeFile } from './write-file.ts'

/** Marks the unfinished files of this process: any other one was left behind, for the folder has one owner at a time. */
const ownMark = randomUUID()
const defaultReadBytes = 64 * 1024 * 1024

/**
 * Blobs as files: `<dir>/<tenant>/<id>`, written beside it, synced and then renamed into place. Removes at open what a
 * crash left unfinished. The folder must belong to this process alone (lockDataDir).
 */
export function filesystemBlobs(dir: string): Blobs {
  const unfinished = join(dir, '.unfinished')
  mkdirSync(unfinished, { recursive: true })
  for (const name of readdirSync(unfinished)) {
    if (!name.startsWith(ownMark)) rmSync(join(unfinished, name), { force: true })
  }
  let isOpen = true

  const folderOf = (tenant: string) => join(dir, tenantFolderOf(tenant))
  const pathOf = (tenant: string, id: string) => join(folderOf(tenant), fileNameOf(id))

  async function handle(tenant: string, id: string): Promise<FileHandle> {
    assertOpen()
    const path = pathOf(tenant, id)
    try {
      return await open(path, 'r')
    } catch (error) {
      if (isMissing(error)) throw new ServiceError('not_found', { detail: `There is no blob ${id}.`, cause: error })
      throw storageError(error)
    }
  }

  function assertOpen() {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The blob store is closed.' })
  }

  async function putInPlace(from: string, tenant: string, id: string): Promise<void> {
    const folder = folderOf(tenant)
    if (await mkdir(folder, { recursive: true })) await syncFolder(dir)
    await rename(from, pathOf(tenant, id))
    await syncFolder(folder)
  }

  return {
    async put(tenant, id, content, options = {}) {
      assertOpen()
      fileNameOf(id)
      const path = join(unfinished, `${ownMark}.${randomUUID()}`)
      try {
        const written = await writeFile(path, content, options)
        try {
          await putInPlace(path, tenant, id)
        } catch (error) {
          await rm(path, { force: true })
          throw error
        }
        return { id, ...written }
      } catch (error) {
        throw storageError(error)
      }
    },

    async stream(tenant, id) {
      return (await handle(tenant, id)).createReadStream()
    },

    async read(tenant, id, { maxBytes = defaultReadBytes } = {}) {
      const file = await handle(tenant, id)
      try {
        const { size } = await file.stat()
        if (size > maxBytes) {
          throw new ServiceError('payload_too_large', {
            detail: `The blob has ${size} bytes; at most ${maxBytes} are read.`,
          })
        }
        return await file.readFile()
      } finally {
        await file.close()
      }
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
      try {
        await access(unfinished, constants.W_OK)
      } catch (error) {
        throw new ServiceError('unavailable', { detail: `The blob folder ${dir} can't be written.`, cause: error })
      }
    },

    async close() {
      isOpen = false
    },
  }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw storageError(error)
  }
}

/** Makes a rename or a removal in the folder survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Faults of the disk, as errno names them, that a caller should see as `unavailable`. */
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM'])

function storageError(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === undefined || !diskFaults.has(code)) return error
  return new ServiceError('unavailable', { detail: 'The blob store can not be written or read.', cause: error })
}
