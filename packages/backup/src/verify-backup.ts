import { type BackupManifest, type IndexLine, isIndex, manifestPath } from './format.ts'
import { fromLines } from './lines.ts'
import { type Backup, parseManifest } from './open-backup.ts'
import type { Progress } from './progress.ts'
import { measured, type Written } from './write-file.ts'

const progressEvery = 500

const isSame = (one: Written | undefined, other: Written): boolean =>
  one !== undefined && one.bytes === other.bytes && one.sha256 === other.sha256

/**
 * Reads all of a backup and compares it with its checksums. Answers its manifest. Throws a sentence that names the first
 * file that is missing, damaged or not the manifest's.
 */
export async function verifyBackup(backup: Backup, progress: Progress): Promise<BackupManifest> {
  /** What was read and not compared yet: at most an index's blobs, and the other files. */
  const read = new Map<string, Written>()
  let manifest: BackupManifest | undefined
  let files = 0
  try {
    for await (const { path, content } of backup.entries()) {
      const { content: passing, total } = measured(content)
      if (path === manifestPath) manifest = parseManifest(Buffer.concat(await Array.fromAsync(passing)).toString())
      else if (isIndex(path)) {
        for await (const line of fromLines<IndexLine>(passing)) {
          if (!isSame(read.get(line.path), line)) throw new Error(`${line.path} is missing or damaged.`)
          read.delete(line.path)
        }
      } else for await (const _ of passing);
      if (path !== manifestPath) read.set(path, total())
      if (++files % progressEvery === 0) progress('verified', files)
    }
  } catch (error) {
    const { code, path } = error as { code?: string; path?: string }
    if (code === 'ENOENT') throw new Error(`${path} is missing: the backup is damaged.`)
    if (error instanceof SyntaxError) throw new Error("The backup is damaged: an index can't be read.")
    throw error
  }
  for (const file of manifest!.files) {
    if (!isSame(read.get(file.path), file)) throw new Error(`${file.path} is missing or damaged.`)
    read.delete(file.path)
  }
  const [foreign] = read.keys()
  if (foreign !== undefined) throw new Error(`${foreign} is in the backup, but has no checksum.`)
  progress('verified', files)
  return manifest!
}
