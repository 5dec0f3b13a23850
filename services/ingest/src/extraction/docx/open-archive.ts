import { ServiceError } from '@frontdesk/contracts'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** A Word file has some dozens of entries. */
const maxEntries = 5_000

/** The error for an unreadable Word file. */
export const damagedDocx = (cause?: unknown) =>
  new ServiceError('damaged_document', { detail: 'The file is not a Word document, or it is damaged.', cause })

/** The entries of an archive, of which every one unpacks to no more than the limit. */
export type Archive = {
  names: string[]
  /** The bytes of an entry, part by part. Throws `damaged_document` when it does not exist. */
  read(name: string, onPart: (part: Uint8Array) => void): Promise<void>
  close(): void
}

/**
 * Opens a ZIP archive and inflates every entry of it, keeping nothing, to count: what the directory says of sizes may be
 * a lie, and entries may lie over one another. Names that lead out of the archive are damage. Throws
 * `document_too_complex` above `inflatedBytes` or 5,000 entries, `damaged_document` for what is no archive.
 */
export async function openArchive(bytes: Uint8Array, { inflatedBytes }: { inflatedBytes: number }): Promise<Archive> {
  const zip = await open(bytes)
  try {
    const entries = await inflateAll(zip, inflatedBytes)
    return {
      names: [...entries.keys()],
      read(name, onPart) {
        const entry = entries.get(name)
        return entry ? inflate(zip, entry, onPart) : Promise.reject(damagedDocx(new Error(`there is no ${name}`)))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const open = (bytes: Uint8Array) =>
  new Promise<ZipFile>((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    fromBuffer(buffer, { lazyEntries: true, autoClose: false, validateEntrySizes: false }, (error, archive) =>
      error ? reject(damagedDocx(error)) : resolve(archive),
    )
  })

/** Inflates one entry; what `onPart` throws ends it. */
function inflate(zip: ZipFile, entry: Entry, onPart: (part: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (failure, stream) => {
      if (failure) return reject(damagedDocx(failure))
      stream.on('error', (error) => reject(error instanceof ServiceError ? error : damagedDocx(error)))
      stream.on('end', () => resolve())
      stream.on('data', (part: Uint8Array) => {
        try {
          onPart(part)
        } catch (error) {
          reject(error)
          stream.destroy()
        }
      })
    })
  })
}

async function inflateAll(zip: ZipFile, inflatedBytes: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw tooComplex(`It has more than ${maxEntries} entries.`)
  const entries = new Map<string, Entry>()
  let total = 0
  for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
    await inflate(zip, entry, (part) => {
      total += part.length
      if (total > inflatedBytes)
        throw tooComplex(`It is larger than ${Math.round(inflatedBytes / 1024 / 1024)} MB when unpacked.`)
    })
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** The next entry of the directory; undefined after the last. */
function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.off('entry', onEntry).off('end', onEnd).off('error', onError)
      act()
    }
    const onEntry = (entry: Entry) => settle(() => resolve(entry))
    const onEnd = () => settle(() => resolve(undefined))
    const onError = (error: Error) => settle(() => reject(damagedDocx(error)))
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError)
    zip.readEntry()
  })
}

const tooComplex = (detail: string) => new ServiceError('document_too_complex', { detail })
