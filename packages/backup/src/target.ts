import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'

export type Written = { bytes: number; sha256: string }
type Content = AsyncIterable<Uint8Array>

/** Where a backup goes: a folder, or one archive. Nothing has its name before `finish`. */
export type BackupTarget = {
  write(path: string, content: Content): Promise<Written>
  /** The same for a file that nobody changes: linked where that is possible. Throws `ENOENT` when it is gone. */
  add(path: string, file: string): Promise<Written>
  /** For what is only needed while the backup is made. */
  readonly scratch: string
  finish(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}

/** Kept in memory before it goes into an archive, where the size comes first; more is written beside it before. */
const maxHeldBytes = 8 * 1024 * 1024
const archiveForm = /\.tar$/i

const codeOf = (error: unknown) => (error as { code?: string }).code

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeFile(path: string, content: Content): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } catch (error) {
    // Whoever reads the content again writes the same file again.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function measure(path: string): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Throws when something stands there that is not an empty folder. */
async function assertFree(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory() && (await readdir(path)).length === 0) return
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  throw new Error(`${path} is there already. A backup overwrites nothing: choose another name.`)
}

async function folderTarget(to: string): Promise<BackupTarget> {
  const folder = `${to}.unfinished-${process.pid}`
  await mkdir(folder, { mode: 0o700 })
  const scratch = join(folder, '.scratch')
  await mkdir(scratch, { mode: 0o700 })
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
      await rename(folder, to)
      await syncFolder(dirname(to))
    },
    abort: () => rm(folder, { recursive: true, force: true }),
  }
}

async function archiveTarget(to: string): Promise<BackupTarget> {
  const unfinished = `${to}.unfinished-${process.pid}`
  const scratch = `${unfinished}.scratch`
  await mkdir(scratch, { mode: 0o700 })
  const file = await open(unfinished, 'wx', 0o600)
  const archive: Pack = pack()
  const output = file.createWriteStream({ flush: true, emitClose: true })
  const written = pipeline(archive, output)
  // Whoever writes an entry hears of it too.
  written.catch(() => {})
  let spooled = 0

  async function enter(name: string, size: number, content: Content | Uint8Array): Promise<void> {
    const { promise, resolve: done, reject } = Promise.withResolvers<void>()
    const entry = archive.entry({ name, size, mode: 0o600, mtime: new Date() }, (error) =>
      error ? reject(error) : done(),
    ) as unknown as NodeJS.WritableStream
    const parts = content instanceof Uint8Array ? [content] : content
    for await (const part of parts) {
      if (part.length > 0 && !entry.write(part)) {
        await Promise.race([new Promise((drained) => entry.once('drain', drained)), written])
      }
    }
    entry.end()
    await Promise.race([promise, written.then(() => promise)])
  }

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
        await enter(path, whole.bytes, createReadStream(spool))
        await rm(spool)
        return whole
      }
      await enter(path, bytes, Buffer.concat(held))
      return { bytes, sha256: hash.digest('hex') }
    },
    async add(path, from) {
      const opened = await open(from, 'r')
      const { size } = await opened.stat()
      const hash = createHash('sha256')
      async function* hashed() {
        for await (const chunk of opened.createReadStream() as AsyncIterable<Buffer>) {
          hash.update(chunk)
          yield chunk
        }
      }
      await enter(path, size, hashed())
      return { bytes: size, sha256: hash.digest('hex') }
    },
    async finish() {
      archive.finalize()
      await written
      await rm(scratch, { recursive: true, force: true })
      await rename(unfinished, to)
      await syncFolder(dirname(to))
    },
    async abort() {
      archive.destroy()
      await written.catch(() => {})
      await rm(scratch, { recursive: true, force: true })
      await rm(unfinished, { force: true })
    },
  }
}

/** Opens a target: an archive when the name ends in `.tar`, else a folder. Throws when something stands there already. */
export async function openTarget(path: string): Promise<BackupTarget> {
  const to = resolve(path)
  if (basename(to) === '') throw new Error('A backup needs a name.')
  await assertFree(to)
  await mkdir(dirname(to), { recursive: true })
  return archiveForm.test(to) ? archiveTarget(to) : folderTarget(to)
}
