import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, getFileNameLowLevel, openPromise, validateFileName } from 'yauzl'

/** An original of a ZIP that was rejected, and why. */
export type RefusedEntry = { name: string; reason: string }

export type Archive = {
  /** The manifest, inflated as it is read. */
  manifest(): Promise<Readable>
  /** The file that a version was made from; undefined when the ZIP has none. */
  original(
    sourceId: string,
    version: number,
  ): { filename: string; bytes: number; open(): Promise<Readable> } | undefined
  refused: RefusedEntry[]
  close(): Promise<void>
}

const maxEntries = 200_000
const symbolicLink = 0o120000
const fileTypeBits = 0o170000

/** The file is not a ZIP, or not an export. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

type Limits = { fileBytes: number; inflatedBytes: number }

/**
 * Opens a ZIP of an export. Its files are looked up by their exact names and streamed into the blob store: no name of it
 * is ever one of our file system, and names that try are refused. Throws `ArchiveFault`.
 */
export async function openArchive(content: Readable, limits: Limits): Promise<Archive> {
  // Its directory stands at its end, so it has to lie in a file.
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-import-'))
  const path = join(folder, 'archive.zip')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(content, createWriteStream(path))
    return await readArchive(path, limits, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function readArchive(
  path: string,
  { fileBytes, inflatedBytes }: Limits,
  remove: () => Promise<void>,
): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error) => {
    throw new ArchiveFault(`The ZIP can't be read: ${error.message}`)
  })
  const entries = new Map<string, Entry>()
  const refused: RefusedEntry[] = []
  const close = async () => {
    zip.close()
    await remove()
  }
  const read = (entry: Entry) => zip.openReadStreamPromise(entry)
  try {
    if (zip.entryCount > maxEntries) throw new ArchiveFault(`The ZIP has more than ${maxEntries} files.`)
    let inflated = 0
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name.endsWith('/')) continue
      const reason = faultOf(entry, name, fileBytes)
      if (reason) {
        refused.push({ name: name.slice(0, 300), reason })
        continue
      }
      inflated += entry.uncompressedSize
      if (inflated > inflatedBytes) throw new ArchiveFault(`The unpacked ZIP has more than ${inflatedBytes} bytes.`)
      entries.set(name, entry)
    }
  } catch (error) {
    await close()
    throw error instanceof ArchiveFault ? error : new ArchiveFault(`The ZIP can't be read: ${(error as Error).message}`)
  }
  const manifest = entries.get('manifest.json')
  if (!manifest) {
    await close()
    throw new ArchiveFault('The ZIP has no manifest.json.')
  }
  const originals = new Map<string, { filename: string; entry: Entry }>()
  for (const [name, entry] of entries) {
    const [folder, sourceId, version, filename, ...more] = name.split('/')
    if (folder !== 'originals' || !filename || more.length > 0) continue
    originals.set(`${sourceId}/${version}`, { filename, entry })
  }
  return {
    manifest: () => read(manifest),
    original(sourceId, version) {
      const found = originals.get(`${sourceId}/${version}`)
      if (!found) return undefined
      const { filename, entry } = found
      return { filename, bytes: entry.uncompressedSize, open: () => read(entry) }
    },
    refused,
    close,
  }
}

const nameOf = ({ generalPurposeBitFlag, fileName, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileName as unknown as Buffer, extraFields, true)

function faultOf(entry: Entry, name: string, fileBytes: number): string | undefined {
  const fault = validateFileName(name)
  if (fault) return `Its path points outside of the ZIP: ${fault}`
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & fileTypeBits) === symbolicLink) return 'It is a symbolic link.'
  if (entry.isEncrypted()) return 'It is protected by a password.'
  if (name !== 'manifest.json' && entry.uncompressedSize > fileBytes) return `It has more than ${fileBytes} bytes.`
  return undefined
}
