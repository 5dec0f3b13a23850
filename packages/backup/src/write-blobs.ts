import { type Blobs, fileNameOf } from '@frontdesk/blobs'
import { ServiceError } from '@frontdesk/contracts'
import {
  type BackupFile,
  blobsAnIndex,
  folderOfTenant,
  type IndexLine,
  indexPathOf,
  type MissingBlob,
} from './format.ts'
import { appendLines, inLines, readLines } from './lines.ts'
import type { Progress } from './progress.ts'
import type { BackupTarget } from './target.ts'
import type { Written } from './write-file.ts'

type BlobSource = {
  blobs: Blobs
  /** Where a blob lies as a file; undefined where it does not. */
  blobFile?(tenant: string, id: string): string
}

const progressEvery = 500
/** A blob that is replaced again and again while it is read is read from the start this often. */
const readAttempts = 4

const isCode = (error: unknown, code: string): boolean => error instanceof ServiceError && error.code === code
const isGone = (error: unknown): boolean =>
  isCode(error, 'not_found') || (error as { code?: string } | undefined)?.code === 'ENOENT'

const nameOf = (tenant: string, id: string): string => JSON.stringify([tenant, id])

/** Writes blobs into a backup, with an index after each thousand and one at `finish`. */
export function openBlobWriter(
  target: BackupTarget,
  { blobs, blobFile }: BlobSource,
  files: BackupFile[],
  progress: Progress,
) {
  let waiting: IndexLine[] = []
  const namesFile = `${target.scratch}/blobs.jsonl`
  const names = appendLines<[tenant: string, id: string]>(namesFile)
  const sum = { count: 0, bytes: 0 }

  async function writeIndex() {
    if (waiting.length === 0) return
    const path = indexPathOf(files.filter((each) => each.path.startsWith('blobs/')).length + 1)
    async function* lines() {
      yield* waiting
    }
    files.push({ path, ...(await target.write(path, inLines(lines()))), count: waiting.length })
    waiting = []
  }

  /** Undefined when it is gone. A server drops the content of a blob that was removed or replaced under its reader. */
  async function copy(path: string, tenant: string, id: string): Promise<Written | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (blobFile) return await target.add(path, blobFile(tenant, id))
        return await target.write(path, await blobs.stream(tenant, id))
      } catch (error) {
        if (isGone(error)) return undefined
        if (!isCode(error, 'unavailable')) throw error
        if (!(await blobs.exists(tenant, id))) return undefined
        if (attempt === readAttempts) throw error
      }
    }
  }

  /** False when it is gone. */
  async function write(tenant: string, id: string): Promise<boolean> {
    const path = `blobs/${folderOfTenant(tenant)}/${fileNameOf(id)}`
    const written = await copy(path, tenant, id)
    if (!written) return false
    waiting.push({ path, tenant, id, ...written })
    await names.add([tenant, id])
    sum.count++
    sum.bytes += written.bytes
    if (sum.count % progressEvery === 0) progress('blobs', sum.count)
    if (waiting.length === blobsAnIndex) await writeIndex()
    return true
  }

  return {
    /** Every blob of a tenant. One that goes away meanwhile is left out. Memory holds the ids. */
    async writeAll(tenant: string): Promise<void> {
      const listed = new Set<string>()
      for await (const { id } of blobs.list(tenant)) {
        if (listed.has(id)) continue
        listed.add(id)
        await write(tenant, id)
      }
    },
    /** Writes those that are not in the backup yet, and answers those that are gone. */
    async writeOthers(wanted: MissingBlob[]): Promise<MissingBlob[]> {
      if (wanted.length === 0) return []
      const others = new Map(wanted.map((blob) => [nameOf(blob.tenant, blob.blobId), blob]))
      await names.close()
      for await (const [tenant, id] of readLines<[string, string]>(namesFile)) others.delete(nameOf(tenant, id))
      const gone: MissingBlob[] = []
      for (const blob of others.values()) if (!(await write(blob.tenant, blob.blobId))) gone.push(blob)
      return gone
    },
    async finish(): Promise<{ count: number; bytes: number }> {
      await writeIndex()
      progress('blobs', sum.count)
      return sum
    },
  }
}
