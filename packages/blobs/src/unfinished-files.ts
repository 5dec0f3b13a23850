import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storageError } from './file-system.ts'

/** Marks the unfinished files of this process: any other one was left behind, for the folder has one owner at a time. */
const ownMark = randomUUID()
/** What `check` writes. It is not synced: file systems refuse what has no room when it is written. */
const probe = new Uint8Array(64 * 1024)

/** The folder for files that are being written. Removes at open what a crash left, unless it only reads. */
export function openUnfinishedFiles(dir: string, { isReadOnly }: { isReadOnly: boolean }) {
  const folder = join(dir, '.unfinished')
  if (!isReadOnly) {
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(ownMark)) rmSync(join(folder, name), { force: true })
    }
  }
  const newPath = (): string => join(folder, `${ownMark}.${randomUUID()}`)

  return {
    folder,
    /** Where nothing is yet. */
    newPath,
    /** Throws `unavailable` when no file can be written. */
    async check(): Promise<void> {
      const path = newPath()
      try {
        await writeFile(path, probe, { flag: 'wx' })
      } catch (error) {
        throw storageError(error, `The blob folder ${dir} can't be written.`)
      } finally {
        await rm(path, { force: true }).catch(() => {})
      }
    },
  }
}
