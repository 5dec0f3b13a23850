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
import { inLines } from './lines.ts'
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
  const written = new Set<string>()
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
    const copied = await copy(path, tenant, id)
    if (!copied) return false
    waiting.push({ path, tenant, id, ...copied })
    written.add(nameOf(tenant, id))
    sum.count++
    sum.bytes += copied.bytes
    if (sum.count % progressEvery === 0) progress('blobs', sum.count)
    if (waiting.length === blobsAnIndex) await writeIndex()
    return true
  }

  return {
    /** Every blob of a tenant. One that goes away meanwhile is left out. Memory holds the ids. */
    async writeAll(tenant: string): Promise<void> {
      for await (const { id } of blobs.list(tenant)) if (!written.has(nameOf(tenant, id))) await write(tenant, id)
    },
    /** Writes those that are not in the backup yet, and answers those that are gone. */
    async writeOthers<T extends Pick<MissingBlob, 'tenant' | 'blobId'>>(wanted: T[]): Promise<T[]> {
      const gone: T[] = []
      for (const blob of wanted) {
        const { tenant, blobId } = blob
        if (!written.has(nameOf(tenant, blobId)) && !(await write(tenant, blobId))) gone.push(blob)
      }
      return gone
    },
    async finish(): Promise<{ count: number; bytes: number }> {
      await writeIndex()
      progress('blobs', sum.count)
      return sum
    },
  }
}
