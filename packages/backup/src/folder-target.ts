import { createReadStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupTarget } from './target.ts'
import { nameFolder, unfinishedNameOf } from './target-name.ts'
import { codeOf, measure, syncFolder, writeFile } from './write-file.ts'

export async function folderTarget(to: string): Promise<BackupTarget> {
  const folder = unfinishedNameOf(to)
  const scratch = join(folder, '.scratch')
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folders = new Set([folder])

  return {
    scratch,
    async write(path, content) {
      folders.add(dirname(join(folder, path)))
      return writeFile(join(folder, path), content)
    },
    async add(path, file) {
      const place = join(folder, path)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      folders.add(dirname(place))
      try {
        await link(file, place)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') throw error
        // Another disk, or one that knows no links.
        return writeFile(place, createReadStream(file))
      }
      return measure(place)
    },
    async finish() {
      await rm(scratch, { recursive: true, force: true })
      for (const each of folders) await syncFolder(each)
      await nameFolder(folder, to)
      await syncFolder(dirname(to))
    },
    abort: () => rm(folder, { recursive: true, force: true }),
  }
}
