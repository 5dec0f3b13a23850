import { randomBytes } from 'node:crypto'
import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from './write-file.ts'

const taken = (path: string) => new Error(`${path} already exists. A backup overwrites nothing: choose another name.`)
const unfinishedForm = /\.unfinished-[0-9a-f]+(?:\.scratch)?$/

/** What a backup is called until it is whole; each attempt has a name of its own, for process ids repeat in containers. */
export const unfinishedNameOf = (to: string): string => `${to}.unfinished-${randomBytes(6).toString('hex')}`

/** What backups that were cut off left where this one goes, or ones that run now are writing: paths, sorted. */
export async function findUnfinished(to: string): Promise<string[]> {
  const folder = dirname(resolve(to))
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => unfinishedForm.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Throws when something stands there that is not an empty folder. */
export async function assertFree(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory() && (await readdir(path)).length === 0) return
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  throw taken(path)
}

/** Gives a folder its name. Throws when something has it by now: an empty folder alone is replaced. */
export async function nameFolder(folder: string, to: string): Promise<void> {
  await rename(folder, to).catch((error) => {
    throw ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '') ? taken(to) : error
  })
}

/** Gives a file its name. Throws when something has it by now. */
export async function nameFile(file: string, to: string): Promise<void> {
  try {
    await link(file, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(to)
    // A disk that knows no links; there a file that appears this moment is replaced.
    await assertFree(to)
    await rename(file, to)
    return
  }
  await rm(file)
}
