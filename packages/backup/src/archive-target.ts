import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import type { BackupTarget } from './target.ts'
import { nameFile, unfinishedNameOf } from './target-name.ts'
import { type Content, measured, syncFolder, writeFile } from './write-file.ts'

/** Kept in memory before it goes into an archive, where the size comes first; more is written beside it before. */
const maxHeldBytes = 8 * 1024 * 1024

/** Writes files into an archive, one after the other. */
async function openArchive(path: string) {
  const file = await open(path, 'wx', 0o600)
  const archive: Pack = pack()
  const written = pipeline(archive, file.createWriteStream({ flush: true, emitClose: true }))
  // Whoever writes an entry hears of it too.
  written.catch(() => {})

  async function fill(name: string, size: number, content: Content): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // When the content fails first, nobody waits for it.
    promise.catch(() => {})
    const entry = archive.entry({ name, size, mode: 0o600, mtime: new Date() }, (error) =>
      error ? reject(error) : resolve(),
    ) as unknown as NodeJS.WritableStream
    entry.on('error', reject)
    for await (const part of content) {
      if (part.length > 0 && !entry.write(part)) {
        await Promise.race([new Promise((drained) => entry.once('drain', drained)), promise])
      }
    }
    entry.end()
    await promise
  }

  return {
    async enter(name: string, size: number, content: Content): Promise<void> {
      try {
        await fill(name, size, content)
      } catch (error) {
        // The disk says why; the entry only that its archive has ended.
        if (archive.destroyed) await written
        throw error
      }
    },
    async finish() {
      archive.finalize()
      await written
    },
    async abort() {
      archive.destroy()
      await written.catch(() => {})
    },
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function archiveTarget(to: string): Promise<BackupTarget> {
  const unfinished = unfinishedNameOf(to)
  const scratch = `${unfinished}.scratch`
  await mkdir(scratch, { mode: 0o700 })
  const archive = await openArchive(unfinished)
  let spooled = 0

  return {
    scratch,
    async write(path, content) {
      const hash = createHash('sha256')
      const held: Uint8Array[] = []
      let bytes = 0
      const iterator = content[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await iterator.next()
        if (done) break
        hash.update(value)
        held.push(value)
        bytes += value.length
        if (bytes <= maxHeldBytes) continue
        const rest = { [Symbol.asyncIterator]: () => iterator }
        const spool = join(scratch, String(++spooled))
        const whole = await writeFile(
          spool,
          (async function* all() {
            yield* held.splice(0)
            yield* rest
          })(),
        )
        await archive.enter(path, whole.bytes, createReadStream(spool))
        await rm(spool)
        return whole
      }
      await archive.enter(path, bytes, once(Buffer.concat(held)))
      return { bytes, sha256: hash.digest('hex') }
    },
    async add(path, from) {
      const opened = await open(from, 'r')
      try {
        const { size } = await opened.stat()
        const { content, total } = measured(opened.createReadStream({ autoClose: false }))
        await archive.enter(path, size, content)
        return total()
      } finally {
        await opened.close()
      }
    },
    async finish() {
      await archive.finish()
      await rm(scratch, { recursive: true, force: true })
      await nameFile(unfinished, to)
      await syncFolder(dirname(to))
    },
    async abort() {
      await archive.abort()
      await rm(scratch, { recursive: true, force: true })
      await rm(unfinished, { force: true })
    },
  }
}
