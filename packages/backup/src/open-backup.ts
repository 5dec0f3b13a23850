import { createReadStream } from 'node:fs'
import { lstat, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { extract } from 'tar-stream'
import {
  type BackupManifest,
  backupFormat,
  backupFormatVersion,
  backupManifest,
  type IndexLine,
  indexLine,
  isIndex,
  manifestPath,
} from './format.ts'
import { fromLines } from './lines.ts'
import { codeOf } from './write-file.ts'

/** A file of a backup. Its content must be read before the next one is asked for. */
export type Entry = { path: string; content: AsyncIterable<Uint8Array> }

/** A backup that is read from its beginning to its end, as often as needed; the manifest comes last. */
export type Backup = { entries(): AsyncGenerator<Entry> }

const isNotWhole = (from: string) =>
  new Error(`${from} is not a complete backup: it has no ${manifestPath}. It is incomplete, or is something else.`)

/** Reads a manifest. Throws a sentence for what is not one, or is a newer release's. */
export function parseManifest(text: string): BackupManifest {
  let json: { format?: unknown; formatVersion?: unknown; frontdesk?: unknown }
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${manifestPath} is damaged: it is not JSON.`)
  }
  if (json?.format !== backupFormat) throw new Error(`${manifestPath} does not say that this is a backup of Frontdesk.`)
  if (Number(json.formatVersion) > backupFormatVersion) {
    throw new Error(
      `The backup was written by a newer release (Frontdesk ${json.frontdesk}, format ${json.formatVersion}); ` +
        `this one reads formats up to ${backupFormatVersion}. Restore it with that release.`,
    )
  }
  const parsed = backupManifest.safeParse(json)
  if (parsed.success) return parsed.data
  throw new Error(`${manifestPath} is damaged: ${parsed.error.issues[0]?.path.join('.')} is missing or wrong.`)
}

/** A file below a folder, opened when it is read. A link would lead out of the backup, a pipe never ends. */
async function* regularFile(from: string, path: string): AsyncGenerator<Uint8Array> {
  const file = join(from, path)
  if (!(await lstat(file)).isFile()) throw new Error(`${path} is not a regular file: the backup is damaged.`)
  yield* createReadStream(file)
}

function folder(from: string): Backup {
  return {
    async *entries() {
      const text = await readFile(join(from, manifestPath), 'utf8').catch((error) => {
        throw codeOf(error) === 'ENOENT' ? isNotWhole(from) : error
      })
      const at = (path: string): Entry => ({ path, content: regularFile(from, path) })
      for (const { path } of parseManifest(text).files) {
        if (isIndex(path)) {
          for await (const line of fromLines<IndexLine>(at(path).content)) {
            const read = indexLine.safeParse(line)
            if (!read.success) throw new Error(`${path} is damaged.`)
            yield at(read.data.path)
          }
        }
        yield at(path)
      }
      yield at(manifestPath)
    },
  }
}

/** Whether the reader of archives met what is not one, or its end where more was to come; not what the file system says. */
const isOfTar = (error: unknown): error is Error =>
  error instanceof Error &&
  /tar|end of data|header|prematurely/i.test(error.message) &&
  !/^E[A-Z]+$/.test(codeOf(error) ?? '')
const cutOff = (from: string, { message }: Error) => new Error(`${from} is damaged or incomplete: ${message}.`)

/** What an entry of an archive holds. The reader of an archive that ends within it meets that here. */
async function* contentOf(entry: AsyncIterable<Uint8Array>, from: string): AsyncGenerator<Uint8Array> {
  try {
    yield* entry
  } catch (error) {
    throw isOfTar(error) ? cutOff(from, error) : error
  }
}

function archive(from: string): Backup {
  return {
    async *entries() {
      const reader = extract()
      pipeline(createReadStream(from), reader, () => {
        // Who reads the entries meets the same error.
      })
      let isWhole = false
      try {
        for await (const entry of reader) {
          const { name, type } = entry.header
          if (type !== 'file')
            throw new Error(`${name} in ${from} is not a regular file: it is damaged, or is something else.`)
          isWhole ||= name === manifestPath
          yield { path: name, content: contentOf(entry as AsyncIterable<Uint8Array>, from) }
          entry.resume()
        }
      } catch (error) {
        throw isOfTar(error) ? cutOff(from, error) : error
      }
      if (!isWhole) throw isNotWhole(from)
    },
  }
}

/** Opens a folder or an archive. Throws when there is none. */
export async function openBackup(from: string): Promise<Backup> {
  try {
    return (await stat(from)).isDirectory() ? folder(from) : archive(from)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Error(`There is no backup at ${from}.`)
    throw error
  }
}
