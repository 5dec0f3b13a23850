import { ServiceError } from '@frontdesk/contracts'
import { fromBuffer, type ZipFile } from 'yauzl'

/** A Word file has some dozens of entries. */
const mostEntries = 5_000

const damaged = (cause?: unknown) =>
  new ServiceError('damaged_document', { detail: 'The file is not a Word document, or it is damaged.', cause })

/**
 * Inflates every entry of a ZIP archive, keeping nothing, and counts: what the directory says of sizes may be a lie.
 * Throws `document_too_complex` above `inflatedBytes` or 5,000 entries, `damaged_document` for what is no archive.
 */
export async function checkArchive(bytes: Uint8Array, { inflatedBytes }: { inflatedBytes: number }): Promise<void> {
  const archive = await open(bytes)
  try {
    await inflateAll(archive, inflatedBytes)
  } finally {
    archive.close()
  }
}

const open = (bytes: Uint8Array) =>
  new Promise<ZipFile>((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    fromBuffer(buffer, { lazyEntries: true, autoClose: false, validateEntrySizes: false }, (error, archive) =>
      error ? reject(damaged(error)) : resolve(archive),
    )
  })

function inflateAll(archive: ZipFile, inflatedBytes: number): Promise<void> {
  if (archive.entryCount > mostEntries) throw tooComplex(`It has more than ${mostEntries} entries.`)
  let total = 0
  return new Promise((resolve, reject) => {
    archive.on('error', (error) => reject(damaged(error)))
    archive.on('end', () => resolve())
    archive.on('entry', (entry) => {
      archive.openReadStream(entry, (error, stream) => {
        if (error) return reject(damaged(error))
        stream.on('error', (failure) => reject(failure instanceof ServiceError ? failure : damaged(failure)))
        stream.on('end', () => archive.readEntry())
        stream.on('data', (part: Buffer) => {
          total += part.length
          if (total <= inflatedBytes) return
          stream.destroy()
          reject(tooComplex(`Unpacked it is larger than ${Math.round(inflatedBytes / 1024 / 1024)} MB.`))
        })
      })
    })
    archive.readEntry()
  })
}

const tooComplex = (detail: string) => new ServiceError('document_too_complex', { detail })
